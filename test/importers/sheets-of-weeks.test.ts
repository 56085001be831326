// The week of a plan that a sheet tells by its dates alone.

import t from 'tap'
import { readWithPreview } from '../../importers/read-plan.ts'
import { lines, read } from './read-sheet.ts'

t.test('a plan whose tasks begin and end on all days of the week works on all of them', async (t) => {
  const { plan, says } = read(
    lines(
      'No,Activity,Start,Finish',
      '1,Site clearance,01/07/2026,10/07/2026',
      '2,Excavation,11/07/2026,25/07/2026',
      '3,Bed,26/07/2026,30/07/2026',
      '4,Frame,31/07/2026,25/08/2026',
    ),
  )
  t.same(plan.calendar?.working_days, [1, 2, 3, 4, 5, 6, 7])
  t.same(
    plan.tasks.map(({ planned_start, duration }) => [planned_start, duration]),
    [
      ['2026-07-01', 10],
      ['2026-07-11', 15],
      ['2026-07-26', 5],
      ['2026-07-31', 26],
    ],
  )
  t.ok(says(/^Saturdays and Sundays are working days of the plan/))
})

t.test('a plan of six days a week leaves Sundays out', async (t) => {
  const { plan } = read(
    lines(
      'Task,Start,Finish',
      'A,2026-07-06,2026-07-11',
      'B,2026-07-13,2026-07-18',
      'C,2026-07-18,2026-07-22',
      'D,2026-07-20,2026-07-25',
      'E,2026-07-25,2026-07-28',
      'F,2026-07-27,2026-08-06',
    ),
  )
  t.same(plan.calendar?.working_days, [1, 2, 3, 4, 5, 6])
})

t.test('weeks and months that end on a weekend say nothing of the days worked in them', async (t) => {
  for (const rows of [
    ['A,2026-07-06,2026-07-12', 'B,2026-07-13,2026-07-26', 'C,2026-07-27,2026-08-02'],
    ['A,2026-08-01,2026-08-31', 'B,2026-11-01,2026-11-30', 'C,2026-02-01,2026-02-28'],
    ['A,Aug 2026,Oct 2026', 'B,Nov 2026,Jan 2027', 'C,Feb 2027,Feb 2027'],
  ]) {
    const { plan } = read(lines('Task,Start,Finish', ...rows))
    t.same(plan.calendar?.working_days, [1, 2, 3, 4, 5], `${rows[0]}`)
  }
})

t.test('one date on a weekend among many is a slip, and durations that leave weekends out are believed', async (t) => {
  const slip = read(
    lines('Task,Start', ...Array.from({ length: 30 }, (_, index) => `T${index},2026-07-${index === 7 ? '11' : '08'}`)),
  )
  t.same(slip.plan.calendar?.working_days, [1, 2, 3, 4, 5])
  const told = read(
    lines(
      'Task,Start,Finish,Days',
      'A,2026-07-04,2026-07-08,3',
      'B,2026-07-09,2026-07-15,5',
      'C,2026-07-18,2026-07-22,3',
    ),
  )
  t.same(told.plan.calendar?.working_days, [1, 2, 3, 4, 5])
})

t.test('a week from Sunday to Thursday is one where hardly a date is on the other days', async (t) => {
  const weeks = ['05', '12', '19', '26'].flatMap((sunday) => [
    `A${sunday},2026-07-${sunday},2026-07-${String(Number(sunday) + 1).padStart(2, '0')}`,
    `B${sunday},2026-07-${String(Number(sunday) + 2).padStart(2, '0')},2026-07-${String(Number(sunday) + 4).padStart(2, '0')}`,
  ])
  const { plan } = read(lines('Task,Start,Finish', ...weeks))
  t.same(plan.calendar?.working_days, [1, 2, 3, 4, 7])
  const few = read(
    lines('Task,Start,Finish', 'A,2026-09-06,2026-09-10', 'B,2026-09-13,2026-09-24', 'C,2026-09-27,2026-11-05'),
  )
  t.same(few.plan.calendar?.working_days, [1, 2, 3, 4, 7])
  t.same(
    few.plan.tasks.map(({ duration }) => duration),
    [5, 10, 30],
  )
})

t.test('the calendar of the project stays, and dates on its days off are said', async (t) => {
  const text = lines('Task,Start,Finish', 'A,2026-07-11,2026-07-14', 'B,2026-07-18,2026-07-19')
  const { plan, preview } = readWithPreview(Buffer.from(text), 'plan.csv', {
    calendar: { working_days: [1, 2, 3, 4, 5], exceptions: [] },
  })
  t.same(plan.calendar?.working_days, [1, 2, 3, 4, 5])
  t.ok(
    preview?.warnings.some((warning) => /on Saturdays and Sundays, which are days off in this project/.test(warning)),
  )
})
