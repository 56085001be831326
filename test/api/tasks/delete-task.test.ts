import t, { type Test } from 'tap'
import { startApp } from '../../support/start-app.ts'
import { datesBetween, putDates, TASK_DATES } from '../../support/task-dates.ts'
import { readTree, treeFaults } from '../../support/tree.ts'
import { buildProject } from './support/build-project.ts'
import { announced, webhooksOf } from './support/read-outbox.ts'

async function setUp(t: Test) {
  const app = await startApp(t)
  const project = await buildProject(app)
  const make = async (body: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name: 'Dig', ...body })).body
  const read = async (id: string) => (await app.owner.get(`/tasks/${id}/`)).body
  return { app, project, make, read }
}

t.test('deleting keeps the row, takes its links and subtasks along and tells so', async (t) => {
  const { app, project, make } = await setUp(t)
  const [task, next] = [await make(), await make()]
  const sub = await make({ parent_id: task.id, is_subtask: true })
  await app.sql(
    `insert into dependencies (id, predecessor_id, successor_id, predecessor_project_id, successor_project_id)
     values (gen_random_uuid(), $1, $2, $3, $3), (gen_random_uuid(), $4, $2, $3, $3)`,
    [task.id, next.id, project.id, sub.id],
  )
  await putDates(app, task.id, datesBetween('2026-01-05'))
  await app.sql('delete from outbox_events')
  t.equal((await app.owner.delete(`/tasks/${task.id}/`)).status, 204)
  t.equal((await app.owner.get(`/tasks/${task.id}/`)).status, 404)
  t.equal((await app.owner.get(`/tasks/${sub.id}/`)).status, 404)
  t.equal((await app.owner.delete(`/tasks/${task.id}/`)).status, 404)
  t.equal((await app.owner.patch(`/tasks/${task.id}/`, { name: 'x' })).status, 404)
  t.match(
    await app.sql('select server_version, is_deleted from tasks where id = $1 and deleted_at is not null', [task.id]),
    [{ server_version: 2, is_deleted: true }],
  )
  t.same(await app.sql('select 1 from dependencies where not is_deleted'), [])
  t.same(await app.sql(`select 1 from ${TASK_DATES}`), [])
  t.same(await announced(app), ['task_deleted'])
  t.same(await webhooksOf(app, 'task.deleted'), [{ id: task.id, project: project.id }])
})

t.test('a phase goes with everything below it, and siblings keep their numbers', async (t) => {
  const { app, project, make, read } = await setUp(t)
  const top = await make({ name: 'Top' })
  const middle = await make({ name: 'Middle', parent_id: top.id })
  const leaf = await make({ name: 'Leaf', parent_id: middle.id, duration: 2 })
  const sub = await make({ name: 'Sub', parent_id: leaf.id, is_subtask: true })
  const beside = await make({ name: 'Beside', parent_id: top.id })
  await app.owner.post('/dependencies/', { predecessor: leaf.id, successor: beside.id })
  await app.sql('delete from outbox_events')
  t.equal((await app.owner.delete(`/tasks/${middle.id}/`)).status, 204)
  for (const row of [middle, leaf, sub]) t.equal((await app.owner.get(`/tasks/${row.id}/`)).status, 404, row.name)
  t.same(await app.sql('select 1 from dependencies where not is_deleted'), [])
  t.match(await read(beside.id), { wbs_path: '1.2', parent_id: top.id })
  t.same(await announced(app), ['task_deleted', 'tasks_restructured'])
  t.equal((await webhooksOf(app, 'task.deleted')).length, 1, 'the phase alone is told to webhooks')
  t.same(treeFaults(await readTree(app.owner, project.id)), [])
  await app.owner.delete(`/tasks/${top.id}/`)
  t.same(await readTree(app.owner, project.id), [])
  t.equal((await make({ name: 'Next' })).wbs_path, '1')
})

t.test('a phase goes only when all work below it may go', async (t) => {
  const { app, project, make } = await setUp(t)
  const ann = await project.member(100)
  const phase = await make({ name: 'Phase' })
  const own = await make({ parent_id: phase.id, assignee: ann.account.id })
  await make({ parent_id: own.id, is_subtask: true })
  const foreign = await make({ parent_id: phase.id })
  await app.sql('update tasks set assignee_id = $1 where id = $2', [ann.account.id, phase.id])
  const refused = await ann.delete(`/tasks/${phase.id}/`)
  t.match(refused, { status: 403, body: { detail: /1 of the 3/ } }, refused.text)
  t.equal((await readTree(app.owner, project.id)).length, 4, 'nothing went')
  await app.owner.delete(`/tasks/${foreign.id}/`)
  t.equal((await ann.delete(`/tasks/${phase.id}/`)).status, 204, 'subtasks belong to their task')
  t.match(await ann.post(`/tasks/${phase.id}/restore/`), { status: 200, body: { is_phase: true } })
  await app.sql('update tasks set assignee_id = null where id = $1', [own.id])
  await app.owner.delete(`/tasks/${phase.id}/`)
  t.equal((await ann.post(`/tasks/${phase.id}/restore/`)).status, 403, 'restoring follows the same rule')
})

t.test('a batch may name a phase and the tasks below it, in any order', async (t) => {
  const { app, project, make } = await setUp(t)
  const ann = await project.member(100)
  for (const order of [(ids: string[]) => ids, (ids: string[]) => ids.reverse()]) {
    const phase = await make({ name: 'Phase' })
    const ids = order([phase.id, (await make({ parent_id: phase.id })).id, (await make({ parent_id: phase.id })).id])
    const operations = ids.map((id) => ({ op: 'delete', id }))
    const path = `/projects/${project.id}/tasks/bulk/`
    const refused = await ann.post(path, { operations: [{ op: 'delete', id: phase.id }] })
    t.match(refused.body, { applied: [], rejected: [{ code: 'forbidden' }] })
    const { body } = await app.owner.post(path, { operations })
    t.match(body, { applied: ids.map((id) => ({ id, outcome: 'deleted' })), rejected: [] })
    t.same(await readTree(app.owner, project.id), [])
    t.match((await app.owner.post(path, { operations })).body.rejected, [{ code: 'not_found' }, {}, {}])
  }
})

t.test('managers delete any task, members their own, others none', async (t) => {
  const { app, project, make } = await setUp(t)
  for (const [role, own, foreign] of [
    [1, 403, 403],
    [100, 204, 403],
    [200, 403, 403],
    [300, 204, 204],
  ] as const) {
    const user = await project.member(role)
    const hers = await make()
    await app.sql('update tasks set assignee_id = $1 where id = $2', [user.account.id, hers.id])
    t.equal((await user.delete(`/tasks/${(await make()).id}/`)).status, foreign, `role ${role}, a foreign task`)
    t.equal((await user.delete(`/tasks/${hers.id}/`)).status, own, `role ${role}, an own task`)
  }
  const task = await make()
  t.equal((await (await app.user('outsider')).delete(`/tasks/${task.id}/`)).status, 404)
  await app.sql('update projects set is_archived = true')
  t.equal((await app.owner.delete(`/tasks/${task.id}/`)).status, 403)
})
