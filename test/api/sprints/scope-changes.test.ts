import t from 'tap'
import { announced, framesOf, webhooksOf } from '../tasks/support/read-outbox.ts'
import { setStage } from './sprint-stage.ts'

t.test('what is added to a sprint under way', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, scheduler, manager, outsider, owner } = stage
  const sprint = await stage.sprint()
  const planned = await stage.task({ sprint, story_points: 5 })
  await stage.activate(sprint)
  const audit = async (user = member) => (await user.get(`/sprints/${sprint}/scope-changes/`)).body
  const sprintNow = async () => (await viewer.get(`/sprints/${sprint}/`)).body
  const scopeOf = async (taskId: string) => (await viewer.get(`/tasks/${taskId}/`)).body.sprint_scope_changes[0]
  const readTask = async (taskId: string) => (await viewer.get(`/tasks/${taskId}/`)).body

  await t.test('waits, is told as the change of a task, and counts for nothing yet', async (t) => {
    await stage.clearOutbox()
    const made = await owner.post('/tasks/', { project: project.id, name: 'Extra', sprint, story_points: 3 })
    t.match(made.body, { sprint, sprint_pending: true, server_version: 2 }, 'the reply shows it')
    t.same(await announced(app), ['task_created', 'task_updated'])
    t.match(made.body.sprint_scope_changes, [{ item_name: 'Extra', subtask_name: 'Extra', status: 'pending' }])
    t.match(made.body.sprint_scope_changes, [{ added_by_name: 'owner', goal_impact: true }])
    t.match(await sprintNow(), { pending_count: 1, committed_points: 5, committed_task_count: 1 })
    t.match((await readTask(planned)).sprint_scope_changes, [], 'what was planned waits for nobody')
    const refused = await owner.patch(`/tasks/${made.body.id}/`, { sprint: null })
    t.same([refused.status, Object.keys(refused.body)], [400, ['sprint']], 'it is decided on, not moved')
  })

  await t.test('comes through every door', async (t) => {
    const late = await stage.task({ name: 'Late' })
    t.match((await owner.patch(`/tasks/${late}/`, { sprint })).body, { sprint_pending: true })
    t.match((await owner.patch(`/tasks/${late}/`, { name: 'Later' })).body, { sprint_pending: true })
    const operations = [{ op: 'create', data: { name: 'Batch', sprint } }]
    await owner.post(`/projects/${project.id}/tasks/bulk/`, { operations })
    const waiting = (await audit()).events.filter((event: { status: string }) => event.status === 'pending')
    t.same(
      waiting.map((event: { item_name: string }) => event.item_name),
      ['Batch', 'Late', 'Extra'],
      'newest first, each once',
    )
    t.equal((await sprintNow()).pending_count, 3)
  })

  await t.test('a subtask is written down on its task, which stays whatever is decided', async (t) => {
    await owner.post('/tasks/', { project: project.id, name: 'Sub', parent_id: planned, is_subtask: true })
    t.match(await readTask(planned), { sprint_pending: false, sprint_scope_changes: [{ item_name: 'Sub' }] })
    const { id } = await scopeOf(planned)
    t.match((await manager.post(`/scope-changes/${id}/reject/`)).body, { task: planned, status: 'rejected' })
    t.match(await readTask(planned), { sprint, sprint_pending: false })
  })

  await t.test('is decided by those who run the sprint alone', async (t) => {
    const [{ id }] = (await audit()).events
    for (const user of [viewer, member, scheduler]) {
      for (const path of [`/scope-changes/${id}/accept/`, `/scope-changes/${id}/reject/`]) {
        const refused = await user.post(path)
        t.same([refused.status, refused.body.code], [403, 'scope_accept_forbidden'])
      }
      t.equal((await user.post(`/sprints/${sprint}/scope-changes/accept/`, {})).body.code, 'scope_accept_forbidden')
      t.equal((await user.post(`/sprints/${sprint}/scope-changes/reject/`, {})).body.code, 'scope_accept_forbidden')
    }
    t.equal((await outsider.post(`/scope-changes/${id}/accept/`)).status, 404)
    t.equal((await manager.post('/scope-changes/00000000-0000-4000-8000-000000000000/accept/')).status, 404)
  })

  await t.test('once accepted it is worked on, and webhooks learn of it', async (t) => {
    const { results } = (await viewer.get(`/tasks/?project=${project.id}&search=Extra`)).body
    const [task] = results
    const [change] = task.sprint_scope_changes
    await stage.clearOutbox()
    const accepted = await manager.post(`/scope-changes/${change.id}/accept/`)
    t.match(accepted.body, { id: change.id, task: task.id, sprint, status: 'accepted', pending_count: 2 })
    t.match(await readTask(task.id), { sprint, sprint_pending: false })
    t.match(await sprintNow(), { committed_points: 5 }, 'the commitment stands')
    t.same(await framesOf(app, 'sprint_scope_changed'), [{ sprint_id: sprint, task_id: task.id }])
    const [told] = await webhooksOf(app, 'sprint.scope_changed')
    const facts = { id: change.id, sprint, task: task.id, project: project.id, item_name: 'Extra', source: 'api' }
    t.match(told, { ...facts, status: 'accepted', goal_impact: true, added_at: change.added_at })
    await stage.clearOutbox()
    t.match((await manager.post(`/scope-changes/${change.id}/reject/`)).body, { status: 'accepted' })
    t.same(await announced(app), [], 'a second word changes nothing')
  })

  await t.test('rejected it leaves the sprint as it was, without a webhook', async (t) => {
    const { events } = await audit()
    const batch = events.find((event: { item_name: string }) => event.item_name === 'Batch')
    await stage.clearOutbox()
    const rejected = await manager.post(`/sprints/${sprint}/scope-changes/reject/`, { ids: [batch.id] })
    t.match(rejected.body, { rejected: [{ id: batch.id, status: 'rejected' }], pending_count: 1 })
    t.match(await readTask(rejected.body.rejected[0].task), { sprint: null, sprint_pending: false })
    t.equal((await webhooksOf(app, 'sprint.scope_changed')).length, 0)
    t.equal((await framesOf(app, 'sprint_scope_changed')).length, 1)
    const rest = await manager.post(`/sprints/${sprint}/scope-changes/accept/`)
    t.match(rest.body, { accepted: [{ item_name: 'Late' }], pending_count: 0 })
    t.match((await manager.post(`/sprints/${sprint}/scope-changes/accept/`, {})).body, { accepted: [] })
  })

  await t.test('the audit adds up; managers do not read the team’s points', async (t) => {
    const summary = { points_added: 3, points_removed: 0, added_mid_sprint_count: 2, total: 4 }
    t.match((await audit(member)).summary, summary)
    const hidden = await audit(manager)
    t.match(hidden.summary, { ...summary, points_added: null, points_removed: null })
    t.ok(hidden.events.every((event: { story_points: null }) => event.story_points === null))
  })

  await t.test('the day’s burndown follows: what waits is not in it', async (t) => {
    const [row] = await app.sql('select * from sprint_burn_snapshots where sprint_id = $1', [sprint])
    t.match(row, { remaining_points: 8, remaining_task_count: 3, scope_change_points: 3, completed_points: 0 })
    await owner.patch(`/tasks/${planned}/`, { status: 'COMPLETE' })
    const rows = await app.sql('select * from sprint_burn_snapshots where sprint_id = $1', [sprint])
    t.match(rows, [{ remaining_points: 3, completed_points: 5, completed_task_count: 1, scope_change_task_count: 2 }])
  })

  await t.test('a task that leaves and comes back is an addition again', async (t) => {
    const moved = (await viewer.get(`/tasks/?project=${project.id}&search=Later`)).body.results[0].id
    await owner.patch(`/tasks/${moved}/`, { sprint: null })
    t.match((await owner.patch(`/tasks/${moved}/`, { sprint })).body, { sprint_pending: true })
    t.equal((await sprintNow()).pending_count, 1)
    await owner.delete(`/tasks/${moved}/`)
    t.equal((await sprintNow()).pending_count, 0)
    await owner.post(`/tasks/${moved}/restore/`)
    t.match(await readTask(moved), { sprint, sprint_pending: true })
    await manager.post(`/sprints/${sprint}/cancel/`)
    t.match(await readTask(moved), { sprint, sprint_pending: false, sprint_rank: null })
    t.equal((await app.sql(`select 1 from sprint_scope_changes where status = 'pending'`)).length, 0)
  })
})
