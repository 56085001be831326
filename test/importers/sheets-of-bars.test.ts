// Seen failing before: numbers below years were days, weeks with a date in their header began in 2000, days of weeks below months
// were not read at all, a sign in a chart of colours was lost, and what shades a meeting or explains a colour was a task.
import type ExcelJS from 'exceljs'
import t from 'tap'
import { datesOf, day, lines, namedTree, read, workbook } from './read-sheet.ts'

const [BLUE, GREY, GREEN] = ['FF4472C4', 'FFBFBFBF', 'FF92D050']

const fill = (sheet: ExcelJS.Worksheet, line: number, from: number, to: number, colour = BLUE) => {
  for (let column = from; column <= to; column += 1)
    sheet.getRow(line).getCell(column).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: colour } }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step)
const blanks = (count: number) => Array.from({ length: count }, () => null)

t.test('twelve numbers below each year are months', async (t) => {
  const sheet = read(
    await workbook((book) => {
      const plan = book.addWorksheet('Plan')
      plan.addRow([null, 'Year 1', ...blanks(11), 'Year 2'])
      plan.addRow([null, ...numbers(1, 24)])
      plan.addRows([['WP1 Management'], ['T1.1 Reports'], ['T1.2 Meetings']])
      fill(plan, 4, 2, 13)
      fill(plan, 5, 14, 25)
    }),
    'plan.xlsx',
  )
  t.same(datesOf(sheet), [
    ['WP1 Management', null, null],
    ['T1.1 Reports', '2000-01-03', '2001-01-02'],
    ['T1.2 Meetings', '2001-01-03', '2002-01-02'],
  ])
  t.same(sheet.plan.calendar.working_days, [1, 2, 3, 4, 5], 'months say nothing of which days are worked')
})

t.test('starts are counted from the dates above the numbers of the chart', (t) => {
  const sheet = read(
    lines(
      ',Plan start,Plan duration,Week number,,,,,,,,',
      ',,,2017-04-03,,,,2017-05-01,,,,',
      ',,,1,2,3,4,5,6,7,8,9',
      'Clean data,1,2,,,,,,,,,',
      'Classify,2,4,,,,,,,,,',
      'Report,7,1,,,,,,,,,',
    ),
  )
  t.same(
    sheet.plan.tasks.map((task) => [task.name, task.planned_start, task.duration]),
    [
      ['Clean data', '2017-04-03', 10],
      ['Classify', '2017-04-10', 20],
      ['Report', '2017-05-15', 5],
    ],
  )
  t.ok(sheet.says(/counts weeks from 2017-04-03/))
  t.end()
})

t.test('a week with its first day in the header begins there', (t) => {
  const sheet = read(
    lines(
      'Task,"Week 16 , 13th Feb 2017",,,,,,,"Week 17, 20th Feb 2017",,,,,,',
      ',13,14,15,16,17,18,19,20,21,22,23,24,25,26',
      'Meet,x,,,,,,,,,,,,,',
      'Build,,x,x,x,x,,,,,,,,,',
      'Test,,,,,,,,,x,x,x,,,',
    ),
  )
  t.same(datesOf(sheet), [
    ['Meet', '2017-02-13', '2017-02-13'],
    ['Build', '2017-02-14', '2017-02-17'],
    ['Test', '2017-02-21', '2017-02-23'],
  ])
  t.end()
})

t.test('days of weeks stand below months, also where these are written above the middle of them', async (t) => {
  const sheet = read(
    await workbook((book) => {
      const plan = book.addWorksheet('Plan')
      plan.addRow([null, null, 'October', null, null, null, 'November', null, null, null, 'December'])
      plan.addRow(['Tasks', '7th', '14th', '21st', '28th', '4th', '11th', '18th', '25th', '2nd', '9th', '23rd'])
      plan.addRows([['Ideas'], ['Research'], ['Build'], ['Buy'], ['Show']])
      for (const line of [3, 4, 5, 6, 7]) fill(plan, line, 1, 12, GREY)
      fill(plan, 3, 2, 2)
      fill(plan, 4, 3, 5)
      fill(plan, 5, 6, 11, GREEN)
      fill(plan, 6, 5, 5)
      fill(plan, 7, 12, 12)
    }),
    'Robot 2019.xlsx',
  )
  t.same(datesOf(sheet), [
    ['Ideas', '2019-10-07', '2019-10-13'],
    ['Research', '2019-10-14', '2019-11-03'],
    ['Build', '2019-11-04', '2019-12-22'],
    ['Buy', '2019-10-28', '2019-11-03'],
    ['Show', '2019-12-23', '2020-01-05'],
  ])
})

