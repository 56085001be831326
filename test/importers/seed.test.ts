import t from 'tap'
import { readPlan } from '../../importers/read-plan.ts'
import { placeSeedTasks } from '../../importers/seed/place-seed-tasks.ts'
import { planFromSeed } from '../../importers/seed/plan-from-seed.ts'
import { readSeed } from '../../importers/seed/read-seed.ts'
import { smallSeed } from '../support/seeds.ts'

const TODAY = '2026-11-21'
// biome-ignore lint/suspicious/noExplicitAny: documents are broken here in every way that a type would forbid.
type Json = any

const bytesOf = (document: unknown) => new TextEncoder().encode(JSON.stringify(document))
const read = (document: unknown) => readSeed(bytesOf(document), { today: TODAY })
/** The problems of the small seed after a change. */
function problems(change: (seed: Json) => void): readonly string[] {
  const seed = smallSeed()
  change(seed)
  return read(seed).errors
}
const newer = (seed: Json) => {
  seed.schema_version = '2.0'
  return seed
}
const tasksOf = (seed: Json, project = 0): Json[] => seed.projects[project].tasks

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

t.test('every problem of the structure is listed with its place, in the order of the document', async (t) => {
  const found = problems((seed) => {
    seed.program.slug = 'Not A Slug'
    seed.projects[0].start_date = '2026-02-30'
    tasksOf(seed)[2].duration = -1
    tasksOf(seed)[10] = { wbs_path: '1..2' }
    tasksOf(seed)[2].colour = 'red'
    tasksOf(seed)[3].name = null
    delete seed.projects[1].methodology
  })
  t.match(found, [
    /^\$\.program\.slug: Must be a slug/,
    /^\$\.projects\[0\]\.start_date: Must be a date/,
    /^\$\.projects\[0\]\.tasks\[2\]\.colour: Unknown field\./,
    /^\$\.projects\[0\]\.tasks\[2\]\.duration: /,
    /^\$\.projects\[0\]\.tasks\[3\]\.name: /,
    ...[4, 5, 6, 7, 8, 9].map((index) => new RegExp(`^\\$\\.projects\\[0\\]\\.tasks\\[${index}\\]: `)),
    /^\$\.projects\[0\]\.tasks\[10\]\.name: This field is required\./,
    /^\$\.projects\[0\]\.tasks\[10\]\.wbs_path: Must be a WBS path/,
    /^\$\.projects\[1\]\.methodology: This field is required\./,
  ])
})

const DANGLING: readonly [place: string, change: (seed: Json) => void][] = [
  ['$.program.lead', (seed) => Object.assign(seed.program, { lead: 'nobody' })],
  ['$.program.calendar', (seed) => Object.assign(seed.program, { calendar: 'none' })],
  ['$.resources[0].calendar', (seed) => Object.assign(seed.resources[0], { calendar: 'none' })],
  ['$.resources[0].account', (seed) => Object.assign(seed.resources[0], { account: 'nobody' })],
  ['$.projects[0].calendar', (seed) => Object.assign(seed.projects[0], { calendar: 'none' })],
  ['$.projects[0].lead', (seed) => Object.assign(seed.projects[0], { lead: 'nobody' })],
  ['$.projects[0].roster[0].resource', (seed) => Object.assign(seed.projects[0], { roster: [{ resource: 'none' }] })],
  [
    '$.projects[0].calendar_overlays[0].calendar',
    (seed) => Object.assign(seed.projects[0].calendar_overlays[0], { calendar: 'none' }),
  ],
  ['$.projects[0].tasks[1].assignee', (seed) => Object.assign(tasksOf(seed)[1], { assignee: 'nobody' })],
  ['$.projects[0].tasks[1].calendar', (seed) => Object.assign(tasksOf(seed)[1], { calendar: 'none' })],
  ['$.projects[0].tasks[1].sprint', (seed) => Object.assign(tasksOf(seed)[1], { sprint: 'none' })],
  ['$.projects[0].tasks[1].parent_epic', (seed) => Object.assign(tasksOf(seed)[1], { parent_epic: '9' })],
  ['$.projects[0].tasks[1].blocking_task', (seed) => Object.assign(tasksOf(seed)[1], { blocking_task: 'signals:9' })],
  ['$.projects[0].tasks[1].labels[0]', (seed) => Object.assign(tasksOf(seed)[1], { labels: ['none'] })],
  [
    '$.projects[0].tasks[1].assignments[0].resource',
    (seed) => Object.assign(tasksOf(seed)[1], { assignments: [{ resource: 'none' }] }),
  ],
  [
    '$.projects[0].dependencies[0].predecessor',
    (seed) => Object.assign(seed.projects[0].dependencies[0], { predecessor: '7' }),
  ],
  [
    '$.projects[0].dependencies[0].successor',
    (seed) => Object.assign(seed.projects[0].dependencies[0], { successor: 'nowhere:1' }),
  ],
  [
    '$.projects[0].sprints[0].target_milestone',
    (seed) =>
      Object.assign(seed.projects[0], {
        sprints: [
          {
            slug: 's',
            name: 'S',
            state: 'PLANNED',
            start_date: '2026-03-02',
            finish_date: '2026-03-13',
            target_milestone: '9',
          },
        ],
      }),
  ],
  [
    '$.projects[0].baselines[0].tasks[0].task',
    (seed) => Object.assign(seed.projects[0], { baselines: [{ name: 'B', tasks: [{ task: '9' }] }] }),
  ],
  ['$.risks[0].owner', (seed) => Object.assign(seed, { risks: [{ ...RISK, owner: 'nobody' }] })],
  ['$.risks[0].tasks[0]', (seed) => Object.assign(seed, { risks: [{ ...RISK, tasks: ['1.1'] }] })],
  [
    '$.projects[0].risks[0].tasks[0]',
    (seed) => Object.assign(seed.projects[0], { risks: [{ ...RISK, tasks: ['9'] }] }),
  ],
  [
    '$.projects[0].tasks[1].links[0].target',
    (seed) => Object.assign(tasksOf(newer(seed))[1], { links: [{ target: '9', link_type: 'blocks' }] }),
  ],
  [
    '$.events[0].target',
    (seed) =>
      Object.assign(newer(seed), { events: [{ at: 'A+0T09:00', action: 'task.status', target: 'task:track:9' }] }),
  ],
  [
    '$.events[0].actor',
    (seed) =>
      Object.assign(newer(seed), {
        events: [{ at: 'A+0', action: 'baseline.capture', target: 'project:track', actor: 'nobody' }],
      }),
  ],
]
const RISK = { slug: 'r', title: 'Rain', status: 'OPEN', probability: 2, impact: 3 }

