import t from 'tap'
import { awaitsRecompute, forgetConsequences } from '../../support/projects.ts'
import type { TestUser } from '../../support/start-app.ts'
import { framesOf } from './support/read-outbox.ts'
import { setUp } from './support/task-writes.ts'

t.test('an edit and a deletion of one row, taken back', async (t) => {
  const { app, project, make } = await setUp(t)
  const { owner } = app
  const member = await project.member(100)
  const manager = await project.member(300)
  const write = async (method: string, path: string, body?: object, user: TestUser = owner) =>
    user.request(method, `${path}?undoable=true`, body)
  const undo = (id: string, user: TestUser = manager) => user.post(`/edit-operations/${id}/undo/`)
  const read = async (id: string) => (await owner.get(`/tasks/${id}/`)).body

  await t.test('fields have their former values again, with what followed from them', async (t) => {
    const { id } = await make({ name: 'Dig', duration: 3, notes: 'old' })
    const changed = await write('PATCH', `/tasks/${id}/`, { name: 'Dig deep', duration: 5, status: 'IN_PROGRESS' })
    t.match(changed.body, { name: 'Dig deep', can_undo: true, operation_id: /^[0-9a-f-]{36}$/ })
    await forgetConsequences(app)
    const undone = await undo(changed.body.operation_id)
    t.equal(undone.status, 200)
    const told = { object_type: 'task', object_id: id, action: 'edit', status: 'undone', applied_by: owner.account.id }
    t.match(undone.body, { ...told, undo: { reverted: 1, kept: 0 } })
    t.match(await read(id), { name: 'Dig', duration: 3, notes: 'old', status: 'NOT_STARTED', actual_start: null })
    t.equal((await framesOf(app, 'task_updated')).length, 1)
    t.ok(await awaitsRecompute(app, project.id))
    const history = (await owner.get(`/projects/${project.id}/tasks/${id}/history/`)).body
    t.equal(history.results[0].history_change_reason, 'undo')
    const again = await undo(changed.body.operation_id)
    t.same([again.status, Object.keys(again.body)], [400, ['detail']])
  })

  await t.test('a row that somebody edited since stays', async (t) => {
    const { id } = await make({ name: 'Pour' })
    const { operation_id } = (await write('PATCH', `/tasks/${id}/`, { name: 'Pour now' })).body
    await manager.patch(`/tasks/${id}/`, { notes: 'mine' })
    t.match((await undo(operation_id)).body.undo, { reverted: 0, kept: 1 })
    t.match(await read(id), { name: 'Pour now', notes: 'mine' })
  })

  await t.test('a deleted task comes back with what went with it, unless it is back already', async (t) => {
    const { id } = await make({ name: 'Phase' })
    const child = await make({ name: 'Child', parent_id: id })
    const gone = await write('DELETE', `/tasks/${id}/`)
    t.equal(gone.status, 200)
    t.equal((await owner.get(`/tasks/${child.id}/`)).status, 404)
    t.match((await undo(gone.body.operation_id)).body, { action: 'delete', undo: { reverted: 1, kept: 0 } })
    t.match(await read(child.id), { name: 'Child' })
    const again = (await write('DELETE', `/tasks/${id}/`)).body.operation_id
    await owner.post(`/tasks/${id}/restore/`)
    t.match((await undo(again)).body.undo, { reverted: 0, kept: 1 })
  })

  await t.test('links are edited and deleted and undone alike', async (t) => {
    const [a, b] = [await make({ name: 'A' }), await make({ name: 'B' })]
    const ends = { predecessor: a.id, successor: b.id }
    const link = (await owner.post('/dependencies/', { ...ends, dep_type: 'FS', lag: 0 })).body
    const edited = (await write('PATCH', `/dependencies/${link.id}/`, { lag: 4, dep_type: 'SS' })).body
    t.match((await undo(edited.operation_id)).body, { object_type: 'dependency', undo: { reverted: 1, kept: 0 } })
    t.match((await owner.get(`/dependencies/${link.id}/`)).body, { lag: 0, dep_type: 'FS' })
    const gone = (await write('DELETE', `/dependencies/${link.id}/`)).body
    await forgetConsequences(app)
    t.match((await undo(gone.operation_id)).body.undo, { reverted: 1, kept: 0 })
    t.match((await owner.get(`/dependencies/${link.id}/`)).body, { lag: 0 })
    t.same(await framesOf(app, 'dependencies_bulk_created'), [{ dependency_ids: [link.id] }])
    const lost = (await write('DELETE', `/dependencies/${link.id}/`)).body
    await owner.post('/dependencies/', { predecessor: b.id, successor: a.id, dep_type: 'FS', lag: 0 })
    t.match((await undo(lost.operation_id)).body.undo, { reverted: 0, kept: 1 }, 'it would close a cycle')
  })

  await t.test('a write that is not asked records nothing, and one that changes nothing neither', async (t) => {
    const { id } = await make({ name: 'Cure', assignee: member.account.id })
    const count = async () => (await app.sql('select id from task_operations')).length
    const before = await count()
    t.equal((await owner.patch(`/tasks/${id}/`, { name: 'Cured' })).body.operation_id, undefined)
    t.match((await write('PATCH', `/tasks/${id}/`, { name: 'Cured' })).body, { operation_id: null })
    t.equal(await count(), before)
    const own = (await write('PATCH', `/tasks/${id}/`, { notes: 'x' }, member)).body
    t.equal(own.can_undo, false)
    t.equal((await undo(own.operation_id, member)).status, 403)
    t.equal((await undo(own.operation_id, await app.user('outsider'))).status, 404)
    await app.sql(`update task_operations set created_at = now() - interval '31 days' where id = $1`, [
      own.operation_id,
    ])
    t.equal((await undo(own.operation_id)).status, 404, 'past the retention')
  })

  await t.test('what is no longer allowed refuses the undo by its field', async (t) => {
    const { id } = await make({ name: 'Lift', assignee: member.account.id })
    const { operation_id } = (await write('PATCH', `/tasks/${id}/`, { assignee: null })).body
    await app.sql('update project_members set is_deleted = true where account_id = $1', [member.account.id])
    const refused = await undo(operation_id)
    t.same([refused.status, Object.keys(refused.body)], [400, ['assignee']])
    t.match(await read(id), { assignee: null })
    const both = (await owner.patch(`/tasks/${id}/?undoable=true&explain=true`, { duration: 9 })).body
    t.match(both, { explanation: { difference: {} }, can_undo: true })
    t.equal((await undo(both.operation_id)).status, 200)
  })
})