t.test('signs in a chart of colours are days as well', async (t) => {
  const sheet = read(
    await workbook((book) => {
      const plan = book.addWorksheet('Plan')
      plan.addRow(['Task', ...['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'].map(day)])
      plan.addRows([['Kick-off', '◊'], ['Plan'], ['Test', null, '◊'], ['Hand in', null, null, null, '⬥']])
      fill(plan, 3, 2, 3)
      fill(plan, 4, 4, 4)
    }),
    'plan.xlsx',
  )
  t.same(datesOf(sheet), [
    ['Kick-off', '2026-03-02', '2026-03-08'],
    ['Plan', '2026-03-02', '2026-03-15'],
    ['Test', '2026-03-09', '2026-03-22'],
    ['Hand in', '2026-03-23', '2026-03-29'],
  ])
})

t.test('what shades most rows at the same place, weekdays and the key of the colours are no bars', async (t) => {
  const sheet = read(
    await workbook((book) => {
      const plan = book.addWorksheet('Plan')
      const days = numbers(2, 13).map((number) => day(`2026-03-${String(number).padStart(2, '0')}`))
      plan.addRow([null, ...days])
      plan.addRow(['Week', ...'MTWTFSSMTWTF'])
      plan.addRows([['Read'], ['Draft'], ['Ask'], ['Write'], ['Key:'], ['Meeting'], ['Ongoing']])
      for (const line of [3, 4, 5, 6]) fill(plan, line, 5, 5, GREY)
      // The same colour elsewhere does not make the others bars.
      fill(plan, 3, 9, 9, GREY)
      fill(plan, 4, 2, 4)
      fill(plan, 5, 6, 8)
      fill(plan, 6, 9, 13)
      fill(plan, 8, 2, 2, GREY)
      fill(plan, 9, 2, 2)
    }),
    'plan.xlsx',
  )
  t.same(datesOf(sheet), [
    ['Read', '2026-03-09', '2026-03-09'],
    ['Draft', '2026-03-02', '2026-03-04'],
    ['Ask', '2026-03-06', '2026-03-08'],
    ['Write', '2026-03-09', '2026-03-13'],
  ])
  t.ok(sheet.says(/Lines that explain colours or signs are not imported: 7, 8, 9/))
})

t.test('lines of numbers below the last task say nothing of the columns', (t) => {
  const sheet = read(
    lines(
      'Task,Description,People,Months',
      '1.1,Model the wind,Ann,1',
      '1.2,Model the wake,Bob,2',
      '1.3,Compare,Ann,1',
      ...numbers(1, 40).map(() => ',,,1'),
    ),
  )
  t.same(
    sheet.plan.tasks.map(({ name }) => name),
    ['Model the wind', 'Model the wake', 'Compare'],
  )
  t.ok(sheet.says(/Lines with numbers and no name are not imported: 5, 6/))
  t.end()
})

t.test('a bar from end to end is one where others have its colour, and shaded lines are none', async (t) => {
  const sheet = read(
    await workbook((book) => {
      const plan = book.addWorksheet('Plan')
      plan.addRow([null, ...numbers(2, 13).map((number) => day(`2026-03-${String(number).padStart(2, '0')}`))])
      plan.addRows([['Lead'], ['Draft'], ['Ask'], ['Write'], ['Check']])
      for (const line of [3, 5]) fill(plan, line, 2, 13, GREY)
      fill(plan, 2, 2, 13)
      fill(plan, 3, 2, 4)
      fill(plan, 4, 5, 6)
      fill(plan, 5, 7, 9)
      fill(plan, 6, 12, 13)
    }),
    'plan.xlsx',
  )
  t.same(datesOf(sheet), [
    ['Lead', '2026-03-02', '2026-03-13'],
    ['Draft', '2026-03-02', '2026-03-04'],
    ['Ask', '2026-03-05', '2026-03-06'],
    ['Write', '2026-03-07', '2026-03-09'],
    ['Check', '2026-03-12', '2026-03-13'],
  ])
})

