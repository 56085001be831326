import t from 'tap'
import { framesOf } from '../tasks/support/read-outbox.ts'
import { setStage } from './sprint-stage.ts'

const fieldsOf = (answer: { status: number; body: object }) => [answer.status, Object.keys(answer.body)]

t.test('milestones that sprints work towards', async (t) => {
  const stage = await setStage(t)
  const { app, viewer, member, scheduler, manager, owner } = stage
  const promote = (id: string, body: object = {}, user = scheduler) =>
    user.post(`/sprints/${id}/promote-to-milestone/`, body)
  const readTask = async (id: string) => (await viewer.get(`/tasks/${id}/`)).body

  await t.test('the milestones of a project are listed by date, all or those no sprint works towards', async (t) => {
    const path = `/projects/${stage.project.id}/milestones/`
    const [late, early] = [
      await stage.task({ name: 'Late', is_milestone: true, planned_start: '2026-04-20' }),
      await stage.task({ name: 'Early', is_milestone: true, planned_start: '2026-04-10' }),
    ]
    await stage.task({ name: 'No milestone' })
    const undated = await stage.task({ name: 'Idea', is_milestone: true, status: 'BACKLOG' })
    await app.runJobs()
    const sprint = await stage.sprint({ name: 'Towards' })
    await promote(sprint, { milestone_id: early })
    t.same((await viewer.get(path)).body, [
      { id: early, name: 'Early', wbs_path: '2', early_finish: '2026-04-10', is_bound: true },
      { id: late, name: 'Late', wbs_path: '1', early_finish: '2026-04-20', is_bound: false },
      { id: undated, name: 'Idea', wbs_path: '4', early_finish: null, is_bound: false },
    ])
    const unbound = (await viewer.get(`${path}?unbound=true`)).body
    t.same(
      unbound.map((row: { id: string }) => row.id),
      [late, undated],
    )
  })

  await t.test('a sprint makes its own or takes one that is there', async (t) => {
    const id = await stage.sprint({ goal: 'Ship the ferry' })
    await stage.task({ sprint: id, story_points: 3 })
    t.equal((await promote(id, {}, member)).status, 403)
    await stage.clearOutbox()
    const made = await promote(id)
    t.equal(made.status, 201)
    t.match(made.body, { binding_committed_snapshot: 3, milestone_bound_by: scheduler.account.id })
    t.match(made.body.target_milestone_detail, {
      name: 'Ship the ferry',
      rollup: { rollup_basis: 'none', sprint_count: 1 },
    })
    const milestone = made.body.target_milestone
    const facts = { is_milestone: true, planned_start: '2026-03-20', duration: 0, status: 'NOT_STARTED' }
    t.match(await readTask(milestone), { ...facts, milestone_rollup: { percent_complete: null } })
    t.same(await framesOf(app, 'sprint_updated'), [{ id }])
    t.match(await framesOf(app, 'milestone_rollup_updated'), [{ milestone_id: milestone, sprint_count: 1 }])
    t.equal((await promote(id, { milestone_id: milestone })).status, 200, 'again it changes nothing')
    for (const body of [{}, { name: 'Other' }, { milestone_id: await stage.task({ is_milestone: true }) }]) {
      const refused = await promote(id, body)
      t.match([refused.status, refused.body], [409, { code: 'sprint_already_bound', current_milestone_id: milestone }])
    }
    const other = await stage.sprint({ name: 'Two' })
    t.match((await promote(other, { milestone_id: milestone })).body, { target_milestone: milestone })
    t.match((await readTask(milestone)).milestone_rollup, { sprint_count: 2 })
    const plain = await stage.task()
    t.same(fieldsOf(await promote(await stage.sprint(), { milestone_id: plain })), [400, ['milestone_id']])
    const named = await promote(await stage.sprint({ name: 'Three' }), { name: '', target_date: '2026-05-04' })
    t.match(named.body.target_milestone_detail, { name: 'Three milestone' })
  })

  await t.test('a deleted milestone binds nobody until it is restored', async (t) => {
    const id = await stage.sprint({ name: 'Four' })
    const milestone = (await promote(id)).body.target_milestone
    const read = async () => (await viewer.get(`/sprints/${id}/`)).body
    const NOBODY = {
      target_milestone: null,
      target_milestone_detail: null,
      milestone_bound_by: null,
      milestone_bound_by_name: null,
      milestone_bound_at: null,
      binding_committed_snapshot: null,
    }
    t.equal((await stage.owner.delete(`/tasks/${milestone}/`)).status, 204)
    t.match(await read(), NOBODY)
    t.equal((await stage.owner.post(`/tasks/${milestone}/restore/`)).status, 200)
    t.match(await read(), { target_milestone: milestone, milestone_bound_by: scheduler.account.id })
    t.match((await scheduler.post(`/sprints/${id}/unbind-milestone/`)).body, NOBODY)
  })

  await t.test('tell how far they are, and nobody writes it over', async (t) => {
    const id = await stage.sprint()
    const milestone = await stage.task({ is_milestone: true, name: 'Gate' })
    const done = await stage.task({ sprint: id, story_points: 6 })
    const open = await stage.task({ sprint: id, story_points: 3 })
    await app.runJobs()
    await promote(id, { milestone_id: milestone })
    await stage.activate(id)
    await stage.clearOutbox()
    await owner.patch(`/tasks/${done}/`, { status: 'COMPLETE' })
    t.match(await framesOf(app, 'milestone_rollup_updated'), [
      { milestone_id: milestone, percent_complete: 66.67, rollup_basis: 'points', sprint_scope_changed: false },
    ])
    t.match(await readTask(milestone), { percent_complete: 66.67, milestone_rollup: { binding_drifted: false } })
    const refused = await manager.patch(`/tasks/${milestone}/`, { percent_complete: 10 })
    t.match([refused.status, refused.body], [400, { code: 'milestone_rollup_locked', suggested_action: String }])
    t.same(fieldsOf(await manager.patch(`/tasks/${milestone}/`, { is_milestone: false })), [400, ['is_milestone']])
    await owner.patch(`/tasks/${open}/`, { story_points: 5 })
    const changed = { sprint_scope_changed: true, scope_change_sprint_id: id, binding_drifted: true }
    t.match((await readTask(milestone)).milestone_rollup, changed)
    t.type((await readTask(milestone)).milestone_rollup.variance_days, 'number')
    await manager.post(`/sprints/${id}/close/`, { carry_over_to: 'none' })
    await app.runJobs()
    t.match(await readTask(milestone), { percent_complete: 66.67 }, 'the snapshot of the close stands')
    await stage.clearOutbox()
    t.match((await scheduler.post(`/sprints/${id}/unbind-milestone/`)).body, {
      target_milestone: null,
      milestone_bound_by: null,
    })
    t.match(await framesOf(app, 'milestone_rollup_updated'), [{ rollup_basis: 'none', sprint_count: 0 }])
    t.equal((await scheduler.post(`/sprints/${id}/unbind-milestone/`)).status, 200, 'twice is once')
    t.equal((await framesOf(app, 'sprint_updated')).length, 1)
    t.equal((await manager.patch(`/tasks/${milestone}/`, { percent_complete: 10 })).status, 200)
  })
})

