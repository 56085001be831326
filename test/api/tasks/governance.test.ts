import t, { type Test } from 'tap'
import { makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { readTree } from '../../support/tree.ts'
import { apply, publish } from '../templates/template-projects.ts'
import { mintClient } from '../tokens/tokens.ts'

async function setUp(t: Test) {
  const app = await startApp(t)
  const project = (await makeProject(app.owner)).id
  const path = `/projects/${project}`
  const make = async (name: string, more: object = {}) =>
    (await app.owner.post('/tasks/', { project, name, ...more })).body
  const cascade = async (subtree: string, more: object = {}) =>
    (await app.owner.patch(`${path}/tasks/classification/`, { subtree, governance_class: 'gated', ...more })).body
  /** `name class`, with a star where the class comes from above. */
  const governed = async (id = project) =>
    (await readTree(app.owner, id)).map(
      (row) => `${row.name} ${row.governance_class}${row.parent_governance_inherited ? ' *' : ''}`,
    )
  const bulk = (operations: object[]) => app.owner.post(`${path}/tasks/bulk/`, { operations })
  const merge = async (...lines: object[]) => {
    const bytes = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    await app.owner.upload(`${path}/import/ndjson/`, { name: 'tasks.ndjson', bytes })
    await app.runJobs()
  }
  return { app, project, path, make, cascade, governed, bulk, merge }
}

t.test('a cascade with its defaults reaches every row that declared nothing, and only those', async (t) => {
  const { make, cascade, governed } = await setUp(t)
  const top = await make('top')
  const inner = await make('inner', { parent_id: top.id })
  await make('leaf', { parent_id: inner.id })
  const own = await make('own', { parent_id: top.id, governance_class: 'flow' })
  await make('below own', { parent_id: own.id })
  t.same(await governed(), ['top flow', 'inner flow *', 'leaf flow *', 'own flow', 'below own flow *'])
  t.match(await cascade(top.id), { rows_written: 4, governance: { applied: 4, overrides_kept: 1 } })
  t.same(await governed(), ['top gated', 'inner gated *', 'leaf gated *', 'own flow', 'below own gated *'])
  t.match(await cascade(top.id), { rows_written: 0, operation_id: null, governance: { unchanged: 4 } })
})

t.test('a row made below a gated one is gated through every door, unless it says otherwise', async (t) => {
  const { app, project, path, make, governed, bulk, merge } = await setUp(t)
  await merge({ external_id: 'g', name: 'g' })
  const parent_id = (await readTree(app.owner, project))[0]?.id
  await app.owner.patch(`/tasks/${parent_id}/`, { governance_class: 'gated' })
  const child = await make('made', { parent_id })
  await make('said', { parent_id, governance_class: 'hybrid' })
  await make('gate', { parent_id, is_milestone: true })
  await make('sub', { parent_id: child.id, is_subtask: true })
  const id = crypto.randomUUID()
  await bulk([
    { op: 'create', id, data: { name: 'pasted', parent_id } },
    { op: 'create', data: { name: 'pasted below', parent_id: id } },
    { op: 'create', data: { name: 'pasted flow', parent_id, governance_class: 'flow' } },
  ])
  await merge(
    { external_id: 'm2', name: 'merged below', parent: 'm1' },
    { external_id: 'm1', name: 'merged', parent: 'g' },
  )
  await app.owner.post(`${path}/tasks/group/`, { task_ids: [child.id], name: 'group' })
  t.same(await governed(), [
    'g gated',
    'group gated *',
    'made gated *',
    'sub gated *',
    'said hybrid',
    'gate gated *',
    'pasted gated *',
    'pasted below gated *',
    'pasted flow flow',
    'merged gated *',
    'merged below gated *',
  ])
})

t.test('a push of another system below a gated task is gated', async (t) => {
  const { app, path, governed } = await setUp(t)
  const pusher = await mintClient(app, app.owner, {}, `${path}/api-tokens/`)
  const push = (external_id: string, more: object = {}) =>
    pusher.post(`${path}/task-sync/`, { source: 'tracker', external_id, name: external_id, ...more })
  const { body } = await push('epic')
  await app.owner.patch(`/tasks/${body.task_id}/`, { governance_class: 'gated' })
  await push('story', { parent_external_id: 'epic' })
  t.same(await governed(), ['epic gated', 'story gated *'])
})

t.test('a template carries what was declared and what was not', async (t) => {
  const { app, project, make, cascade, governed } = await setUp(t)
  const top = await make('top', { governance_class: 'gated' })
  await make('inherits', { parent_id: top.id })
  await make('own', { parent_id: top.id, governance_class: 'flow' })
  const before = await governed()
  const target = (await makeProject(app.owner)).id
  await apply(app.owner, await publish(app.owner, project, 'Gates'), target)
  await app.runJobs()
  t.same(await governed(target), before)
  const [root] = await readTree(app.owner, target)
  await app.owner.patch(`/projects/${target}/tasks/classification/`, { subtree: root?.id, governance_class: 'hybrid' })
  t.same(await governed(target), ['top hybrid', 'inherits hybrid *', 'own flow'])
  await cascade(top.id)
})

t.test('moving a row changes no class; the next cascade reaches it if it declared nothing', async (t) => {
  const { app, path, make, cascade, governed } = await setUp(t)
  const top = await make('top', { governance_class: 'gated' })
  const [plain, own] = [await make('plain'), await make('own', { governance_class: 'flow' })]
  for (const { id } of [plain, own]) await app.owner.post(`${path}/tasks/${id}/reparent/`, { new_parent_id: top.id })
  t.same(await governed(), ['top gated', 'plain flow *', 'own flow'])
  await cascade(top.id)
  t.same(await governed(), ['top gated', 'plain gated *', 'own flow'])
})

t.test('a row of a file or a seed that declared nothing is reached as well', async (t) => {
  const { app, path, governed } = await setUp(t)
  const bytes = 'WBS,Name,Duration\n1,Works,\n1.1,Dig,3\n1.2,Pour,4\n'
  await app.owner.upload(`${path}/import/csv/`, { name: 'plan.csv', bytes })
  await app.runJobs()
  t.same(await governed(), ['Works flow', 'Dig flow *', 'Pour flow *'])
  const tasks = [
    { wbs_path: '1', name: 'a', governance_class: 'gated' },
    { wbs_path: '1.1', name: 'b' },
    { wbs_path: '1.2', name: 'c', governance_class: 'hybrid' },
  ]
  const queued = await app.owner.post('/programs/import/', seedOf(tasks))
  t.equal(queued.status, 202, queued.text)
  await app.runJobs()
  const [row] = await app.sql<{ id: string }>("select id from projects where name = 'Seeded'")
  t.same(await governed(row?.id), ['a gated', 'b flow *', 'c hybrid'], 'what a seed leaves out is flow')
})

function seedOf(tasks: object[]): object {
  return {
    schema_version: '2.0',
    program: { slug: 'seeded-program', name: 'Seeded program', methodology: 'HYBRID' },
    projects: [{ slug: 'seeded', name: 'Seeded', start_date: '2026-01-05', methodology: 'HYBRID', tasks }],
  }
}