t.test(
  'ranges of days below months are weeks, and the phase beside its number heads the tasks right of it',
  async (t) => {
    const sheet = read(
      await workbook((book) => {
        const plan = book.addWorksheet('With dates')
        plan.addRow([null, null, null, 'January', 'February', null, null, null, 'March'])
        plan.addRow([null, null, null, '26-30', '2-6', '9-13', '16-20', '23-27', '2-6'])
        plan.addRow(['Phase', null, 'Tasks'])
        plan.addRows([
          [1, 'Recruit'],
          [null, null, 'Define the role'],
          [null, null, 'Select'],
          [2, 'Design'],
          [null, null, 'Sketch'],
        ])
        // A phase may have a bar of its own.
        fill(plan, 4, 4, 6, GREEN)
        fill(plan, 5, 4, 5)
        fill(plan, 6, 6, 6)
        fill(plan, 8, 9, 9)
      }),
      'Plan 2026.xlsx',
    )
    t.same(namedTree(sheet.plan), [
      ['Recruit', null],
      ['Define the role', 'Recruit'],
      ['Select', 'Recruit'],
      ['Design', null],
      ['Sketch', 'Design'],
    ])
    t.same(datesOf(sheet).slice(1, 3), [
      ['Define the role', '2026-01-26', '2026-02-08'],
      ['Select', '2026-02-09', '2026-02-15'],
    ])
  },
)

t.test('the same day again and again is no row of times', (t) => {
  const rows = ['Course,,,', 'Intro,2026-03-02,2026-03-02,2026-03-02', 'Forms,2026-03-05,2026-03-05,2026-03-05']
  t.throws(() => read(lines(...rows)), { message: /no column could be matched to the task name/ })
  t.end()
})

t.test('a year that was not changed with the month goes on', async (t) => {
  const sheet = read(
    await workbook((book) => {
      const plan = book.addWorksheet('Plan')
      const days = ['2023-12-11', '2023-12-18', '2023-12-25', '2023-01-01', '2023-01-08', '2023-01-15']
      plan.addRow([null, 'TASKS', null, ...days.map(day)])
      plan.addRows([['Plan'], ['Build'], ['Check']])
      fill(plan, 2, 4, 5)
      fill(plan, 3, 6, 8)
      fill(plan, 4, 9, 9)
    }),
    'plan.xlsx',
  )
  t.same(datesOf(sheet), [
    ['Plan', '2023-12-11', '2023-12-24'],
    ['Build', '2023-12-25', '2024-01-14'],
    ['Check', '2024-01-15', '2024-01-21'],
  ])
  t.ok(sheet.says(/where its days begin anew they are taken for those of the next year/))
})

t.test('tasks may stand above the row of times', async (t) => {
  const sheet = read(
    await workbook((book) => {
      const plan = book.addWorksheet('Plan')
      plan.addRows([['Design'], ['Login'], ['Tests'], ['Polish']])
      plan.addRow([null, 'w0', 'w1', 'w2', 'w3'])
      fill(plan, 1, 2, 2)
      fill(plan, 2, 3, 4)
      fill(plan, 3, 4, 4)
      fill(plan, 4, 5, 5)
    }),
    'plan.xlsx',
  )
  t.same(datesOf(sheet), [
    ['Design', '2000-01-03', '2000-01-09'],
    ['Login', '2000-01-10', '2000-01-23'],
    ['Tests', '2000-01-17', '2000-01-23'],
    ['Polish', '2000-01-24', '2000-01-30'],
  ])
  t.ok(sheet.says(/left of and above them, is taken for the names/))
})

t.test('tasks that are numbered are no header below the times of a chart', (t) => {
  const sheet = read(lines(',Year 1,,,,,,,,,,,', `,${numbers(1, 12)}`, 'Task 1,x,x,,,,,,,,,,', 'Task 2,,,x,,,,,,,,,'))
  t.same(datesOf(sheet), [
    ['Task 1', '2000-01-03', '2000-03-02'],
    ['Task 2', '2000-03-03', '2000-04-02'],
  ])
  t.end()
})
