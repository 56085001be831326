import t from 'tap'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import { readPlan } from '../../importers/read-plan.ts'
import { writePlanJson } from '../../importers/write/write-plan-json.ts'

const least = { format: 'svc-plan/1', start_date: '2026-03-02', tasks: [{ id: 'A', duration: 5 }] }

const read = (value: unknown, limits = {}) =>
  readPlan(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), 'plan.json', { limits })

function refusal(value: unknown, limits = {}): ImportRefusal {
  try {
    read(value, limits)
  } catch (error) {
    if (error instanceof ImportRefusal) return error
    throw error
  }
  throw new Error('not refused')
}

t.test('the least plan gets its neutral defaults', async (t) => {
  t.same(read(least), {
    format: 'svc-plan/1',
    name: 'Imported plan',
    start_date: '2026-03-02',
    status_date: null,
    calendar: { working_days: [1, 2, 3, 4, 5], exceptions: [] },
    calendars: {},
    tasks: [
      {
        id: 'A',
        duration: 5,
        parent: null,
        calendar: null,
        is_milestone: false,
        planned_start: null,
        percent_complete: 0,
        actual_start: null,
        actual_finish: null,
        optimistic_duration: null,
        most_likely_duration: null,
        pessimistic_duration: null,
        delivery_mode: 'waterfall',
        story_points: null,
      },
    ],
    dependencies: [],
    resources: [],
    assignments: [],
    receipt: [],
  })
})

t.test('constraints and deadlines are read as they are, and an unknown kind is refused', async (t) => {
  const held = { constraint_type: 'FNLT', constraint_date: '2026-03-20', deadline: '2026-03-19' }
  const plan = read({ ...least, tasks: [{ id: 'A', duration: 5, ...held }] })
  t.match(plan.tasks[0], held)
  t.same(readPlan(Buffer.from(writePlanJson(plan)), 'plan.json'), plan)
  const unknown = refusal({ ...least, tasks: [{ id: 'A', duration: 5, constraint_type: 'SOON' }] })
  t.match(unknown, { code: 'invalid_plan', detail: /tasks\[0\]\.constraint_type must be one of ASAP/ })
  t.equal(refusal({ ...least, tasks: [{ id: 'A', duration: 5, deadline: 7 }] }).code, 'invalid_plan')
})

t.test('unknown fields are kept, and a plan written is the plan read', async (t) => {
  const plan = read({
    ...least,
    custom: { a: 1 },
    tasks: [{ id: 'A', duration: 1.5, colour: 'red' }],
    dependencies: [{ predecessor: 'A', successor: 'A', note: 'x' }],
  })
  t.match(plan, {
    custom: { a: 1 },
    tasks: [{ colour: 'red', duration: 1.5 }],
    dependencies: [{ dep_type: 'FS', lag: 0, lag_unit: 'working', note: 'x' }],
  })
  t.same(read(writePlanJson(plan)), plan)
})

t.test('arithmetic is not judged here', async (t) => {
  t.equal(read({ ...least, tasks: [{ id: 'A', duration: -5 }] }).tasks[0]?.duration, -5)
})

t.test('a wrong shape is refused with the place', async (t) => {
  const table: [unknown, RegExp][] = [
    [{ ...least, start_date: 5 }, /^start_date must be a string/],
    [{ ...least, tasks: {} }, /^tasks must be a list/],
    [{ ...least, tasks: [{ duration: 1 }] }, /^tasks\[0\]\.id must be a string/],
    [{ ...least, tasks: [{ id: 'A', duration: '5' }] }, /^tasks\[0\]\.duration must be a number/],
    [{ ...least, tasks: [null] }, /^tasks\[0\] must be an object/],
    [
      { ...least, dependencies: [{ predecessor: 'A', successor: 'B', dep_type: 'XX' }] },
      /^dependencies\[0\]\.dep_type must be one of/,
    ],
    [{ ...least, calendar: { working_days: [0] } }, /^calendar\.working_days\[0\] must be a weekday from 1 to 7/],
    [
      { ...least, calendar: { exceptions: [{ from: '2026-01-01' }] } },
      /^calendar\.exceptions\[0\]\.to must be a string/,
    ],
    [JSON.stringify(least).replace('5}', '1e999}'), /duration must be a number/],
  ]
  for (const [value, message] of table) {
    const refused = refusal(value)
    t.equal(refused.code, 'invalid_plan')
    t.match(refused.detail, message)
  }
})

t.test('text that is no plan, too deep, or says a key twice', async (t) => {
  t.equal(refusal('{"format": "svc-plan/1",').code, 'unreadable_file')
  t.equal(refusal('{"format": "svc-plan/2"}').code, 'unsupported_format')
  t.equal(refusal('[]').code, 'invalid_plan')
  t.equal(refusal(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`).code, 'too_complex')
  t.equal(refusal(`${'['.repeat(1_000_000)}`).code, 'too_complex')
  t.match(refusal('{"format":"svc-plan/1","form\\u0061t":"x"}').detail, /occurs twice/)
  t.equal(refusal(Buffer.from([0x7b, 0xff]).toString('latin1')).code, 'unreadable_file')
  t.equal(
    refusal({ ...least, tasks: [least.tasks[0], { id: 'B', duration: 1 }] }, { maxTasks: 1 }).code,
    'too_many_tasks',
  )
  t.equal(refusal(least, { planJsonBytes: 10 }).code, 'too_large')
})

t.test('names that mean something to JavaScript are ordinary keys', async (t) => {
  const text = JSON.stringify(least).replace(
    '"tasks"',
    '"__proto__": {"polluted": 1}, "calendars": {"__proto__": {"working_days": [1]}}, "tasks"',
  )
  const plan = read(text)
  t.same(Object.keys(plan.calendars), ['__proto__'])
  t.equal(({} as Record<string, unknown>).polluted, undefined)
  t.equal((plan as unknown as Record<string, unknown>).polluted, undefined)
})
