import t, { type Test } from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { startApp } from '../../support/start-app.ts'
import { readTree, treeFaults } from '../../support/tree.ts'
import { buildProject } from './support/build-project.ts'
import { announced } from './support/read-outbox.ts'

async function setUp(t: Test, env: Record<string, string> = {}) {
  const app = await startApp(t, { env })
  const project = await buildProject(app)
  const make = async (body: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name: 'Dig', ...body })).body
  const read = async (id: string) => (await app.owner.get(`/tasks/${id}/`)).body
  const remove = (id: string) => app.owner.delete(`/tasks/${id}/`)
  const restore = (id: string, user = app.owner) => user.post(`/tasks/${id}/restore/`)
  const trash = async (user = app.owner) => (await user.get(`/tasks/trash/?project=${project.id}`)).body
  const link = async (from: string, to: string) => {
    const id = newId()
    await app.sql(
      'insert into dependencies (id, predecessor_id, successor_id, predecessor_project_id, successor_project_id) values ($1, $2, $3, $4, $4)',
      [id, from, to, project.id],
    )
    return id
  }
  const liveLinks = async () =>
    (await app.sql<{ id: string }>('select id from dependencies where not is_deleted')).map((row) => row.id)
  return { app, project, make, read, remove, restore, trash, link, liveLinks }
}

t.test('restoring brings back the row, its subtasks and its links, at their place', async (t) => {
  const { app, make, read, remove, restore, link, liveLinks } = await setUp(t)
  const phase = await make({ name: 'Phase' })
  const task = await make({ parent_id: phase.id })
  const sub = await make({ parent_id: task.id, is_subtask: true })
  const gone = await make({ parent_id: task.id, is_subtask: true })
  const next = await make()
  const id = await link(task.id, next.id)
  await remove(gone.id)
  await remove(task.id)
  t.equal((await read(phase.id)).structure_role, 'work')
  await app.sql('delete from outbox_events')
  const { status, body } = await restore(task.id)
  t.match(
    { status, body },
    {
      status: 200,
      body: { id: task.id, wbs_path: '1.1', parent_id: phase.id, is_summary: true, is_phase: false, server_version: 3 },
    },
  )
  t.match(await read(sub.id), { wbs_path: '1.1.1', is_subtask: true })
  t.equal((await app.owner.get(`/tasks/${gone.id}/`)).status, 404, 'what was deleted before stays deleted')
  t.match(await read(phase.id), { structure_role: 'container', is_phase: true })
  t.same(await liveLinks(), [id])
  t.ok((await announced(app)).includes('task_restored'))
  t.equal((await restore(task.id)).status, 404, 'it is not in the trash any more')
})

t.test('a phase comes back with everything that went with it, wherever its parent stands by then', async (t) => {
  const { app, project, make, read, remove, restore, trash, link, liveLinks } = await setUp(t)
  const top = await make({ name: 'Top' })
  const middle = await make({ name: 'Middle', parent_id: top.id })
  const leaf = await make({ name: 'Leaf', parent_id: middle.id })
  const sub = await make({ name: 'Sub', parent_id: leaf.id, is_subtask: true })
  const earlier = await make({ name: 'Earlier', parent_id: middle.id })
  const after = await make({ name: 'After', parent_id: top.id })
  const kept = await link(leaf.id, after.id)
  await remove(earlier.id)
  await remove(middle.id)
  t.match((await trash()).results, [
    { id: middle.id, subtree_count: 2 },
    { id: earlier.id, subtree_count: 0 },
  ])
  const first = await make({ name: 'First' })
  await app.owner.post(`/projects/${project.id}/tasks/reorder/`, { ordered_ids: [first.id, top.id] })
  const { body } = await restore(middle.id)
  t.match(body, { parent_id: top.id, wbs_path: '2.1', is_phase: true })
  t.match(await read(leaf.id), { parent_id: middle.id, wbs_path: '2.1.1' })
  t.match(await read(sub.id), { parent_id: leaf.id, wbs_path: '2.1.1.1', is_subtask: true })
  t.match(await read(after.id), { wbs_path: '2.2' })
  t.same(await liveLinks(), [kept])
  t.same(
    (await trash()).results.map((row: { id: string }) => row.id),
    [earlier.id],
    'what went before stays away',
  )
  t.match((await restore(earlier.id)).body, { parent_id: middle.id, wbs_path: '2.1.2' })
  t.same(treeFaults(await readTree(app.owner, project.id)), [])
})

t.test('what one batch deletes in several steps comes back step by step', async (t) => {
  const { app, project, make, restore } = await setUp(t)
  const phase = await make({ name: 'Phase' })
  const old = await make({ name: 'Old', parent_id: phase.id })
  const operations = [
    { op: 'delete', id: old.id },
    { op: 'create', data: { name: 'New', parent_id: phase.id } },
    { op: 'delete', id: phase.id },
  ]
  await app.owner.post(`/projects/${project.id}/tasks/bulk/`, { operations })
  const names = async () => (await readTree(app.owner, project.id)).map((row) => `${row.wbs_path} ${row.name}`)
  await restore(phase.id)
  t.same(await names(), ['1 Phase', '1.1 New'])
  await restore(old.id)
  t.same(await names(), ['1 Phase', '1.1 New', '1.2 Old'])
})

