import t from 'tap'
import { type Json, newer, problems, RISK, tasksOf } from './broken-seed.ts'

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
