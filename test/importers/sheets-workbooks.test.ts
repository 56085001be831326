// Seen failing before: days of 1904 came out four years early, and indentation by style was lost.
import type ExcelJS from 'exceljs'
import t from 'tap'
import { readPlan } from '../../importers/read-plan.ts'
import { day, read, workbook } from './read-sheet.ts'

t.test('workbooks: days of 1904, indentation by style, units in formats, sheets that hold no plan', async (t) => {
  const old = await workbook((book) => {
    book.properties.date1904 = true
    book.addWorksheet('Plan').addRows([
      ['Task', 'Start'],
      ['A', 44_635],
    ])
  })
  t.equal(read(old, 'a.xlsx').plan.tasks[0]?.planned_start, '2026-03-16')
  const styled = await workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    sheet.addRow(['Task', 'Duration'])
    for (const [name, indent, value, format] of [
      ['Phase', 0, 40, '0 "hrs"'],
      ['Leaf', 1, 2, '0\\ "wks"'],
      ['Next', 1, 16 / 24, '[h]:mm'],
    ] as const) {
      const row = sheet.addRow([name, value])
      row.getCell(1).alignment = { indent }
      row.getCell(2).numFmt = format
    }
  })
  t.same(
    read(styled, 'a.xlsx').plan.tasks.map((task) => [task.name, task.parent, task.duration]),
    [
      ['Phase', null, 5],
      ['Leaf', 'row-2', 10],
      ['Next', 'row-2', 2],
    ],
  )
  const covered = await workbook((book) => {
    book.addWorksheet('Lists', { state: 'hidden' }).addRows([
      ['Name', 'Days'],
      ['Ann', 1],
    ])
    book.addWorksheet('Cover').addRow(['Harbour plan'])
    book.addWorksheet('Plan').addRows([
      ['Task', 'Start'],
      ['A', day('2026-03-16')],
    ])
  })
  const { plan, says } = read(covered, 'a.xlsx')
  t.same([plan.tasks[0]?.name, plan.tasks[0]?.planned_start], ['A', '2026-03-16'])
  t.ok(says(/^Sheet "Plan" is read, .*ignored: "Lists", "Cover"\.$/))
})

t.test('workbooks: hidden rows and groups of rows are said, and an outline above its rows is one', async (t) => {
  const fill = (above: boolean) => (book: ExcelJS.Workbook) => {
    const sheet = book.addWorksheet('Plan', {
      properties: { outlineProperties: { summaryBelow: !above, summaryRight: false } },
    })
    sheet.addRows([
      ['Task', 'Duration'],
      ['House', 5],
      ['Dig', 3],
      ['Pour', 2],
      ['Garden', 1],
    ])
    sheet.getRow(3).outlineLevel = 1
    sheet.getRow(4).outlineLevel = 1
    sheet.getRow(4).hidden = true
  }
  const outlined = read(await workbook(fill(true)), 'a.xlsx')
  t.same(outlined.tree, [
    ['House', null],
    ['Dig', 'row-2'],
    ['Pour', 'row-2'],
    ['Garden', null],
  ])
  t.ok(outlined.says(/^Groups of rows are read as the outline\.$/))
  t.ok(outlined.says(/^Hidden rows are imported too: 4\.$/))
  const below = read(await workbook(fill(false)), 'a.xlsx')
  t.same(
    below.tree.filter(([, parent]) => parent !== null),
    [],
  )
  t.ok(below.says(/^Rows are grouped; the groups are not read as an outline\.$/))
})

t.test(
  'workbooks: the sheet that is named is read, hidden or not, and a name that is none refuses the file',
  async (t) => {
    const book = await workbook((book) => {
      for (const [name, task, state] of [
        ['Last year', 'Old', 'visible'],
        ['Plan 2026', 'New', 'visible'],
        ['Draft', 'Hidden', 'hidden'],
      ] as const)
        book.addWorksheet(name, { state }).addRows([
          ['Task', 'Start'],
          [task, day('2026-03-16')],
        ])
    })
    const taskOf = (sheet?: string) =>
      readPlan(book, 'a.xlsx', sheet === undefined ? {} : { sheet }).tasks.map(({ name }) => name)
    t.same(taskOf(), ['Old'])
    t.same(taskOf('Plan 2026'), ['New'])
    t.same(taskOf(' plan 2026 '), ['New'], 'whatever its case')
    t.same(taskOf('Draft'), ['Hidden'])
    const missing = { code: 'bad_option', detail: /no sheet "Next year"; it has "Last year", "Plan 2026", "Draft"/ }
    t.throws(() => taskOf('Next year'), missing)
    t.throws(() => readPlan(Buffer.from('Task\nA\n'), 'a.csv', { sheet: 'Draft' }), { code: 'bad_option' })
  },
)

t.test('workbooks: versions and options of a plan are not read one below the other', async (t) => {
  const book = (names: readonly string[]) =>
    workbook((book) => {
      for (const [at, name] of names.entries())
        book.addWorksheet(name).addRows([
          ['Task', 'Start', 'Owner'],
          [`Dig ${at}`, day('2026-03-16'), 'Ann'],
          [`Pour ${at}`, day('2026-03-18'), 'Bob'],
        ])
    })
  const count = async (...names: string[]) => read(await book(names), 'a.xlsx').plan.tasks.length
  t.equal(await count('Sprint 1', 'Sprint 2'), 6, 'with a head for each')
  for (const names of [
    ['Version 1', 'Version 2'],
    ['Option A', 'Option B', 'Option C'],
    ['v1', 'v2'],
    ['Variante 1', 'Variante 2'],
  ])
    t.equal(await count(...names), 2, names.join(' and '))
})