t.test('a task taken out of a deleted phase stays where it is when the phase comes back', async (t) => {
  const { app, project, make, remove, restore, read } = await setUp(t)
  const phase = await make({ name: 'Phase' })
  const inner = await make({ name: 'Inner', parent_id: phase.id })
  const leaf = await make({ name: 'Leaf', parent_id: inner.id })
  await remove(phase.id)
  t.match((await restore(leaf.id)).body, { parent_id: null, wbs_path: '1' })
  t.match((await restore(phase.id)).body, { wbs_path: '2' })
  t.match(await read(leaf.id), { parent_id: null, wbs_path: '1' })
  t.match(await read(inner.id), { wbs_path: '2.1', is_phase: false, structure_role: 'work', own_status: null })
  t.same(treeFaults(await readTree(app.owner, project.id)), [])
})

t.test('when its place is taken or its parent is gone, it becomes the last child of a live row', async (t) => {
  const { make, read, remove, restore } = await setUp(t)
  const first = await make()
  await remove(first.id)
  const second = await make()
  t.equal(second.wbs_path, '1')
  t.equal((await restore(first.id)).body.wbs_path, '2')
  const phase = await make()
  const child = await make({ parent_id: phase.id })
  const work = await make()
  const sub = await make({ parent_id: work.id, is_subtask: true })
  for (const task of [child, phase, sub, work]) await remove(task.id)
  t.match((await restore(child.id)).body, { parent_id: null, wbs_path: '3' })
  t.match((await restore(sub.id)).body, { parent_id: null, is_subtask: false })
  t.match((await restore(phase.id)).body, { is_phase: false, structure_role: 'work' })
  t.equal((await read(second.id)).wbs_path, '1')
})

t.test('a link returns with its second end, without a twin, and never closes a cycle', async (t) => {
  const { app, make, remove, restore, link, liveLinks } = await setUp(t)
  const [a, b, c] = [await make(), await make(), await make()]
  const first = await link(a.id, b.id)
  await remove(a.id)
  await remove(b.id)
  await restore(a.id)
  t.same(await liveLinks(), [])
  await restore(b.id)
  t.same(await liveLinks(), [first])
  const second = await link(b.id, c.id)
  await remove(b.id)
  const back = await link(c.id, a.id)
  await restore(b.id)
  t.same(await liveLinks(), [back], 'links of the circle stay away')
  await remove(a.id)
  const twin = await link(b.id, c.id)
  await restore(a.id)
  t.same((await liveLinks()).sort(), [back, twin].sort())
  await app.sql('update dependencies set is_deleted = true, deleted_at = now()')
  const third = await link(a.id, c.id)
  await remove(a.id)
  const fourth = await link(a.id, c.id)
  await restore(a.id)
  t.same(await liveLinks(), [fourth], 'a link with a live twin stays away')
  t.not(third, fourth)
  t.not(second, twin)
})

t.test('the trash lists what can come back, newest first, subtasks inside their task', async (t) => {
  const { app, project, make, remove, trash } = await setUp(t)
  const ann = await project.member(100)
  const old = await make({ name: 'Old' })
  const task = await make({ name: 'Task', assignee: ann.account.id })
  for (let n = 0; n < 3; n++) await make({ parent_id: task.id, is_subtask: true })
  const expired = await make()
  for (const id of [old.id, task.id, expired.id]) await remove(id)
  await app.sql("update tasks set deleted_at = now() - interval '91 days' where id = $1", [expired.id])
  await app.sql("update tasks set deleted_at = now() - interval '10 days' where id = $1", [old.id])
  const { results, truncated } = await trash()
  t.equal(truncated, false)
  t.match(results, [
    {
      id: task.id,
      name: 'Task',
      wbs_path: '2',
      type: 'task',
      status: 'NOT_STARTED',
      deleted_at: String,
      days_remaining: 90,
      retention_days: 90,
      subtree_count: 3,
      can_restore: true,
    },
    { id: old.id, days_remaining: 80, subtree_count: 0 },
  ])
  t.equal(results.length, 2)
  t.match((await trash(ann)).results, [{ can_restore: true }, { can_restore: false }])
  t.match(await app.owner.get('/tasks/trash/'), { status: 400, body: { detail: String } })
  t.match(await app.owner.get('/tasks/trash/?project=x'), { status: 400, body: { detail: String } })
  t.equal((await (await app.user('outsider')).get(`/tasks/trash/?project=${project.id}`)).status, 404)
  await app.sql(
    `insert into tasks (id, project_id, number, name, is_deleted, deleted_at) select gen_random_uuid(), $1, 1000 + n, 'x', true, now() from generate_series(1, 200) n`,
    [project.id],
  )
  const full = await trash()
  t.match([full.results.length, full.truncated], [200, true])
})

t.test('without retention nothing runs out', async (t) => {
  const { make, remove, trash } = await setUp(t, { SVC_TOMBSTONE_RETENTION_DAYS: 'None' })
  await remove((await make()).id)
  t.match((await trash()).results, [{ days_remaining: null, retention_days: null }])
})

t.test('restoring follows the delete rule', async (t) => {
  const { app, project, make, remove, restore } = await setUp(t)
  const ann = await project.member(100)
  const [task, own] = [await make(), await make({ assignee: ann.account.id })]
  await remove(task.id)
  await remove(own.id)
  t.equal((await restore(task.id, ann)).status, 403)
  t.equal((await restore(task.id, await project.member(200))).status, 403)
  t.equal((await restore(task.id, await app.user('outsider'))).status, 404)
  t.equal((await restore(own.id, ann)).status, 200)
  await app.sql('update projects set is_archived = true')
  t.equal((await restore(task.id)).status, 403)
})