t.test('a name that leads nowhere is a problem at its place', async (t) => {
  for (const [place, change] of DANGLING) {
    const found = problems(change)
    t.equal(found.length, 1, `${place}: ${found.join(' ')}`)
    t.ok(found[0]?.startsWith(`${place}: `), `${place}: ${found[0]}`)
  }
})

t.test('names and paths are used once', async (t) => {
  const doubled: [string, (seed: Json) => void][] = [
    ['$.calendars[2].slug', (seed) => seed.calendars.push(seed.calendars[0])],
    ['$.resources[2].slug', (seed) => seed.resources.push(seed.resources[0])],
    [
      '$.accounts[1].slug',
      (seed) => Object.assign(seed, { accounts: [1, 2].map((n) => ({ slug: 'a', username: `u${n}` })) }),
    ],
    ['$.projects[0].tasks[4].wbs_path', (seed) => tasksOf(seed).push({ wbs_path: '1.1', name: 'Again' })],
    ['$.projects[0].labels[1].slug', (seed) => seed.projects[0].labels.push({ slug: 'street', name: 'Other' })],
    ['$.projects[0].labels[1].name', (seed) => seed.projects[0].labels.push({ slug: 'other', name: 'STREET' })],
    ['$.projects[1].slug', (seed) => Object.assign(seed.projects[1], { slug: 'track', dependencies: [] })],
  ]
  for (const [place, change] of doubled) {
    const found = problems(change)
    t.ok(
      found.some((problem) => problem.startsWith(`${place}: `)),
      `${place}: ${found.join(' ')}`,
    )
  }
})

t.test('what rows say of each other must hold', async (t) => {
  const link = (seed: Json, predecessor: string, successor: string) =>
    seed.projects[0].dependencies.push({ predecessor, successor, dep_type: 'FS' })
  t.match(
    problems((seed) => link(seed, '1.1', '1.1')),
    [/cannot depend on itself/],
  )
  t.match(
    problems((seed) => link(seed, '1.10', '1.1')),
    [/Cyclic dependency: track:1\.\d+ → .*track:/],
  )
  t.match(
    problems((seed) => link(seed, '1', '1.1')),
    [/Cyclic dependency/],
    'a phase before its own task',
  )
  t.match(
    problems((seed) => link(seed, 'signals:2', '1.1')),
    [/Cyclic dependency: .*signals:2/],
    'through two projects',
  )
  t.match(
    problems((seed) => Object.assign(tasksOf(seed)[2].estimate, { optimistic: 20 })),
    [/estimate: Expected 20 <= 15/],
  )
  const hold = (index: number, kind: string, date?: string) =>
    problems((seed) => Object.assign(tasksOf(seed)[index], { constraint_type: kind, constraint_date: date }))
  t.match(hold(1, 'MSO'), [/tasks\[1\]\.constraint_date: MSO needs a date/])
  t.match(hold(1, 'ALAP', '2026-03-02'), [/ALAP takes no date/])
  t.match(hold(0, 'MFO', '2026-03-02'), [/tasks\[0\]\.constraint_type: A task with children/])
  t.strictSame(hold(0, 'FNLT', '2026-03-02'), [])
  t.match(
    problems((seed) => Object.assign(seed.calendars[0].exceptions[0], { exc_end: '2026-12-23' })),
    [/exc_end: The end must not be before the start/],
  )
  t.match(
    problems((seed) => seed.projects[0].calendar_overlays.push({ calendar: 'works' })),
    [/only once/],
  )
})

