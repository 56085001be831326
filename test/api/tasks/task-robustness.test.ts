import t from 'tap'
import { brokenAfter } from '../../support/invariants.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'

t.test('parallel creations get numbers and places of their own', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const { body: parent } = await app.owner.post('/tasks/', { project: project.id, name: 'parent' })
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      app.owner.post('/tasks/', { project: project.id, name: `${n}`, parent_id: n % 2 === 0 ? parent.id : null }),
    ),
  )
  t.same([...new Set(answers.map((answer) => answer.status))], [201])
  const [counts] = await app.sql(
    'select count(*)::int as rows, count(distinct wbs_order)::int as paths, count(distinct number)::int as numbers, max(number) as highest from tasks',
  )
  t.same(counts, { rows: 25, paths: 25, numbers: 25, highest: 25 })
  t.same(await brokenAfter(app), [])
})

t.test('parallel moves keep every row below a live parent at a path of its own', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const ids: string[] = []
  for (let n = 0; n < 8; n++) ids.push((await app.owner.post('/tasks/', { project: project.id, name: `${n}` })).body.id)
  const moves = ids.flatMap((id, n) => [
    app.owner.post(`/projects/${project.id}/tasks/${id}/indent/`),
    app.owner.post(`/projects/${project.id}/tasks/${id}/reparent/`, { new_parent_id: ids[(n + 3) % 8] }),
    app.owner.post(`/projects/${project.id}/tasks/${id}/outdent/`),
  ])
  for (const answer of await Promise.all(moves)) t.ok([200, 400].includes(answer.status), `${answer.status}`)
  const broken = await app.sql(
    `select t.name from tasks t left join tasks p on p.id = t.parent_id
     where case when t.parent_id is null then cardinality(t.wbs_order) <> 1
       else p.wbs_order <> t.wbs_order[:cardinality(t.wbs_order) - 1] end`,
  )
  t.same(broken, [])
  const [paths] = await app.sql('select count(distinct wbs_order)::int as paths from tasks')
  t.same(paths, { paths: 8 })
  t.same(await brokenAfter(app), [])
})

t.test('no body makes the server fail, and a refused one changes nothing', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const { body: task } = await app.owner.post('/tasks/', { project: project.id, name: 'x' })
  const values = [
    null,
    true,
    -1,
    1e308,
    2 ** 53,
    '',
    'x',
    '\u202e',
    [],
    [[]],
    {},
    { a: 1 },
    '2026-13-01',
    '9'.repeat(400),
  ]
  const fields = [
    'name',
    'assignee',
    'status',
    'duration',
    'percent_complete',
    'notes',
    'planned_start',
    'planned_finish',
    'is_milestone',
    'optimistic_duration',
    'owners',
    'blocked_reason',
    'blocker_type',
    'blocking_task',
    'priority_rank',
    'sprint',
    'story_points',
    'type',
    'parent_epic',
    'dor',
    'reach',
    'impact',
    'effort',
    'delivery_mode',
    'governance_class',
    'parent_id',
    'is_subtask',
    'project',
    'amend_reason',
    '__proto__',
    'constructor',
  ]
  const statuses = new Set<number>()
  for (const field of fields) {
    for (const value of values) {
      const text = JSON.stringify(value)
      const created = await app.owner.post('/tasks/', `{"project":"${project.id}","name":"y","${field}":${text}}`)
      const patched = await app.owner.patch(`/tasks/${task.id}/`, `{"${field}":${text}}`)
      for (const answer of [created, patched]) {
        statuses.add(answer.status)
        if (answer.status >= 500) t.fail(`${field} ${text} ${answer.text}`)
      }
    }
  }
  t.same([...statuses].sort(), [200, 201, 400])
  // the age of the blocker left by the bodies above counts on between two reads
  const stored = async () => ({ ...(await app.owner.get(`/tasks/${task.id}/`)).body, blocked_age_seconds: null })
  const before = await stored()
  t.equal((await app.owner.patch(`/tasks/${task.id}/`, { name: 'new', duration: -1 })).status, 400)
  t.same(await stored(), before)
})

t.test('no query makes the list fail', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  await app.owner.post('/tasks/', { project: project.id, name: 'x' })
  const names = [
    'page',
    'page_size',
    'project',
    'short_id',
    'is_critical',
    'is_subtask',
    'mine',
    'status',
    'type',
    'sprint',
    'parent',
    'labels',
    'start__gte',
    'baseline',
    'search',
    'ordering',
  ]
  const values = [
    '',
    '0',
    '-1',
    '1e9',
    '%5C',
    '%25',
    "'",
    '%27%3B--',
    'null',
    '__proto__',
    'T-99999999999',
    '2026-02-30',
    'a'.repeat(300),
    '%F0%9F%98%80',
  ]
  for (const name of names) {
    for (const value of values) {
      const { status } = await app.owner.get(`/tasks/?${name}=${value}`)
      t.ok([200, 400, 404].includes(status), `${name}=${value} ${status}`)
      t.ok((await app.owner.get(`/tasks/?${name}=${value}&${name}=x`)).status < 500)
    }
  }
})
