import t, { type Test } from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'
import { webhooksOf } from './support/read-outbox.ts'

const NOBODY = '01990000-0000-7000-8000-000000000000'

async function setUp(t: Test, columns: Record<string, unknown> = {}) {
  const app = await startApp(t)
  const project = await buildProject(app, columns)
  const create = (body: object, user = app.owner) => user.post('/tasks/', { project: project.id, ...body })
  return { app, project, create }
}

t.test('a created task has its defaults, reference, path and a place in the queue', async (t) => {
  const { app, project, create } = await setUp(t)
  const { status, body } = await create({ name: '  Dig  ', duration: 3 })
  t.equal(status, 201)
  t.match(body, {
    project: project.id,
    name: 'Dig',
    status: 'NOT_STARTED',
    type: 'task',
    duration: 3,
    remaining_duration: 3,
    percent_complete: 0,
    wbs_path: '1',
    parent_id: null,
    server_version: 1,
    short_id: `${project.key}-T-1`,
    short_id_display: 'T-1',
    qualified_id: `${project.key}-T-1`,
    is_milestone: false,
    is_summary: false,
    is_phase: false,
    early_start: null,
    is_critical: null,
    assignments: [],
    labels: [],
    source_kind: 'hand',
    seeded_at: null,
    is_untouched_seed: false,
    readiness: 'estimated',
    dor_blockers: ['unestimated', 'no_acceptance_criteria'],
    can_edit: true,
    can_log_time: true,
  })
  t.type(body.edited_at, 'string')
  t.notOk('warnings' in body, 'a clean write carries no warnings')
  t.match(await webhooksOf(app, 'task.created'), [
    { id: body.id, project: project.id, name: 'Dig', duration: 3, source: 'api' },
  ])
  const jobs = await app.sql(
    "select count(*)::int as count from graphile_worker.jobs where task_identifier = 'recompute_project'",
  )
  t.equal(jobs[0]?.count, 1)
})

t.test('required fields, unknown projects and malformed values are told by field', async (t) => {
  const { app, create } = await setUp(t)
  const stranger = await buildProject(app)
  await app.sql('update project_members set is_deleted = true where project_id = $1', [stranger.id])
  const cases: [object, string][] = [
    [{ project: undefined, name: 'x' }, 'project'],
    [{ project: 'nonsense', name: 'x' }, 'project'],
    [{ project: NOBODY, name: 'x' }, 'project'],
    [{ project: stranger.id, name: 'x' }, 'project'],
    [{}, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'x'.repeat(513) }, 'name'],
    [{ name: 'x', duration: -1 }, 'duration'],
    [{ name: 'x', duration: 36_526 }, 'duration'],
    [{ name: 'x', duration: 1.5 }, 'duration'],
    [{ name: 'x', duration: null }, 'duration'],
    [{ name: 'x', status: 'DONE' }, 'status'],
    [{ name: 'x', type: 'chore' }, 'type'],
    [{ name: 'x', percent_complete: 101 }, 'percent_complete'],
    [{ name: 'x', planned_start: '2026-02-30' }, 'planned_start'],
    [{ name: 'x', planned_start: '1066-10-14' }, 'planned_start'],
    [{ name: 'x', assignee: 7 }, 'assignee'],
    [{ name: 'x', assignee: NOBODY }, 'assignee'],
    [{ name: 'x', sprint: NOBODY }, 'sprint'],
    [{ name: 'x', blocking_task: NOBODY }, 'blocking_task'],
    [{ name: 'x', parent_epic: NOBODY }, 'parent_epic'],
    [{ name: 'x', dor: 'ready' }, 'dor'],
    [{ name: 'x', planned_finish: '2026-02-02' }, 'planned_finish'],
    [{ name: 'x', planned_start: '2026-02-02', planned_finish: '2026-02-01' }, 'planned_finish'],
    [{ name: 'x', planned_start: '1900-01-01', planned_finish: '2199-12-31' }, 'planned_finish'],
    [{ name: 'x', optimistic_duration: 5, most_likely_duration: 4, pessimistic_duration: 9 }, 'most_likely_duration'],
    [{ name: 'x', is_milestone: true, delivery_mode: 'scrum' }, 'is_milestone'],
    [{ name: 'x', is_subtask: 'maybe' }, 'is_subtask'],
    [{ name: 'x', is_subtask: 'yes' }, 'is_subtask'],
    [{ name: 'x', parent_id: 'nonsense' }, 'parent_id'],
    [{ name: 'x', parent_id: NOBODY }, 'parent_id'],
    [{ name: 'x', owners: [{ resource: NOBODY, units: '1.0' }] }, 'owners'],
    [{ name: 'x', owners: [{ resource: 'nonsense' }] }, 'owners'],
    [{ name: 'x', story_points: 32_768 }, 'story_points'],
    [{ name: 'x', amend_reason: 'x'.repeat(501) }, 'amend_reason'],
  ]
  for (const [input, field] of cases) {
    const { status, body } = await create(input)
    t.equal(status, 400, JSON.stringify(input))
    t.same(Object.keys(body), [field], JSON.stringify(input))
  }
  t.match(await create({ name: 'x', owners: Array(101).fill({ resource: NOBODY }) }), {
    status: 400,
    body: { owners: { non_field_errors: [/100/] } },
  })
  t.same((await app.sql('select count(*)::int as n from tasks'))[0], { n: 0 }, 'refusals leave nothing')
  t.equal((await create({ name: 'x', owners: [], sprint: null, assignee: null, parent_id: null })).status, 201)
})

