// Heads that nothing but their look tells from the work below them.
import type ExcelJS from 'exceljs'
import t from 'tap'
import { day, lines, namedTree, read, workbook } from './read-sheet.ts'

type Draw = (row: ExcelJS.Row) => void
const PLAN: [name: string, start: string | null, finish: string | null][] = [
  ['Order', '2026-03-02', '2026-03-03'],
  ['Ground', null, null],
  ['Dig', '2026-03-04', '2026-03-06'],
  ['Drain', '2026-03-09', '2026-03-10'],
  ['Look at it', null, null],
  ['House', null, null],
  ['Walls', '2026-03-11', '2026-03-20'],
  ['Roof', '2026-03-23', '2026-03-27'],
]
const TREE = [
  ['Order', null],
  ['Ground', null],
  ['Dig', 'Ground'],
  ['Drain', 'Ground'],
  ['Look at it', 'Ground'],
  ['House', null],
  ['Walls', 'House'],
  ['Roof', 'House'],
]

const sheetOf = (draw: Draw, owner = '') =>
  workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    sheet.addRow(['Task', 'Owner', 'Start', 'Finish'])
    for (const [name, start, finish] of PLAN) {
      const isHead = name === 'Ground' || name === 'House'
      const row = sheet.addRow([name, owner, start === null ? null : day(start), finish === null ? null : day(finish)])
      if (isHead) draw(row)
    }
  })

t.test('rows in bold without any time head those below them, also where another row has none', async (t) => {
  const bold = await sheetOf((row) => {
    row.font = { bold: true }
  }, 'Ann')
  const { plan, says } = read(bold, 'plan.xlsx')
  t.same(namedTree(plan), TREE)
  t.ok(says(/^2 lines in bold, such as 3, are guessed to be heads of the lines below them\.$/))
})

t.test('so do rows with a background, where the first row has none', async (t) => {
  const filled = await sheetOf((row) => {
    row.getCell(1).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFDDDDDD' } }
  }, 'Ann')
  const { plan, says } = read(filled, 'plan.xlsx')
  t.same(namedTree(plan), TREE)
  t.ok(says(/^2 lines with a background of their own, such as 3, /))
})

t.test('so do names in capitals or with a number, in text as well', (t) => {
  const text = (ground: string, house: string) =>
    read(
      lines(
        'Task,Owner,Start,Finish',
        'Order,Ann,2026-03-02,2026-03-03',
        `${ground},Ann,,`,
        'Dig,Ann,2026-03-04,2026-03-06',
        'Drain,Ann,2026-03-09,2026-03-10',
        'Look at it,Ann,,',
        `${house},Ann,,`,
        'Walls,Ann,2026-03-11,2026-03-20',
        'Roof,Ann,2026-03-23,2026-03-27',
      ),
    )
  for (const [ground, house] of [
    ['GROUND', 'HOUSE'],
    ['1. Ground', '2. House'],
    ['A) Ground', 'B) House'],
  ] as const)
    t.same(
      namedTree(text(ground, house).plan).map(([name, parent]) => [name, parent]),
      TREE.map((pair) => pair.map((name) => (name === 'Ground' ? ground : name === 'House' ? house : name))),
      ground,
    )
  t.end()
})

t.test('bold work is work: rows that have a time, and sheets in which most is bold', async (t) => {
  const dated = await workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    sheet.addRow(['Task', 'Start', 'Finish'])
    for (const [at, name] of ['Dig', 'Pour', 'Build', 'Paint', 'Move'].entries()) {
      const date = day(`2026-03-0${at + 2}`)
      const row = sheet.addRow([name, date, date])
      if (at % 2 === 1) row.font = { bold: true }
    }
  })
  t.ok(namedTree(read(dated, 'plan.xlsx').plan).every(([, parent]) => parent === null))
})

t.test('bold rows whose days are around those below them are heads', async (t) => {
  const phases = await workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    sheet.addRow(['Task', 'Start', 'Finish'])
    for (const [name, start, finish] of [
      ['Ground', '2026-03-02', '2026-03-13'],
      ['Dig', '2026-03-02', '2026-03-06'],
      ['Drain', '2026-03-05', '2026-03-10'],
      ['House', '2026-03-11', '2026-03-27'],
      ['Walls', '2026-03-11', '2026-03-20'],
      ['Roof', '2026-03-23', '2026-03-25'],
      ['Paint', '2026-03-24', '2026-03-26'],
    ] as const) {
      const row = sheet.addRow([name, day(start), day(finish)])
      if (name === 'Ground' || name === 'House') row.getCell(1).font = { bold: true }
    }
  })
  t.same(
    namedTree(read(phases, 'plan.xlsx').plan).map(([, parent]) => parent),
    [null, 'Ground', 'Ground', null, 'House', 'House', 'House'],
  )
})
