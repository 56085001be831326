import t from 'tap'
import { datesBetween, putDates, TASK_DATES } from '../../support/task-dates.ts'
import { buildProject } from './support/build-project.ts'
import { announced, framesOf, webhooksOf } from './support/read-outbox.ts'
import { setUp, TODAY } from './support/task-writes.ts'

const NOBODY = '01990000-0000-7000-8000-000000000000'

t.test('PATCH changes what was sent, PUT asks for project and name', async (t) => {
  const { app, project, make, patch } = await setUp(t)
  const task = await make({ notes: 'deep' })
  t.match((await patch(task.id, { name: 'Dig deeper' })).body, { name: 'Dig deeper', notes: 'deep', server_version: 2 })
  t.match(await app.owner.put(`/tasks/${task.id}/`, { name: 'x' }), { status: 400, body: { project: [String] } })
  t.match(await app.owner.put(`/tasks/${task.id}/`, { project: project.id }), { status: 400, body: { name: [String] } })
  const put = await app.owner.put(`/tasks/${task.id}/`, { project: project.id, name: 'Again', duration: 2 })
  t.match(put, { status: 200, body: { name: 'Again', duration: 2, notes: 'deep', server_version: 3 } })
})

t.test('a write that changes nothing leaves no trace', async (t) => {
  const { app, make, patch, clearOutbox } = await setUp(t)
  const task = await make()
  await clearOutbox()
  t.match(await patch(task.id, { name: 'Dig' }), {
    status: 200,
    body: { server_version: 1, edited_at: task.edited_at },
  })
  t.same(await announced(app), [])
})

t.test('parent_id, is_subtask and unknown keys are not applied on update and come back', async (t) => {
  const { make, patch } = await setUp(t)
  const [task, other] = [await make(), await make()]
  const { body } = await patch(task.id, { parent_id: other.id, is_subtask: true, colour: 'red', name: 'x' })
  t.match(body, { parent_id: null, wbs_path: '1', name: 'x' })
  t.same(body.warnings, [{ rule: 'dropped_fields', detail: 'Not applied: parent_id, is_subtask, colour' }])
})

t.test('managers change every task, members their own, others none', async (t) => {
  const { app, project, make, patch } = await setUp(t)
  const ann = await project.member(100)
  const task = await make({ assignee: ann.account.id })
  const foreign = await make()
  t.equal((await patch(task.id, { name: 'by ann' }, ann)).status, 200)
  t.match(await patch(foreign.id, { name: 'by ann' }, ann), { status: 403, body: { detail: String } })
  t.match((await ann.get(`/tasks/${foreign.id}/`)).body, { can_edit: false, can_delete: false, can_log_time: true })
  t.match((await ann.get(`/tasks/${task.id}/`)).body, { can_edit: true, can_delete: true })
  for (const [role, status] of [
    [1, 403],
    [200, 403],
    [300, 200],
  ] as const) {
    const user = await project.member(role)
    await app.sql('update tasks set assignee_id = $1 where id = $2', [user.account.id, task.id])
    t.equal((await patch(task.id, { name: `by ${role}` }, user)).status, status, `role ${role}`)
    t.equal((await user.get(`/tasks/${task.id}/`)).body.can_log_time, role >= 100)
  }
  const outsider = await app.user('outsider')
  t.equal((await patch(task.id, { name: 'x' }, outsider)).status, 404)
  t.equal((await outsider.get(`/tasks/${task.id}/`)).status, 404)
  t.equal((await app.owner.get('/tasks/nonsense/')).status, 404)
  await app.sql('update projects set is_archived = true')
  t.equal((await patch(task.id, { name: 'x' })).status, 403)
  t.equal((await app.owner.get(`/tasks/${task.id}/`)).status, 200, 'archived projects are read')
})

t.test('values are judged on update as on create', async (t) => {
  const { make, patch, app } = await setUp(t)
  const other = await buildProject(app)
  const [task, gate] = [await make({ duration: 4 }), await make({ is_milestone: true })]
  const cases: [string, object, string][] = [
    [task.id, { project: other.id }, 'project'],
    [task.id, { name: '' }, 'name'],
    [task.id, { assignee: NOBODY }, 'assignee'],
    [task.id, { sprint: NOBODY }, 'sprint'],
    [task.id, { blocking_task: task.id }, 'blocking_task'],
    [task.id, { blocking_task: NOBODY }, 'blocking_task'],
    [task.id, { parent_epic: task.id }, 'parent_epic'],
    [task.id, { dor: 'ready' }, 'dor'],
    [task.id, { planned_finish: '2026-04-01' }, 'planned_finish'],
    [task.id, { owners: [{ resource: NOBODY, units: 1 }] }, 'owners'],
    [task.id, { optimistic_duration: 9, most_likely_duration: 4, pessimistic_duration: 9 }, 'most_likely_duration'],
    [gate.id, { is_milestone: false, delivery_mode: 'milestone' }, 'is_milestone'],
  ]
  for (const [id, input, field] of cases) {
    const { status, body } = await patch(id, input)
    t.equal(status, 400, JSON.stringify(input))
    t.same(Object.keys(body), [field], JSON.stringify(input))
  }
  t.match(await patch(task.id, '[]' as unknown as object), { status: 400, body: { code: 'invalid_body' } })
  t.match((await app.owner.get(`/tasks/${task.id}/`)).body, { server_version: 1, duration: 4 })
})