t.test('authors create, Viewers and the Resource Manager band do not', async (t) => {
  const { app, project, create } = await setUp(t)
  for (const [role, status] of [
    [1, 403],
    [100, 201],
    [200, 403],
    [299, 403],
    [300, 201],
  ] as const) {
    t.equal((await create({ name: `by ${role}` }, await project.member(role))).status, status, `role ${role}`)
  }
  t.equal(
    (await create({ name: 'x' }, await app.user('outsider'))).status,
    400,
    'outsiders learn nothing of the project',
  )
  await app.sql('update projects set is_archived = true')
  t.match(await create({ name: 'late' }), { status: 403, body: { detail: /archived/ } })
})

t.test('rows are placed last below their parent, by the highest label in use', async (t) => {
  const { create, app } = await setUp(t)
  const phase = (await create({ name: 'Phase' })).body
  const first = (await create({ name: 'First', parent_id: phase.id })).body
  const second = (await create({ name: 'Second', parent_id: phase.id })).body
  t.same([first.wbs_path, second.wbs_path], ['1.1', '1.2'])
  await app.owner.delete(`/tasks/${first.id}/`)
  const third = (await create({ name: 'Third', parent_id: phase.id })).body
  t.equal(third.wbs_path, '1.3', 'a label is not handed out below a live higher one')
  t.equal((await create({ name: 'Root' })).body.wbs_path, '2')
  for (let n = 4; n <= 11; n++) await create({ name: `${n}`, parent_id: phase.id })
  t.equal((await create({ name: '12', parent_id: phase.id })).body.wbs_path, '1.12', 'labels compare as numbers')
})

t.test('a first structural child makes a phase and parks its own status and estimate', async (t) => {
  const { create, app } = await setUp(t)
  const phase = (await create({ name: 'Phase', duration: 8 })).body
  const child = (await create({ name: 'Child', parent_id: phase.id })).body
  const read = () => app.owner.get(`/tasks/${phase.id}/`)
  t.match((await read()).body, {
    is_summary: true,
    is_phase: true,
    structure_role: 'container',
    own_status: 'NOT_STARTED',
    own_estimate: 8,
    server_version: 2,
  })
  t.equal(child.parent_id, phase.id)
  await app.owner.delete(`/tasks/${child.id}/`)
  t.match((await read()).body, {
    is_phase: false,
    structure_role: 'work',
    own_status: null,
    own_estimate: null,
    duration: 8,
  })
})

t.test('placement guards: no children of milestones and subtasks, no subtasks in phases', async (t) => {
  const { create } = await setUp(t)
  const gate = (await create({ name: 'Gate', is_milestone: true })).body
  t.match(await create({ name: 'x', parent_id: gate.id }), { status: 400, body: { parent_id: [/milestone/] } })
  const work = (await create({ name: 'Work' })).body
  const sub = (await create({ name: 'Sub', parent_id: work.id, is_subtask: 'on' })).body
  t.match(sub, { is_subtask: true, wbs_path: '2.1' })
  t.match(await create({ name: 'x', parent_id: sub.id }), { status: 400, body: { parent_id: [/subtask/] } })
  const phase = (await create({ name: 'Phase' })).body
  await create({ name: 'Child', parent_id: phase.id, is_subtask: 0 })
  t.match(await create({ name: 'x', parent_id: phase.id, is_subtask: true }), {
    status: 400,
    body: { parent_id: [/phase/] },
  })
})

