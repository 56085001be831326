// Every test was seen failing while the file was read as one of GanttProject, without links, dates and calendars.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { schedulePlan } from '../../compute/index.ts'
import { fileDates } from '../../importers/check/file-dates.ts'
import { readPlan } from '../../importers/read-plan.ts'

const plan = readPlan(readFileSync(new URL('../../fixtures/plans/quay.planner', import.meta.url)), 'quay.planner')

t.test('work of GNOME Planner is shared by the people on a task, unless its length is fixed', async (t) => {
  t.match(plan, { name: 'Quay wall', start_date: '2026-03-02', source: { format: 'planner', minutes_per_day: 480 } })
  t.same(
    plan.tasks.map(({ name, duration, parent, is_milestone, planned_start, constraint_type, source }) => [
      name,
      duration,
      parent,
      is_milestone,
      planned_start ?? constraint_type,
      source?.start,
    ]),
    [
      ['Works', 14, null, false, undefined, '2026-03-02T07:00:00'],
      ['Survey', 4, '1', false, undefined, '2026-03-02T07:00:00'],
      ['Piling', 3, '1', false, undefined, '2026-03-09T07:00:00'],
      ['Handover', 0, '1', true, undefined, '2026-03-12T16:00:00'],
      ['Watch', 2, null, false, '2026-03-05', '2026-03-05T07:00:00'],
      ['Closing', 1, null, false, 'MSO', '2026-03-16T07:00:00'],
    ],
  )
  t.equal(plan.tasks[0]?.notes, 'By the sea')
  t.match(plan.assignments, [
    { task: '2', resource: '1', units: 1, work_minutes: 1920 },
    { task: '2', resource: '2', units: 1, work_minutes: 1920 },
    { task: '2', resource: '4', units: 5 },
    { task: '5', resource: '3', units: 0.5, work_minutes: 480 },
  ])
})

t.test('its lags run through nights and days off', async (t) => {
  t.match(plan.dependencies, [
    { predecessor: '2', successor: '3', dep_type: 'FS', lag: 1, lag_unit: 'elapsed' },
    { predecessor: '3', successor: '4', dep_type: 'FS', lag: 0, lag_unit: 'working' },
  ])
})

t.test('its days are of kinds, with hours of their own, and calendars lie in one another', async (t) => {
  t.same(plan.calendar.working_days, [1, 2, 3, 4, 5])
  t.same(plan.calendar.exceptions, [
    { from: '2026-03-10', to: '2026-03-10', working: false },
    { from: '2026-03-14', to: '2026-03-14', working: true },
  ])
  t.match(plan.calendar.source, { name: 'Harbour', day_starts: '07:00', worked_minutes: 480 })
  t.same(plan.calendars['2']?.working_days, [1, 2, 3, 4])
  t.match(plan.calendars['2']?.exceptions, [{ from: '2026-03-10', working: true }, { from: '2026-03-14' }])
  t.match(plan.resources?.[2], { name: 'Cem', calendar: '2' })
})

t.test('its dates are those of the file, by the days of the people on a task', async (t) => {
  const dates = schedulePlan(plan).tasks
  for (const { task, start, finish } of fileDates(plan)) {
    const computed = dates.find(({ id }) => id === task)
    t.same([computed?.early_start, computed?.early_finish], [start, finish], task)
  }
})

t.test('what no plan has a place for is counted', async (t) => {
  const messages = plan.receipt.map(({ message }) => message).join('\n')
  t.match(messages, /phases \(1/)
  t.match(messages, /people’s own \(1/)
})

t.test('hours that end at midnight end with their day', async (t) => {
  const day = (start: string, end: string) =>
    readPlan(
      Buffer.from(`<?xml version="1.0"?><project mrproject-version="2" project-start="20260302T000000Z" calendar="1"><calendars>
<day-types><day-type id="0" name="Working"/><day-type id="1" name="Nonworking"/></day-types>
<calendar id="1" name="Hours"><default-week mon="0" tue="0" wed="0" thu="0" fri="0" sat="0" sun="0"/>
<overridden-day-types><overridden-day-type id="0"><interval start="${start}" end="${end}"/></overridden-day-type></overridden-day-types>
</calendar></calendars><tasks/></project>`),
      'hours.planner',
    ).calendar
  t.match(day('0000', '0000'), { working_days: [1, 2, 3, 4, 5, 6, 7], source: { worked_minutes: 1440 } })
  t.match(day('2300', '0000'), { source: { day_starts: '23:00', worked_minutes: 60 } })
})
