// Work plans of research proposals. Seen failing before: codes were left out, months counted from the year 2000, deliverables
// were a month of work.
import t from 'tap'
import { lines, read } from './read-sheet.ts'

const PLAN = lines(
  'Work plan',
  'Project start: 1 September 2026',
  'WP,Title,Start month,End month',
  'WP1,Management,1,36',
  'T1.1,Coordination,1,36',
  'D1.1,Data plan,6,6',
  'WP2,Sensors,3,20',
  'T2.1,Design,3,10',
  'MS1,Prototype works,20,20',
)

t.test('codes of packages, tasks and deliverables are the outline', async (t) => {
  const { plan, says } = read(PLAN)
  const names = new Map(plan.tasks.map(({ id, name }) => [id, name]))
  t.same(
    plan.tasks.map(({ name, parent }) => [name, parent && names.get(parent)]),
    [
      ['Management', null],
      ['Coordination', 'Management'],
      ['Data plan', 'Management'],
      ['Sensors', null],
      ['Design', 'Sensors'],
      ['Prototype works', null],
    ],
  )
  t.ok(says(/WP1 and T1\.1 are read as the outline/))
})

t.test('months are counted from the start that the title says', async (t) => {
  const { plan, says } = read(PLAN)
  t.equal(plan.start_date, '2026-09-01')
  t.equal(plan.tasks[4]?.planned_start, '2026-11-01')
  t.match(plan.tasks[4]?.source, { finish: '2027-06-30T00:00:00' })
  t.ok(says(/project starts on 2026-09-01, as line 2 says/))
  const [task] = read(lines('Project start,2026-09-15', 'Task,Start month,End month', 'Dig,2,2', 'Pour,3,3')).plan.tasks
  t.equal(task?.planned_start, '2026-10-15', 'a month begins on the day of the month on which the project did')
})

t.test('deliverables and milestones stand at the end of their month', async (t) => {
  const { plan, says } = read(PLAN)
  t.match(plan.tasks[2], { is_milestone: true, duration: 0, planned_start: '2027-02-28' })
  t.match(plan.tasks[5], { is_milestone: true, duration: 0, planned_start: '2028-04-30' })
  t.ok(says(/2 rows with codes such as D1\.1/))
})

t.test('codes of packages beside their names, of tasks in front of theirs', async (t) => {
  const { plan } = read(
    lines('WP,Task,M1,M2,M3,M4', 'WP1,Survey,,,,', ',T1.1 Questions,x,x,,', 'WP2,Analysis,,,,', ',T2.1 Figures,,,x,x'),
  )
  const names = new Map(plan.tasks.map(({ id, name }) => [id, name]))
  t.same(
    plan.tasks.map(({ name, parent }) => [name, parent && names.get(parent)]),
    [
      ['Survey', null],
      ['T1.1 Questions', 'Survey'],
      ['Analysis', null],
      ['T2.1 Figures', 'Analysis'],
    ],
  )
})

t.test('months in cells: M1 below Start, and M1-M6 in one', async (t) => {
  for (const text of [
    lines('Project start,2026-09-01', 'Task,Start,End', 'Dig,M1,M6', 'Pour,M7,M8'),
    lines('Project start,2026-09-01', 'Task,Months', 'Dig,M1-M6', 'Pour,M7-M8'),
  ]) {
    const { plan } = read(text)
    t.same(
      plan.tasks.map(({ planned_start, source }) => [planned_start, source?.finish?.slice(0, 10)]),
      [
        ['2026-09-01', '2027-02-28'],
        ['2027-03-01', '2027-04-30'],
      ],
    )
  }
})
