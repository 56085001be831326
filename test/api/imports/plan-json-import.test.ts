// Seen failing before: `.json` had no door, and a document under another name ended as "failed unexpectedly" where its
// numbers made no plan.
import t from 'tap'
import { startApp } from '../../support/start-app.ts'

const DOCUMENT = { format: 'svc-plan/1', name: 'Quay', start_date: '2026-03-02' }
const task = (id: string, own: object = {}) => ({ id, name: `Task ${id}`, duration: 3, ...own })
const bytesOf = (document: object) => Buffer.from(JSON.stringify(document))

t.test('what is exported as plan JSON is imported again, backlog and links included', async (t) => {
  const app = await startApp(t)
  const upload = async (bytes: Buffer) => {
    const { status, body } = await app.owner.upload('/projects/import/planfile/', { name: 'plan.json', bytes })
    t.equal(status, 202, JSON.stringify(body))
    await app.runJobs()
    return body.project_id as string
  }
  const exported = async (id: string) => (await app.owner.get(`/projects/${id}/export/plan.json`)).body
  const first = await upload(
    bytesOf({
      ...DOCUMENT,
      status_date: '2026-03-04',
      calendar: { working_days: [1, 2, 3, 4], exceptions: [{ from: '2026-03-09', to: '2026-03-10' }] },
      tasks: [
        task('a', { duration: 0 }),
        task('b', { parent: 'a', planned_start: '2026-03-03', percent_complete: 40, labels: ['Site'] }),
        task('c', { parent: 'a', optimistic_duration: 2, most_likely_duration: 3, pessimistic_duration: 6 }),
        task('d', { constraint_type: 'SNET', constraint_date: '2026-03-18', deadline: '2026-03-20' }),
        task('e', { status: 'BACKLOG', story_points: 5 }),
      ],
      dependencies: [
        { predecessor: 'b', successor: 'c', dep_type: 'SS', lag: 1 },
        { predecessor: 'c', successor: 'd' },
        { predecessor: 'd', successor: 'e' },
      ],
      resources: [{ id: 'r', name: 'Ana', max_units: 0.5 }],
      assignments: [{ task: 'c', resource: 'r', units: 0.5 }],
    }),
  )
  const before = await exported(first)
  t.equal(before.tasks.length, 5)
  t.equal(before.dependencies.length, 3)
  t.equal(before.assignments.length, 1)
  const again = await exported(await upload(bytesOf(before)))
  const none = await exported(await upload(bytesOf({ ...DOCUMENT, tasks: [] })))
  t.match(none, { start_date: DOCUMENT.start_date, tasks: [] })
  t.strictSame((await exported(await upload(bytesOf(none)))).tasks, [], 'a project without a task as well')
  const told = ({ name: _, calendar, calendars, resources, ...plan }: typeof before) => ({
    ...plan,
    week: [calendar.working_days, calendar.exceptions, Object.keys(calendars).length],
    people: resources.map((one: { name: string }) => one.name),
  })
  t.strictSame(told(again), told(before))
})

t.test('a document that makes no plan is refused with its place, whatever it holds', async (t) => {
  const app = await startApp(t)
  const one = (own: object) => ({ tasks: [task('a', own)] })
  const bad: [what: string, document: object, code?: string][] = [
    [
      'a circle',
      {
        tasks: [task('a'), task('b')],
        dependencies: [
          { predecessor: 'a', successor: 'b' },
          { predecessor: 'b', successor: 'a' },
        ],
      },
      'cyclic_dependency',
    ],
    ['a task inside itself', one({ parent: 'a' })],
    ['an unknown parent', one({ parent: 'z' })],
    ['an id twice', { tasks: [task('a'), task('a')] }],
    ['a duration below nothing', one({ duration: -1 })],
    ['a duration past all bounds', one({ duration: 1e9 })],
    ['a part of a day', one({ duration: 1.5 })],
    ['no date', { ...one({}), start_date: 'soon' }],
    ['a day that is none', one({ planned_start: '2026-02-31' })],
    ['an estimate past all bounds', one({ pessimistic_duration: 1e12 })],
    ['points past all bounds', one({ story_points: 1e9 })],
    ['a status that is none', one({ status: 'GONE' })],
    ['labels that are numbers', one({ labels: [1] })],
    ['notes that are a list', one({ notes: [] })],
    ['a baseline that is none', one({ baseline: { start: 7 } })],
    ['a NUL', one({ name: 'a\0b' })],
    ['a value that is a list', one({ custom_fields: { 1: [] } })],
  ]
  for (const [what, document, code = 'invalid_plan'] of bad) {
    const bytes = bytesOf({ ...DOCUMENT, ...document })
    for (const name of ['plan.json', 'plan.xml']) {
      const refused = await app.owner.upload('/projects/import/planfile/', { name, bytes })
      t.match(refused, { status: 400, body: { code, detail: String } }, `${what}, ${name}`)
    }
  }
})

t.test('odd texts and what a document tells of another import are stored or left, never a fault', async (t) => {
  const app = await startApp(t)
  const odd: object[] = [
    { receipt: [1, null, 'x', { where: 7 }], tasks: [task('a')] },
    { source: 7, tasks: [task('a', { source: 7 }), task('b', { source: { start: 9, uid: {} } })] },
    {
      custom_fields: [
        { id: '1', name: ' \ud800 ', field_type: 'TEXT' },
        { id: '2', name: '', field_type: 'NUMBER' },
      ],
      tasks: [task('a', { name: '\ud800', notes: '\udfff', custom_fields: { 1: '\ud800', 2: 1e300, 3: 'nobody' } })],
    },
    { tasks: [task('x'.repeat(5000), { name: 'n'.repeat(5000) })] },
    {
      resources: [
        { id: 'r', name: '' },
        { id: 's', name: 'x'.repeat(5000), email: 'no', max_units: -7 },
      ],
      assignments: [
        { task: 'z', resource: 'r' },
        { task: 'a', resource: 's', units: 1e9 },
      ],
      tasks: [task('a')],
    },
    {
      calendars: { __proto__x: { working_days: [], source: { name: 7 } } },
      tasks: [task('a', { calendar: 'nowhere' })],
    },
  ]
  for (const document of odd) {
    const bytes = bytesOf({ ...DOCUMENT, ...document })
    const { status, body } = await app.owner.upload('/projects/import/planfile/', { name: 'plan.json', bytes })
    const shown = JSON.stringify(document).slice(0, 80)
    if (status === 400) {
      t.match(body.code, /^invalid_plan$/, shown)
      continue
    }
    t.equal(status, 202, shown)
    await app.runJobs()
    const { body: page } = await app.owner.get(`/projects/${body.project_id}/imports/`)
    t.match(page.results[0], { status: 'done' }, `${shown} ${JSON.stringify(page.results[0]).slice(0, 300)}`)
  }
})