t.test('hostile documents end in a short list of problems', async (t) => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  const nested = (depth: number): Json => (depth === 0 ? 1 : { a: nested(depth - 1) })
  const cases: [name: string, bytes: Uint8Array, expected: RegExp][] = [
    ['empty', new Uint8Array(), /^\$: The document is not valid JSON/],
    ['no JSON', new TextEncoder().encode('{"a":'), /not valid JSON/],
    ['no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), /not valid UTF-8/],
    ['a list', bytesOf([]), /must be a JSON object/],
    ['null', bytesOf(null), /must be a JSON object/],
    ['deep lists', new TextEncoder().encode(deep), /nested deeper/],
    ['deep objects', bytesOf({ ...smallSeed(), x: nested(100) }), /Nested deeper than 64/],
    ['a key twice', new TextEncoder().encode('{"schema_version":"1.0","schema_version":"2.0"}'), /twice|repeat|says/i],
    [
      'NUL in a text',
      bytesOf({ ...smallSeed(), program: { ...smallSeed().program, name: 'a\u0000b' } }),
      /program\.name: Null characters/,
    ],
    [
      'a lone surrogate',
      bytesOf({ ...smallSeed(), program: { ...smallSeed().program, name: '\ud800' } }),
      /program\.name: /,
    ],
    [
      'a number beyond all',
      new TextEncoder().encode(JSON.stringify(smallSeed()).replace('"lag":3', '"lag":1e999')),
      /lag: The number is out of range/,
    ],
    ['projects as an object', bytesOf({ ...smallSeed(), projects: {} }), /projects: Must be a list/],
    ['no project', bytesOf({ ...smallSeed(), projects: [] }), /At least one project/],
    [
      '201 projects',
      bytesOf({ ...smallSeed(), projects: Array(201).fill(smallSeed().projects[0]) }),
      /projects: Holds 201 items/,
    ],
    [
      '100,001 nodes',
      bytesOf({ ...smallSeed(), projects: Array.from({ length: 6 }, () => ({ tasks: Array(17_000).fill(1) })) }),
      /at most 100000 are imported/,
    ],
    ['half a million items', bytesOf({ ...smallSeed(), projects: [{ x: Array(500_001).fill(0) }] }), /list items/],
    [
      'a prototype',
      new TextEncoder().encode('{"__proto__":{"schema_version":"1.0"},"constructor":1}'),
      /constructor: Unknown field/,
    ],
  ]
  for (const [name, bytes, expected] of cases) {
    const started = performance.now()
    const { errors, seed } = readSeed(bytes, { today: TODAY })
    t.equal(seed, null, name)
    t.ok(
      errors.some((problem) => expected.test(problem)),
      `${name}: ${errors.slice(0, 3).join(' ')}`,
    )
    t.ok(errors.length <= 1001, `${name}: ${errors.length} problems`)
    t.ok(performance.now() - started < 5000, name)
  }
})

t.test('a document that is wrong throughout is listed in part and counted in full', async (t) => {
  const found = problems((seed) => Object.assign(seed.projects[0], { tasks: Array(5000).fill({ wbs_path: '' }) }))
  t.equal(found.length, 1001)
  t.match(found.at(-1), /^\$: 9\d\d\d further problems are not listed\.$/)
})

t.test('every field may be of any type without an exception', async (t) => {
  const values = [null, 0, -1, 1e308, '', 'x', true, [], {}, [[]], [null], { a: 1 }]
  const seed = newer(smallSeed())
  Object.assign(seed, { risks: [RISK], events: [{ at: 'A+0', action: 'task.status', target: 'task:track:1' }] })
  let tried = 0
  const visit = (holder: Json) => {
    for (const key of Object.keys(holder)) {
      const kept = holder[key]
      for (const value of values) {
        holder[key] = value
        const { errors } = read(seed)
        tried += 1
        if (!errors.every((problem) => problem.startsWith('$'))) t.fail(`${key}: ${errors.join(' ')}`)
      }
      holder[key] = kept
      if (kept !== null && typeof kept === 'object') visit(kept)
    }
  }
  visit(seed)
  t.ok(tried > 1000, `${tried} documents`)
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