t.test('a drawer subtask makes a summary that is no phase, and tells so', async (t) => {
  const { create, app } = await setUp(t)
  const work = (await create({ name: 'Work' })).body
  await create({ name: 'Sub', parent_id: work.id, is_subtask: 1 })
  t.match((await app.owner.get(`/tasks/${work.id}/`)).body, {
    is_summary: true,
    is_phase: false,
    structure_role: 'work',
  })
  const frames = await app.sql<{ payload: string }>(
    "select socket_payload as payload from outbox_events where socket_name = 'task_updated'",
  )
  t.match(
    frames.map((frame) => JSON.parse(frame.payload)),
    [{ id: work.id, version: 1, changed_fields: ['is_summary'] }],
  )
})

t.test('flag, delivery mode and duration 0 are one fact', async (t) => {
  const { create } = await setUp(t)
  const milestone = { is_milestone: true, delivery_mode: 'milestone', duration: 0 }
  t.match((await create({ name: 'a', is_milestone: true })).body, milestone)
  t.match((await create({ name: 'b', delivery_mode: 'milestone' })).body, milestone)
  t.match((await create({ name: 'c', duration: 0 })).body, milestone)
  const forced = (await create({ name: 'd', is_milestone: true, duration: 5 })).body
  t.match(forced, { ...milestone, warnings: [{ rule: 'dropped_fields', detail: /duration/ }] })
})

t.test('delivery and governance follow the methodology of the project', async (t) => {
  const app = await startApp(t)
  const cases = [
    [{ methodology: 'WATERFALL' }, 'gated', 'waterfall'],
    [{ methodology: 'HYBRID' }, 'flow', 'waterfall'],
    [{}, 'flow', 'waterfall'],
    [{ methodology: 'AGILE' }, 'flow', 'scrum'],
    [{ methodology: 'AGILE', board_cadence: 'continuous' }, 'flow', 'kanban'],
  ] as const
  for (const [columns, governance_class, delivery_mode] of cases) {
    const project = await buildProject(app, columns)
    const { body } = await app.owner.post('/tasks/', { project: project.id, name: 'x' })
    t.match(body, { governance_class, delivery_mode }, JSON.stringify(columns))
  }
})

t.test('keys the server does not apply come back', async (t) => {
  const { create } = await setUp(t)
  const { body } = await create({ name: 'x', wbs_path: '9', colour: 'red' })
  t.equal(body.wbs_path, '1')
  t.same(body.warnings, [{ rule: 'dropped_fields', detail: 'Not applied: wbs_path, colour' }])
})

t.test('a target finish becomes working days of the calendar', async (t) => {
  const { create, app } = await setUp(t)
  const body = { name: 'x', planned_start: '2026-02-02', planned_finish: '2026-02-09' }
  t.equal((await create(body)).body.duration, 6, 'without a calendar Monday to Friday work')
  const calendar = '01990000-0000-7000-8000-000000000001'
  await app.sql("insert into calendars (id, name, working_days) values ($1, 'Six days', 63)", [calendar])
  await app.sql(
    `insert into calendar_exceptions (id, calendar_id, exc_start, exc_end) values ($1, $1, '2026-02-03', '2026-02-03')`,
    [calendar],
  )
  await app.sql('update projects set calendar_id = $1', [calendar])
  t.equal((await create(body)).body.duration, 6, 'one more Saturday, one day off')
  t.match((await create({ ...body, is_milestone: true })).body, {
    duration: 0,
    warnings: [{ detail: /planned_finish/ }],
  })
})

t.test('an earlier planned start moves the start of the project', async (t) => {
  const { create, app } = await setUp(t)
  await create({ name: 'later', planned_start: '2026-03-01' })
  await create({ name: 'earlier', planned_start: '2025-12-01' })
  t.match(await app.sql('select start_date, server_version from projects'), [
    { start_date: '2025-12-01', server_version: 2 },
  ])
  const frames = await app.sql("select 1 from outbox_events where socket_name = 'project_updated'")
  t.equal(frames.length, 1)
})

t.test('durations of a project stay below the span ceiling', async (t) => {
  const { create } = await setUp(t)
  for (let n = 0; n < 10; n++) t.equal((await create({ name: `${n}`, duration: 36_525 })).status, 201)
  t.match(await create({ name: 'last', duration: 751 }), { status: 400, body: { duration: [/366001/] } })
  t.equal((await create({ name: 'last', duration: 750 })).status, 201)
})

