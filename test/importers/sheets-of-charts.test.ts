// Seen failing before: charts whose names have no header were refused or read from a row far below, months above several columns
// said nothing, counted weeks lost their order, and tasks below the dates of their head had none.
import type ExcelJS from 'exceljs'
import t from 'tap'
import { datesOf, day, lines, namedTree, read, workbook } from './read-sheet.ts'

const BLUE = 'FF4472C4'

const fill = (sheet: ExcelJS.Worksheet, line: number, from: number, to: number, colour = BLUE) => {
  for (let column = from; column <= to; column += 1)
    sheet.getRow(line).getCell(column).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: colour } }
}

t.test('a row of times alone is the header of a chart, and the words left of it are the tasks', async (t) => {
  const marked = read(
    lines(
      'Programme of works,,,,,',
      ',,w/c 05/01,w/c 12/01,w/c 19/01,w/c 26/01',
      'Stage 1,Demolition,X,X,,',
      ',Steel,,X,X,',
      'Stage 2,Cladding,,,,X',
    ),
    'Works 2026.csv',
  )
  t.same(datesOf(marked), [
    ['Stage 1', null, null],
    ['Demolition', '2026-01-05', '2026-01-18'],
    ['Steel', '2026-01-12', '2026-01-25'],
    ['Stage 2', null, null],
    ['Cladding', '2026-01-26', '2026-02-01'],
  ])
  t.same(namedTree(marked.plan)[2], ['Steel', 'Stage 1'])
  t.ok(marked.says(/Line 2 names times and no tasks; column 2, left of them, is taken for the names/))
  const numbers = read(
    await workbook((book) => {
      const sheet = book.addWorksheet('Plan')
      sheet.addRows([['Week:', 1, 2, 3, 4, 5, 6], ['Login'], ['Upload'], ['Reports']])
      fill(sheet, 2, 2, 3)
      fill(sheet, 3, 3, 5)
      fill(sheet, 4, 7, 7)
    }),
    'plan.xlsx',
  )
  t.same(datesOf(numbers), [
    ['Login', '2000-01-03', '2000-01-16'],
    ['Upload', '2000-01-10', '2000-01-30'],
    ['Reports', '2000-02-07', '2000-02-13'],
  ])
  t.ok(numbers.says(/counted from 2000-01-03, because the file names no start/))
  const ranges = read(lines(',18th - 24th Nov,25th Nov - 1st Dec,2nd - 8th Dec', 'Plan,x,,', 'Build,,x,x'), '2024.csv')
  t.same(datesOf(ranges), [
    ['Plan', '2024-11-18', '2024-11-24'],
    ['Build', '2024-11-25', '2024-12-08'],
  ])
})

t.test('a chart in which nothing is drawn is no plan', (t) => {
  t.throws(() => read(lines(',2026-03-02,2026-03-09,2026-03-16', 'Ann,3,4,5', 'Bob,2,2,1')), { code: 'no_name_column' })
  t.end()
})

t.test('words in the columns of times are tasks below what stands left of them', async (t) => {
  const board = read(
    lines('Product roadmap 2026,,,,', 'Theme,Q1,Q2,Q3,Q4', 'Payments,Card vault,Refunds,,', 'Mobile,,Sign-in,,Push'),
  )
  t.same(datesOf(board), [
    ['Payments', null, null],
    ['Card vault', '2026-01-01', '2026-03-31'],
    ['Refunds', '2026-04-01', '2026-06-30'],
    ['Mobile', null, null],
    ['Sign-in', '2026-04-01', '2026-06-30'],
    ['Push', '2026-10-01', '2026-12-31'],
  ])
  t.ok(board.says(/are guessed to be 4 tasks that begin where they stand, in 2026/))
  const bars = read(
    await workbook((book) => {
      const sheet = book.addWorksheet('Plan')
      sheet.addRow([null, ...['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'].map(day)])
      sheet.addRow(['Group work'])
      sheet.addRow([null, 'Research'])
      sheet.addRow([null, null, 'Design'])
      fill(sheet, 3, 2, 3)
      fill(sheet, 4, 3, 5)
    }),
    'plan.xlsx',
  )
  t.same(datesOf(bars), [
    ['Group work', null, null],
    ['Research', '2026-03-02', '2026-03-15'],
    ['Design', '2026-03-09', '2026-03-29'],
  ])
})

t.test('months and weeks above several columns share their days among them', (t) => {
  const months = read(
    lines(
      'Garden 2026,,,,,,,,',
      'Activity,January,,,,February,,,',
      'Soil,x,x,,,,,,',
      'Beds,,,x,x,x,,,',
      'Sow,,,,,,,x,x',
    ),
  )
  t.same(datesOf(months), [
    ['Soil', '2026-01-01', '2026-01-15'],
    ['Beds', '2026-01-16', '2026-02-07'],
    ['Sow', '2026-02-15', '2026-02-28'],
  ])
  const anew = read(lines(',March,,,,April,,May', 'Activity,1,2,3,4,1,2,1', 'Dig,x,x,,,,,', 'Pour,,,,x,x,,'))
  t.same(datesOf(anew), [
    ['Dig', '2000-03-01', '2000-03-14'],
    ['Pour', '2000-03-22', '2000-04-07'],
  ])
  const weeks = read(lines('Task,Week 1,,,,,Week 2,,,,', 'Dig,x,x,,,,,,,,', 'Pour,,,,,x,x,x,,,'))
  t.same(datesOf(weeks), [
    ['Dig', '2000-01-03', '2000-01-04'],
    ['Pour', '2000-01-07', '2000-01-11'],
  ])
  t.end()
})

t.test('tasks without dates below a head that has some get theirs from their bars', async (t) => {
  const days = [0, 1, 2, 3, 4].map((step) => day(`2026-03-0${2 + step}`))
  const sheet = read(
    await workbook((book) => {
      const plan = book.addWorksheet('Plan')
      plan.addRow(['Task', 'Start', 'End', ...days])
      plan.addRow(['Sprint 1', days[0], days[4]])
      plan.addRows([['Research'], ['Code'], ['Demo']])
      fill(plan, 3, 4, 5)
      fill(plan, 4, 6, 7)
      fill(plan, 5, 8, 8)
    }),
    'plan.xlsx',
  )
  t.same(datesOf(sheet), [
    ['Sprint 1', '2026-03-02', '2026-03-06'],
    ['Research', '2026-03-02', '2026-03-03'],
    ['Code', '2026-03-04', '2026-03-05'],
    ['Demo', '2026-03-06', '2026-03-06'],
  ])
  t.ok(sheet.says(/3 rows without dates have bars in the columns of days/))
})

t.test('one year in the middle above months is that of all of them', async (t) => {
  const { plan } = read(
    ['Period,,,2024,,', 'Months,Aug,Sep,Oct,Nov,Dec', 'Choose,x,,,,', 'Read,,x,x,,', 'Write,,,x,x,x'].join('\n'),
  )
  t.same(
    plan.tasks.map((task) => [task.name, task.planned_start, task.source?.finish?.slice(0, 10)]),
    [
      ['Choose', '2024-08-01', '2024-08-31'],
      ['Read', '2024-09-01', '2024-10-31'],
      ['Write', '2024-10-01', '2024-12-31'],
    ],
  )
})
