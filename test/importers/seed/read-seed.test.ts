import t from 'tap'
import { readPlan } from '../../../importers/read-plan.ts'
import { placeSeedTasks } from '../../../importers/seed/place-seed-tasks.ts'
import { planFromSeed } from '../../../importers/seed/plan-from-seed.ts'
import { readSeed } from '../../../importers/seed/read-seed.ts'
import { smallSeed } from '../../support/seeds.ts'
import { bytesOf, type Json, newer, problems, read, TODAY, tasksOf } from './broken-seed.ts'

t.test('a good document has no problem, and says what it holds', async (t) => {
  const { errors, claims, seed } = read(smallSeed())
  t.strictSame(errors, [])
  t.match(claims, {
    schema_version: '1.0',
    program_slug: 'tram-line',
    project_count: 2,
    task_count: 6,
    resource_count: 2,
  })
  t.equal(seed?.projects[0]?.tasks?.[1]?.name, 'Dig')
})

t.test('the version decides, and comes first', async (t) => {
  t.strictSame(
    problems((seed) => Object.assign(seed, { schema_version: '3.0', nonsense: 1 })),
    ['$.schema_version: This version is not known; known are "1.0" and "2.0".'],
  )
  const absent = problems((seed) => {
    delete seed.schema_version
    seed.nonsense = 1
  })
  t.strictSame(absent, [
    '$.nonsense: Unknown field.',
    '$.schema_version: This field is required; it is "1.0" or "2.0".',
  ])
  t.match(
    problems((seed) => Object.assign(seed, { schema_version: '1.7' })),
    [/schema_version/],
  )
  t.match(
    problems((seed) => Object.assign(seed, { schema_version: 2 })),
    [/schema_version/],
  )
})

t.test('what only the newer version has is unknown to the older one', async (t) => {
  const anchored = (seed: Json) => Object.assign(seed, { anchor: '2026-03-02', events: [] })
  t.strictSame(problems(anchored), ['$.anchor: Unknown field.', '$.events: Unknown field.'])
  t.strictSame(
    problems((seed) => anchored(newer(seed))),
    [],
  )
  t.match(
    problems((seed) => Object.assign(tasksOf(seed)[1], { planned_start: 'A+3' })),
    [/planned_start: Must be a date/],
  )
  t.strictSame(
    problems((seed) => Object.assign(tasksOf(newer(seed))[1], { planned_start: 'A+3' })),
    [],
  )
  t.match(
    problems((seed) => Object.assign(tasksOf(seed)[1], { links: [] })),
    ['$.projects[0].tasks[1].links: Unknown field.'],
  )
})

t.test('relative dates count from the anchor and move to a working day, unless they are exact', async (t) => {
  const seed = newer(smallSeed())
  Object.assign(seed, { anchor: '2026-12-18' })
  // A Friday; the calendar works Monday to Saturday and is off from the 24th to the 26th.
  Object.assign(tasksOf(seed)[1], { planned_start: 'A+2', actual_start: 'A+2!' })
  Object.assign(tasksOf(seed)[2], { planned_start: 'A+6', actual_start: '2026-12-25' })
  Object.assign(seed.calendars[0].exceptions[0], { exc_start: 'A+6', exc_end: 'A+8' })
  const tasks = read(seed).seed?.projects[0]?.tasks
  t.match(tasks?.[1], { planned_start: '2026-12-21', actual_start: '2026-12-20' })
  t.match(tasks?.[2], { planned_start: '2026-12-28', actual_start: '2026-12-25' })
  const unanchored = newer(smallSeed())
  unanchored.projects[0].start_date = 'A+0!'
  t.equal(read(unanchored).seed?.projects[0]?.start_date, TODAY)
  t.match(
    problems(
      (far) =>
        Object.assign(newer(far), { anchor: '2199-12-30' }) &&
        Object.assign(tasksOf(far)[1], { planned_start: 'A+9!' }),
    ),
    [/planned_start: The date lies outside/],
  )
})

t.test('a calendar without a working day leaves dates where they are', async (t) => {
  const seed = newer(smallSeed())
  seed.calendars[0].working_days = 0
  seed.projects[0].start_date = 'A+1'
  t.equal(read(seed).seed?.projects[0]?.start_date, '2026-11-22')
})

t.test('paths become a tree', async (t) => {
  const order = (...paths: string[]) =>
    placeSeedTasks(paths.map((wbs_path) => ({ wbs_path, name: wbs_path }))).placed.map(
      ({ task, parent, wbsOrder }) => `${task.wbs_path} ${parent} ${wbsOrder.join('.')}`,
    )
  t.strictSame(order('2', '10', '1', '1.2', '1.10'), ['1 null 1', '1.2 1 1.2', '1.10 1 1.10', '2 null 2', '10 null 10'])
  t.strictSame(order('A', 'A.b', 'A.b.3.x'), ['A null 1', 'A.b A 1.1', 'A.b.3.x A.b 1.1.1'])
  t.strictSame(order('1', '01'), ['01 null 1', '1 null 2'])
})

t.test('keys beside the document are taken out of a request body, and are unknown in a file', async (t) => {
  const body = { ...smallSeed(), replace: true, expected_program_id: 'x' }
  const reading = readSeed(bytesOf(body), { today: TODAY, hasControls: true })
  t.strictSame(reading.errors, [])
  t.strictSame(reading.controls, { replace: true, expected_program_id: 'x' })
  t.match(read(body).errors, ['$.expected_program_id: Unknown field.', '$.replace: Unknown field.'])
})

t.test('a seed is read as one plan, each project a phase', async (t) => {
  const plan = readPlan(bytesOf(smallSeed()), 'tram.json')
  t.equal(plan.source?.format, 'seed')
  t.strictSame(
    plan.tasks.map((task) => [task.id, task.parent]),
    [
      ['track', null],
      ['track:1', 'track'],
      ['track:1.1', 'track:1'],
      ['track:1.2', 'track:1'],
      ['track:1.10', 'track:1'],
      ['signals', null],
      ['signals:1', 'signals'],
      ['signals:2', 'signals'],
    ],
  )
  t.match(plan.dependencies.at(-1), { predecessor: 'track:1.10', successor: 'signals:2', lag: 2 })
  t.strictSame(plan.calendar.working_days, [1, 2, 3, 4, 5, 6])
  t.match(plan.assignments[0], { task: 'track:1.1', resource: 'crew', units: 1.5 })
  t.match(plan.receipt, [{ code: 'not_imported', where: { field: 'calendar_overlays' } }])
  const relative = newer(smallSeed())
  tasksOf(relative)[2].planned_start = 'A+3'
  const counted = readPlan(bytesOf(relative), 'x.json', { startDate: '2026-03-02' })
  t.match(counted.receipt, [{ code: 'anchor_defaulted', message: /2026-03-02/ }])
  t.equal(counted.tasks[3]?.planned_start, '2026-03-05')
  const one = smallSeed()
  one.projects.pop()
  t.equal(planFromSeed(read(one).seed!).tasks[0]?.id, '1')
  t.throws(() => readPlan(bytesOf({ ...smallSeed(), projects: [] }), 'x.json'), { code: 'invalid_plan' })
})

t.test('whether an event touched the goal of its sprint is yes or no', async (t) => {
  const event = { at: 'A+0T09:00', action: 'task.status', target: 'task:track:1' }
  const withImpact = (goal_impact: unknown) => (seed: Json) =>
    Object.assign(newer(seed), { events: [{ ...event, goal_impact }] })
  t.strictSame(problems(withImpact(true)), [])
  t.match(problems(withImpact('yes')), [/^\$\.events\[0\]\.goal_impact/])
})