t.test('the span ceiling counts what came by any way since the last write, and no more than is there', async (t) => {
  const { app, project, create } = await setUp(t)
  const made = async (duration: number) => (await create({ name: `${duration}`, duration })).body.id as string
  const refusedAt = async (duration: number, sum: number) =>
    t.match(await create({ name: 'too long', duration }), {
      status: 400,
      body: { duration: [new RegExp(`to ${sum};`)] },
    })
  const [first, second] = [await made(100), await made(200)]
  const gone = await made(36_525)
  await app.owner.delete(`/tasks/${gone}/`)
  await made(1)
  t.equal((await app.owner.post(`/tasks/${gone}/restore/`)).status, 200)
  await app.owner.post(`/projects/${project.id}/tasks/bulk/`, {
    operations: Array.from({ length: 8 }, () => ({ op: 'create', data: { name: 'Long', duration: 36_525 } })),
  })
  const link = { predecessor: first, successor: second, dep_type: 'FS', lag: 1_000 }
  t.equal((await app.owner.post('/dependencies/', link)).status, 201)
  // 100 + 200 + 1 + 9 × 36,525 + 1,000 = 330,026
  await refusedAt(35_975, 366_001)
  t.equal((await app.owner.patch(`/tasks/${first}/`, { duration: 50 })).status, 200)
  t.equal((await app.owner.patch(`/tasks/${second}/`, { duration: 100 })).status, 200)
  // As another process writes.
  await app.sql('update project_counters set sync_seq = sync_seq + 1 where project_id = $1', [project.id])
  await app.sql(
    `update tasks set duration = 300, sync_seq = (select sync_seq from project_counters where project_id = $1)
     where project_id = $1 and name = '1'`,
    [project.id],
  )
  // 50 + 100 + 300 + 9 × 36,525 + 1,000 = 330,175
  await refusedAt(35_826, 366_001)
  t.equal((await create({ name: 'just', duration: 35_825 })).status, 201)
})

t.test('progress needs an anchor, except by a manager', async (t) => {
  const { create, project } = await setUp(t)
  const ann = await project.member(100)
  t.match(await create({ name: 'x', percent_complete: 10 }, ann), {
    status: 400,
    body: { code: 'progress_requires_anchor', suggested_action: 'set_planned_start' },
  })
  t.equal((await create({ name: 'x', percent_complete: 10, planned_start: '2026-02-02' }, ann)).status, 201)
  t.equal((await create({ name: 'x', percent_complete: 10 })).status, 201)
})

t.test('epics, their members and scoring are the managers’', async (t) => {
  const { create, project } = await setUp(t)
  const ann = await project.member(100)
  const epic = (await create({ name: 'Epic', type: 'EPIC' })).body
  t.equal(epic.type, 'epic')
  for (const extra of [{ type: 'epic' }, { parent_epic: epic.id }, { business_value: 3 }]) {
    t.equal((await create({ name: 'x', ...extra }, ann)).status, 403, JSON.stringify(extra))
  }
  const story = (await create({ name: 'Story', type: 'story', parent_epic: epic.id })).body
  t.equal(story.parent_epic, epic.id)
  t.match(await create({ name: 'x', parent_epic: story.id }), { status: 400, body: { parent_epic: [/epic/] } })
  const nested = (await create({ name: 'Nested', type: 'epic', parent_epic: epic.id })).body
  t.match(await create({ name: 'x', parent_epic: nested.id }), { status: 400, body: { parent_epic: [/itself/] } })
})

t.test('estimates of a pm_only project are written by managers', async (t) => {
  const { create, project } = await setUp(t, { estimation_mode: 'pm_only' })
  const triple = { optimistic_duration: 1, most_likely_duration: 2, pessimistic_duration: 3 }
  t.equal((await create({ name: 'x', ...triple }, await project.member(100))).status, 403)
  t.match((await create({ name: 'x', ...triple })).body, { ...triple, estimate_status: null })
})

t.test('scores follow the model of the project', async (t) => {
  const app = await startApp(t)
  const inputs = {
    business_value: 5,
    time_criticality: 3,
    risk_reduction: 2,
    job_size: 4,
    reach: 10,
    impact: 2,
    confidence: 0.5,
    effort: 4,
    value: 9,
    effort_estimate: 0,
  }
  for (const [model, score] of [
    ['wsjf', 2.5],
    ['rice', 2.5],
    ['value_effort', null],
    ['none', null],
  ] as const) {
    const project = await buildProject(app, { prioritization_model: model })
    const { body } = await app.owner.post('/tasks/', { project: project.id, name: 'x', ...inputs })
    t.equal(body.prioritization_score, score, model)
  }
})