t.test('the order and the course of a sprint', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, owner } = stage
  const sprint = await stage.sprint()
  const ids = [
    await stage.task({ sprint, story_points: 4 }),
    await stage.task({ sprint, story_points: 6, duration: 4 }),
  ]
  const versions = async () =>
    new Map(
      (await app.sql<{ id: string; server_version: number }>('select id, server_version from tasks')).map((row) => [
        row.id,
        row.server_version,
      ]),
    )
  const rank = async (order: readonly string[], user = member) => {
    const known = await versions()
    return user.post(`/sprints/${sprint}/reorder/`, {
      tasks: order.map((id) => ({ id, server_version: known.get(id) ?? 1 })),
    })
  }

  await t.test('the team ranks all of it, as they have seen it', async (t) => {
    t.same(fieldsOf(await rank(ids)), [400, ['detail']], 'once it is active')
    await stage.activate(sprint)
    await stage.clearOutbox()
    t.same((await rank(ids)).body, { updated: 0 })
    t.same((await rank([...ids].reverse())).body, { updated: 2 })
    t.same(await framesOf(app, 'sprint_reranked'), [{ project_id: project.id, sprint_id: sprint }])
    t.equal((await rank(ids, viewer)).status, 403)
    const [first, second] = ids as [string, string]
    t.match((await rank([first])).body, { detail: String, conflicts: [second] }, 'one is missing')
    const stale = await member.post(`/sprints/${sprint}/reorder/`, {
      tasks: ids.map((id) => ({ id, server_version: 1 })),
    })
    t.match([stale.status, stale.body.conflicts], [409, ids])
    for (const tasks of [
      [],
      [{ id: first, server_version: true }],
      [first, first].map((id) => ({ id, server_version: 3 })),
    ])
      t.same(fieldsOf(await member.post(`/sprints/${sprint}/reorder/`, { tasks })), [400, ['tasks']])
  })

  await t.test('the burndown says whether it is ahead', async (t) => {
    const read = async () => (await viewer.get(`/sprints/${sprint}/burndown/`)).body
    t.match(await read(), { sprint, burn_status: 'behind', trend_points: -2 }, 'the second of twelve days')
    await owner.patch(`/tasks/${ids[1]}/`, { status: 'COMPLETE' })
    const body = await read()
    t.match(body, { burn_status: 'ahead', trend_points: 4, projected_finish_date: '2026-03-12' })
    t.match(body.snapshots, [
      { snapshot_date: '2026-03-10', remaining_points: 4, completed_points: 6, scope_change_points: 0 },
    ])
    const empty = await stage.sprint({ name: 'Empty' })
    t.match((await viewer.get(`/sprints/${empty}/burndown/`)).body, {
      snapshots: [],
      burn_status: 'no_data',
      trend_points: null,
    })
  })

  await t.test('durations changed under way are told with it', async (t) => {
    const task = ids[0]
    await owner.patch(`/tasks/${task}/`, { planned_start: '2026-03-09', duration: 4, percent_complete: 50 })
    await owner.patch(`/tasks/${task}/`, { duration: 8 })
    const { events } = (await viewer.get(`/sprints/${sprint}/duration-events/`)).body
    t.match(events, [
      {
        task_id: task,
        task_name: 'Dig',
        old_duration: 4,
        new_duration: 8,
        policy_applied: 'keep',
        actor_name: 'owner',
      },
    ])
    const other = await stage.sprint({ name: 'Other' })
    t.same((await viewer.get(`/sprints/${other}/duration-events/`)).body, { events: [] })
  })

  await t.test('who is asked for too much is told at the start and in the capacity', async (t) => {
    await owner.post(`/sprints/${sprint}/cancel/`)
    const next = await stage.sprint({ name: 'Busy', start_date: '2026-03-16', finish_date: '2026-03-20' })
    const task = await stage.task({ sprint: next, story_points: 10, duration: 5, planned_start: '2026-03-16' })
    const second = await stage.task({ sprint: next, duration: 5, planned_start: '2026-03-16' })
    await app.runJobs()
    const [resource] = await app.sql<{ id: string }>(
      `insert into resources (id, name, folded_name, max_units) values (gen_random_uuid(), 'Ada Ray', 'ada ray', 1) returning id`,
    )
    for (const on of [task, second])
      await app.sql(
        `insert into task_resources (id, project_id, task_id, resource_id, units) values (gen_random_uuid(), $1, $2, $3, 1)`,
        [project.id, on, resource?.id],
      )
    const { body } = await viewer.get(`/sprints/${next}/capacity/`)
    t.match(body, {
      working_days: 5,
      hours_per_day: 8,
      totals: { committed_hours: 80, available_hours: 40, label: 'over_capacity' },
    })
    t.match(body.members, [{ member_name: 'Ada Ray', initials: 'AR', ratio: 2, is_over: true, available_hours: 40 }])
    t.match((await stage.activate(next)).body.warnings, [
      { type: 'over_capacity', member_name: 'Ada Ray', committed_hours: 80, suggested_commitment_points: 5 },
    ])
  })
})