t.test('an existing duration is not set to 0 without saying milestone', async (t) => {
  const { make, patch } = await setUp(t)
  const task = await make({ duration: 4 })
  t.match(await patch(task.id, { duration: 0 }), {
    status: 400,
    body: { code: 'zero_duration_not_milestone', suggested_action: 'set_is_milestone' },
  })
  t.match((await patch(task.id, { duration: 0, is_milestone: true })).body, {
    is_milestone: true,
    delivery_mode: 'milestone',
    duration: 0,
  })
  t.match(
    await patch(task.id, { duration: 0 }),
    { status: 200, body: { is_milestone: true } },
    'rewriting an existing 0',
  )
  t.match((await patch(task.id, { duration: 3 })).body, { duration: 0, warnings: [{ detail: /duration/ }] })
  t.match((await patch(task.id, { is_milestone: false })).body, {
    is_milestone: false,
    delivery_mode: 'waterfall',
    duration: 1,
  })
  await patch(task.id, { delivery_mode: 'milestone' })
  t.match((await patch(task.id, { delivery_mode: 'kanban', duration: 2 })).body, {
    is_milestone: false,
    delivery_mode: 'kanban',
    duration: 2,
  })
})

t.test('a phase is a pure rollup: locked fields refuse a changed value and no other', async (t) => {
  const { make, patch, project } = await setUp(t)
  const ann = await project.member(100)
  const phase = await make()
  await make({ parent_id: phase.id })
  const locked = await patch(phase.id, {
    status: 'COMPLETE',
    assignee: ann.account.id,
    optimistic_duration: 1,
    most_likely_duration: 2,
    pessimistic_duration: 3,
  })
  t.equal(locked.status, 400)
  t.same(Object.keys(locked.body).sort(), [
    'assignee',
    'most_likely_duration',
    'optimistic_duration',
    'pessimistic_duration',
    'status',
  ])
  t.match(await patch(phase.id, { percent_complete: 10 }), { status: 400, body: { percent_complete: [String] } })
  t.match(await patch(phase.id, { structure_role: 'work' }), {
    status: 409,
    body: { code: 'structure_role_contradicted', structure_role: 'container', detail: String },
  })
  t.match(await patch(phase.id, { is_milestone: true }), { status: 400, body: { is_milestone: [String] } })
  const same = { status: 'NOT_STARTED', assignee: null, percent_complete: 0, optimistic_duration: null, name: 'Phase' }
  t.match(await patch(phase.id, same), { status: 200, body: { name: 'Phase' } })
})

t.test('a parent of subtasks stays writable except its progress', async (t) => {
  const { make, patch } = await setUp(t)
  const task = await make()
  await make({ parent_id: task.id, is_subtask: true })
  t.match(await patch(task.id, { percent_complete: 10 }), { status: 400, body: { percent_complete: [String] } })
  t.equal((await patch(task.id, { status: 'IN_PROGRESS' })).status, 200)
})

t.test('progress of a summary is the weighted mean of the leaves below', async (t) => {
  const { app, make, patch } = await setUp(t)
  const top = await make()
  const phase = await make({ parent_id: top.id })
  const half = await make({ parent_id: phase.id, duration: 3, percent_complete: 50 })
  await make({ parent_id: phase.id, duration: 1 })
  await make({ parent_id: top.id, is_milestone: true })
  const board = await make({ parent_id: top.id, delivery_mode: 'kanban' })
  const scrum = await make({ parent_id: top.id, delivery_mode: 'scrum', story_points: 5, remaining_points: 2 })
  const percentOf = async (id: string) => (await app.owner.get(`/tasks/${id}/`)).body.percent_complete
  t.equal(await percentOf(phase.id), 37.5)
  t.equal(await percentOf(top.id), 45, '(3*50 + 1*0 + 1*0 + 5*60) / 10')
  await patch(board.id, { status: 'COMPLETE' })
  await patch(scrum.id, { status: 'COMPLETE' })
  t.equal(await percentOf(top.id), 75)
  t.equal((await app.owner.get(`/tasks/${half.id}/`)).body.remaining_duration, 2)
  const gates = await make()
  await make({ parent_id: gates.id, is_milestone: true, status: 'COMPLETE' })
  t.equal(await percentOf(gates.id), 0, 'without weight the stored value shows')
})

