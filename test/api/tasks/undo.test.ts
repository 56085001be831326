import t, { type Test } from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { startApp } from '../../support/start-app.ts'
import { readTree, treeFaults } from '../../support/tree.ts'
import { buildProject } from './support/build-project.ts'
import { announced } from './support/read-outbox.ts'

async function setUp(t: Test) {
  const app = await startApp(t)
  const project = await buildProject(app)
  const make = async (body: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name: 'x', ...body })).body
  const undo = (kind: 'paste-many' | 'cascade-classification', id: string, user = app.owner) =>
    user.post(`/${kind}-operations/${id}/undo/`)
  const paste = async (...names: string[]) =>
    (
      await app.owner.post(`/projects/${project.id}/tasks/bulk/`, {
        operations: names.map((name) => ({ op: 'create', data: { name } })),
      })
    ).body
  const classify = async (subtree: string, extra: object) =>
    (await app.owner.patch(`/projects/${project.id}/tasks/classification/`, { subtree, ...extra })).body
  return { app, project, make, undo, paste, classify }
}

t.test('undoing a paste deletes what it created and nobody changed', async (t) => {
  const { app, undo, paste } = await setUp(t)
  const batch = await paste('a', 'b', 'c')
  const ids = batch.applied.map((row: { id: string }) => row.id)
  await app.owner.patch(`/tasks/${ids[1]}/`, { name: 'mine' })
  await app.owner.delete(`/tasks/${ids[2]}/`)
  await app.sql('delete from outbox_events')
  const { status, body } = await undo('paste-many', batch.operation_id)
  t.equal(status, 200)
  t.match(body, {
    id: batch.operation_id,
    status: 'undone',
    applied_by: app.owner.account.id,
    undone_at: /Z$/,
    created_task_versions: { [ids[0]]: 1 },
    undo: { deleted: 1, kept: 2 },
  })
  t.equal((await app.owner.get(`/tasks/${ids[0]}/`)).status, 404)
  t.equal((await app.owner.get(`/tasks/${ids[1]}/`)).status, 200)
  t.same(await announced(app), ['tasks_bulk_mutated'])
  t.match(await undo('paste-many', batch.operation_id), { status: 400, body: { detail: String } })
})

t.test('undoing a classification writes the former values back', async (t) => {
  const { app, make, undo, classify } = await setUp(t)
  const top = await make({ delivery_mode: 'kanban' })
  const [first, second] = [await make({ parent_id: top.id }), await make({ parent_id: top.id })]
  const done = await classify(top.id, {
    delivery_mode: 'scrum',
    governance_class: 'gated',
    preserve_governance_overrides: false,
  })
  await app.owner.patch(`/tasks/${second.id}/`, { name: 'mine' })
  const { status, body } = await undo('cascade-classification', done.operation_id)
  t.match(
    { status, body },
    { status: 200, body: { subtree_id: top.id, status: 'undone', undo: { reverted: 2, kept: 1 } } },
  )
  t.match((await app.owner.get(`/tasks/${top.id}/`)).body, { delivery_mode: 'kanban', governance_class: 'flow' })
  t.match((await app.owner.get(`/tasks/${first.id}/`)).body, {
    delivery_mode: 'waterfall',
    governance_class: 'flow',
    parent_governance_inherited: true,
  })
  t.match((await app.owner.get(`/tasks/${second.id}/`)).body, { delivery_mode: 'scrum', governance_class: 'gated' })
  t.equal((await undo('cascade-classification', done.operation_id)).status, 400)
})

t.test('undo is for managers of the project, within the retention, and not when archived', async (t) => {
  const { app, project, make, undo, paste, classify } = await setUp(t)
  const batch = await paste('a')
  const cascade = await classify((await make()).id, { delivery_mode: 'scrum' })
  t.equal((await undo('paste-many', batch.operation_id, await project.member(100))).status, 403)
  t.equal((await undo('paste-many', batch.operation_id, await app.user('outsider'))).status, 404)
  t.equal((await undo('paste-many', cascade.operation_id)).status, 404, 'another kind')
  t.equal((await undo('paste-many', newId())).status, 404)
  await app.sql("update task_operations set created_at = now() - interval '31 days' where id = $1", [
    cascade.operation_id,
  ])
  t.equal((await undo('cascade-classification', cascade.operation_id)).status, 404)
  await app.sql('update projects set is_archived = true')
  t.equal((await undo('paste-many', batch.operation_id)).status, 403)
})

t.test('undoing a paste keeps what somebody worked on with all it stands in', async (t) => {
  const { app, project, undo } = await setUp(t)
  const { id: resource } = (await app.owner.post('/resources/', { name: 'Crane' })).body
  const ids = Array.from({ length: 5 }, () => crypto.randomUUID()) as [string, string, string, string, string]
  const [phase, inner, edited, crewed, idle] = ids
  const below: Record<string, string> = { [inner]: phase, [edited]: inner, [crewed]: phase, [idle]: phase }
  const operations = ids.map((id) => ({ op: 'create', id, data: { name: id, parent_id: below[id] } }))
  const batch = (await app.owner.post(`/projects/${project.id}/tasks/bulk/`, { operations })).body
  await app.owner.patch(`/tasks/${edited}/`, { notes: 'mine' })
  await app.owner.post('/task-resources/', { task: crewed, resource })
  t.match((await undo('paste-many', batch.operation_id)).body.undo, { deleted: 1, kept: 4 })
  const left = await readTree(app.owner, project.id)
  t.same(left.map((row) => row.id).sort(), [phase, inner, edited, crewed].sort())
  t.same(treeFaults(left), [])
})

t.test('a record of a batch that another version of the service wrote is refused and changes nothing', async (t) => {
  const { app, project, make, undo, paste, classify } = await setUp(t)
  const batch = await paste('a')
  const task = await make()
  const cascade = await classify(task.id, { delivery_mode: 'scrum' })
  const state = () => app.sql('select t.*, o.status as record from tasks t, task_operations o order by t.id, o.id')
  const before = await state()
  const value = { governance_class: 'flow', parent_governance_inherited: false, delivery_mode: 'scrum' }
  const entry = { before: value, after: value, version: 2 }
  const foreign = {
    'paste-many': [null, [], 'a', { first: 1 }, { [task.id]: '1' }, { [task.id]: 1e10 }, { [task.id]: { version: 1 } }],
    'cascade-classification': [
      ...[null, [], 'a', { first: entry }, { [task.id]: 2 }, { [task.id]: { ...entry, version: 1e10 } }],
      ...[{ [task.id]: { version: 2 } }, { [task.id]: { ...entry, before: { ...value, delivery_mode: 'rush' } } }],
    ],
  }
  for (const kind of ['paste-many', 'cascade-classification'] as const) {
    const id = (kind === 'paste-many' ? batch : cascade).operation_id
    const [record] = await app.sql('select snapshot from task_operations where id = $1', [id])
    const store = (snapshot: unknown) =>
      app.sql('update task_operations set snapshot = $2::jsonb where id = $1', [id, JSON.stringify(snapshot)])
    for (const snapshot of foreign[kind]) {
      await store(snapshot)
      t.match(await undo(kind, id), { status: 409, body: { code: 'shape_changed' } }, JSON.stringify(snapshot))
    }
    await store(record?.snapshot)
  }
  t.same(await state(), before)
  t.equal((await undo('paste-many', batch.operation_id)).status, 200, 'the record itself is good')
  const { status, body } = await undo('cascade-classification', cascade.operation_id)
  t.match({ status, body }, { status: 200, body: { project: project.id, undo: { reverted: 1, kept: 0 } } })
})
