// Charts in which every task has two lines: when it is planned, and below it when it was done. Days of two or four columns each.
import t from 'tap'
import { day, fileDates, lines, namedTree, read, workbook } from './read-sheet.ts'

const filled = (argb: string) => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } }) as const
const [PLAN, DONE, HEAD] = [filled('FF336699'), filled('FFCC3333'), filled('FFDDDDDD')]

const happened = ({ plan }: ReturnType<typeof read>) =>
  plan.tasks.map(({ name, actual_start, actual_finish }) => [
    name,
    actual_start?.slice(0, 10) ?? null,
    actual_finish?.slice(0, 10) ?? null,
  ])

t.test('hours below half days, in a row for the plan and one for what was done', async (t) => {
  for (const [plan, done, dates] of [
    ['SOLL', 'IST', ['05.12.2022', '06.12.2023', '07.12.2024', '08.12.2025']],
    ['Plan', 'Actual', ['05.12.2022', '06.12.2022', '07.12.2022', '08.12.2022']],
    ['Prévu', 'Réel', ['05/12/2022', '06/12/2023', '07/12/2024', '08/12/2025']],
    ['予定', '実績', ['2022-12-05', '2023-12-06', '2024-12-07', '2025-12-08']],
  ] as const) {
    const bytes = await workbook((book) => {
      const sheet = book.addWorksheet('Chart')
      sheet.addRow(['Zeitplan', '', '', ...dates.flatMap((date) => [date, ''])])
      sheet.addRow(['', '', '', ...dates.flatMap(() => ['V', 'N'])])
      const head = (name: string, from: number, to: number) => {
        const row = sheet.addRow([name])
        row.getCell(1).fill = HEAD
        row.getCell(3 + from).value = name
        for (let at = from; at <= to; at += 1) row.getCell(3 + at).fill = PLAN
        sheet.mergeCells(row.number, 3 + from, row.number, 3 + to)
      }
      const pair = (name: string, planned: string, was: string) => {
        sheet.addRow([name, plan, '', ...[...planned].map((hours) => (hours === '.' ? '' : Number(hours)))])
        sheet.addRow(['', done, '', ...[...was].map((hours) => (hours === '.' ? '' : Number(hours)))])
      }
      head('Begin', 1, 3)
      pair('Meet', '1.......', '2.......')
      pair('Draft', '.24.....', '..34....')
      head('Build', 4, 8)
      pair('Frame', '...44...', '....42..')
      pair('Roof', '.....3..', '......23')
      pair('Paint', '.......2', '........')
    })
    const found = read(bytes, 'chart.xlsx')
    t.same(
      namedTree(found.plan),
      [
        ['Begin', null],
        ['Meet', 'Begin'],
        ['Draft', 'Begin'],
        ['Build', null],
        ['Frame', 'Build'],
        ['Roof', 'Build'],
        ['Paint', 'Build'],
      ],
      plan,
    )
    t.same(
      fileDates(found.plan),
      [
        ['Begin', '2022-12-05', '2022-12-06'],
        ['Meet', '2022-12-05', '2022-12-05'],
        ['Draft', '2022-12-05', '2022-12-06'],
        ['Build', '2022-12-06', '2022-12-08'],
        ['Frame', '2022-12-06', '2022-12-07'],
        ['Roof', '2022-12-07', '2022-12-07'],
        ['Paint', '2022-12-08', '2022-12-08'],
      ],
      plan,
    )
    t.same(happened(found)[5], ['Roof', '2022-12-08', '2022-12-08'], plan)
    t.ok(found.says(/tell what happened to the task above them/))
    t.equal(found.says(/years that rise with every day/), !dates[1].includes('2022'))
  }
})

t.test('marks in such rows need no header either', (t) => {
  const found = read(
    lines(
      ',,W1,W2,W3,W4,W5',
      'Survey,Planned,x,x,,,',
      ',Actual,,x,x,,',
      'Design,Planned,,,x,x,',
      ',Actual,,,,x,',
      'Review,Planned,,,,,x',
      ',Actual,,,,,',
    ),
  )
  t.same(
    found.plan.tasks.map(({ name }) => name),
    ['Survey', 'Design', 'Review'],
  )
  t.same(fileDates(found.plan)[1], ['Design', '2000-01-17', '2000-01-30'])
  t.same(happened(found)[0], ['Survey', '2000-01-10', '2000-01-23'])
  t.end()
})

const pairs = (legend: readonly [string, string] | null, lower = DONE) =>
  workbook((book) => {
    const sheet = book.addWorksheet('Chart')
    const dates = ['2026-03-23', '2026-03-24', '2026-03-25', '2026-03-27']
    sheet.addRow(['Tätigkeit', ...dates.flatMap((date) => [day(date), '', '', ''])])
    for (const [name, planned, was] of [
      ['Read', [1, 2], [1, 3]],
      ['Plan', [3, 4], [4, 6]],
      ['Build', [5, 10], [7, 12]],
      ['Test', [11, 14], []],
      ['Write', [], [13, 16]],
    ] as const) {
      const [upper, below] = [sheet.addRow([name]), sheet.addRow([])]
      const paint = (row: typeof upper, [from = 0, to = -1]: readonly number[], colour: typeof PLAN | typeof DONE) => {
        for (let at = from; at <= to; at += 1) row.getCell(1 + at).fill = colour
      }
      paint(upper, planned, PLAN)
      paint(below, was, lower)
      sheet.mergeCells(upper.number, 1, below.number, 1)
    }
    if (legend === null) return
    sheet.getRow(2).getCell(19).fill = PLAN
    sheet.getRow(2).getCell(20).value = legend[0]
    sheet.getRow(4).getCell(19).fill = lower
    sheet.getRow(4).getCell(20).value = legend[1]
  })

t.test('a second bar below that of a task is when it was done, where a legend says so', async (t) => {
  for (const legend of [
    ['Soll', 'Ist'],
    ['Plan', 'Actual'],
  ] as const) {
    const found = read(await pairs(legend), 'chart.xlsx')
    t.same(happened(found).slice(0, 2), [
      ['Read', '2026-03-23', '2026-03-23'],
      ['Plan', '2026-03-23', '2026-03-24'],
    ])
    t.same(fileDates(found.plan).slice(2, 4), [
      ['Build', '2026-03-24', '2026-03-25'],
      ['Test', '2026-03-25', '2026-03-27'],
    ])
    t.same(happened(found)[4], ['Write', '2026-03-27', '2026-03-27'])
    t.ok(found.says(/as the legend says: 3, 5, 7, 11/))
  }
  const silent = read(await pairs(null), 'chart.xlsx')
  t.ok(happened(silent).every(([, start]) => start === null))
  t.ok(silent.says(/Coloured lines without a name below tasks are not read.*: 3, 5, 7, 11/))
  // The same colour again is the same bar on two lines.
  const thick = read(await pairs(null, PLAN), 'chart.xlsx')
  t.notOk(thick.says(/Coloured lines/))
})