t.test('a blocked task says so to all and why to its assignee', async (t) => {
  const { app, make, patch, project } = await setUp(t)
  const ann = await project.member(100)
  const [task, wall] = [await make({ assignee: ann.account.id }), await make({ name: 'Wall' })]
  const seen = (await patch(task.id, { blocked_reason: 'no permit', blocker_type: 'vendor', blocking_task: wall.id }))
    .body
  t.notOk('blocked_reason' in seen, 'the owner of the project is not the reader')
  t.match(seen, {
    is_impediment: true,
    blocked_since: `${TODAY}T12:00:00.000Z`,
    blocked_age_seconds: 0,
    blocked_by: { id: app.owner.account.id },
    blocking_task_detail: { id: wall.id, name: 'Wall', short_id_display: 'T-2' },
  })
  t.equal((await ann.get(`/tasks/${task.id}/`)).body.blocked_reason, 'no permit')
  const freed = (await patch(task.id, { blocked_reason: '' }, ann)).body
  t.match(freed, {
    blocked_reason: '',
    blocker_type: '',
    blocking_task: null,
    blocked_by: null,
    blocked_since: null,
    is_impediment: false,
  })
})

t.test('story points are for the team, and for who works alone', async (t) => {
  const { app, make, project } = await setUp(t)
  const task = await make({ story_points: 8 })
  t.match((await app.owner.get(`/tasks/${task.id}/`)).body, { story_points: 8 })
  t.match((await (await project.member(1)).get(`/tasks/${task.id}/`)).body, { story_points: 8 })
  t.match((await app.owner.get(`/tasks/${task.id}/`)).body, { story_points: null, remaining_points: null })
  t.match((await (await project.member(100)).get(`/tasks/${task.id}/`)).body, { story_points: 8 })
})

t.test('one PATCH that reassigns and moves a date announces each of it', async (t) => {
  const { app, make, patch, project, clearOutbox } = await setUp(t)
  const [ann, bob] = [await project.member(100), await project.member(100)]
  const task = await make()
  await clearOutbox()
  const { body } = await patch(task.id, { assignee: ann.account.id, planned_start: '2026-04-01' })
  t.match(await framesOf(app, 'task_updated'), [
    {
      id: task.id,
      version: body.server_version,
      actor_id: app.owner.account.id,
      changed_fields: ['planned_start', 'assignee'],
      ts: String,
    },
  ])
  t.match(await webhooksOf(app, 'task.updated'), [{ id: task.id, assignee: ann.account.id }])
  t.match(await webhooksOf(app, 'task.assigned'), [{ id: task.id, previous_assignee: null, assignee: ann.account.id }])
  t.match(await webhooksOf(app, 'task.due_date_changed'), [
    { previous_planned_start: null, planned_start: '2026-04-01' },
  ])
  await patch(task.id, { assignee: bob.account.id })
  t.match(await webhooksOf(app, 'task.assignee_changed'), [
    { previous_assignee: ann.account.id, assignee: bob.account.id },
  ])
  await clearOutbox()
  await patch(task.id, { assignee: null })
  t.same(await announced(app), ['task_updated'])
})

t.test('names and notes ask for no new schedule, everything else does', async (t) => {
  const { app, make, patch } = await setUp(t)
  const task = await make()
  const waiting = async () =>
    (await app.sql("select 1 from graphile_worker.jobs where task_identifier = 'recompute_project'")).length
  await app.sql('delete from graphile_worker._private_jobs')
  await patch(task.id, { name: 'x', notes: 'y' })
  t.equal(await waiting(), 0)
  await patch(task.id, { duration: 2 })
  t.equal(await waiting(), 1)
})

t.test('computed dates show for schedulable rows alone', async (t) => {
  const { app, make, patch } = await setUp(t)
  const task = await make({ duration: 2 })
  const schedule = () => putDates(app, task.id, datesBetween('2026-03-02', '2026-03-03', { is_critical: true }))
  await schedule()
  t.match((await app.owner.get(`/tasks/${task.id}/`)).body, {
    early_start: '2026-03-02',
    scheduled_finish: '2026-03-03',
    is_critical: true,
    total_float: 0,
  })
  t.match((await patch(task.id, { planned_finish: '2026-03-06' })).body, { duration: 5 }, 'the computed start counts')
  await patch(task.id, { planned_start: '2026-03-09' })
  t.match(
    (await patch(task.id, { planned_finish: '2026-03-10' })).body,
    { duration: 2 },
    'not one of before a later plan',
  )
  await patch(task.id, { planned_start: '2026-03-02' })
  for (const [out, back] of [
    [{ status: 'BACKLOG' }, { status: 'NOT_STARTED' }],
    [{ type: 'epic' }, { type: 'task' }],
  ]) {
    const left = (await patch(task.id, out as object)).body
    t.match(left, {
      early_start: null,
      early_finish: null,
      scheduled_start: null,
      scheduled_finish: null,
      late_start: null,
      late_finish: null,
      total_float: null,
      free_float: null,
      is_critical: null,
    })
    t.same(await app.sql(`select 1 from ${TASK_DATES}`), [], 'they go with the write')
    await patch(task.id, back as object)
    await schedule()
  }
})
