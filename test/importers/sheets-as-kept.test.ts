// Sheets as people keep them, written before the reader was looked at. Each was seen to be read otherwise before.

import t from 'tap'
import { lines, read } from './read-sheet.ts'

const people = (plan: ReturnType<typeof read>['plan'], id: string) =>
  plan.assignments
    .filter(({ task }) => task === id)
    .map(({ resource }) => plan.resources.find((known) => known.id === resource)?.name)

t.test('TBD, N/A and a dash among people are nobody', async (t) => {
  for (const nobody of ['TBD', 'N/A', 'n/a', '-', 'Unassigned', 'tba', 'offen', '未定']) {
    const { plan } = read(lines('Task,Owner,Days', `A,${nobody},2`, 'B,Sam,1'))
    t.same(
      plan.resources.map(({ name }) => name),
      ['Sam'],
      nobody,
    )
  }
})

t.test('two people joined by a word are two where one of them stands alone elsewhere, a firm is one', async (t) => {
  const { plan } = read(lines('Tâche;Durée;Responsable', 'A;2;Claire', 'B;3;Hugo et Claire', 'C;1;Smith & Sons'))
  t.same(people(plan, 'row-3'), ['Hugo', 'Claire'])
  t.same(people(plan, 'row-4'), ['Smith & Sons'])
})

t.test('a duration that says milestone is one', async (t) => {
  const { plan } = read(lines('Task,Duration', 'Build,3 days', 'Launch,milestone'))
  t.same(
    plan.tasks.map(({ duration, is_milestone }) => [duration, is_milestone]),
    [
      [3, false],
      [0, true],
    ],
  )
})

t.test('letters of a formula behind three estimates are no units', async (t) => {
  const { plan } = read(lines('Activity,Optimistic (a),Most Likely (m),Pessimistic (b)', 'Dig,2,4,6', 'Pour,3,5,13'))
  t.same(
    plan.tasks.map((task) => [task.duration, task.optimistic_duration, task.pessimistic_duration]),
    [
      [4, 2, 6],
      [5, 3, 13],
    ],
  )
  const hours = read(lines('Activity,Optimistic (h),Most Likely (h),Pessimistic (h)', 'Dig,8,16,24'))
  t.equal(hours.plan.tasks[0]?.duration, 2)
})

t.test('dates without a year are of the year in the name of the file, where the sheet says none', async (t) => {
  const rows = lines('Job,From,To', 'Strip out,1 Mar,5 Mar', 'Units,22 Mar,2 Apr')
  const named = read(rows, 'Kitchen plan 2027.csv')
  t.same(
    named.plan.tasks.map((task) => [task.planned_start, task.duration]),
    [
      ['2027-03-01', 5],
      ['2027-03-22', 10],
    ],
  )
  t.ok(named.says(/2027 is taken, as the name of the file says/))
  const titled = read(lines('Kitchen 2026,,', rows.trim()), 'Kitchen plan 2027.csv')
  t.equal(titled.plan.start_date, '2026-03-01')
  t.equal(read(rows, 'plans 2026-2027.csv').plan.tasks[0]?.planned_start, null)
})

t.test('weeks named by their first day are starts; what, who and when make a plan', async (t) => {
  const { plan } = read(lines('Activity,Week starting,Weeks,Owner', 'Posts,2026-04-06,3,Max'))
  t.same([plan.tasks[0]?.planned_start, plan.tasks[0]?.duration], ['2026-04-06', 15])
  const list = read(lines('What,Who,Due by', 'Book the venue,Emma,2026-03-10')).plan
  t.same([list.tasks[0]?.name, list.tasks[0]?.deadline], ['Book the venue', '2026-03-10'])
})

t.test('subcontractors and crafts do the work where nobody else is named', async (t) => {
  t.same(people(read(lines('Activity,Sub,Crew Size,Days', 'Frame,ABC Drywall,8,2')).plan, 'row-2'), ['ABC Drywall'])
  t.same(people(read(lines('Task,Craft,Owner,Hours', 'Open,Mech,Ann,8')).plan, 'row-2'), ['Ann'])
})
