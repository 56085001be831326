import t, { type Test } from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'
import { announced, framesOf } from './support/read-outbox.ts'

const NOBODY = '01990000-0000-7000-8000-000000000000'

async function setUp(t: Test) {
  const app = await startApp(t)
  const project = await buildProject(app)
  const make = async (body: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name: 'x', ...body })).body
  const bulk = (body: object, user: TestUser = app.owner) => user.post(`/projects/${project.id}/tasks/bulk/`, body)
  const ops = (...operations: object[]) => bulk({ operations })
  const create = (name: string, extra: object = {}, id?: string) => ({ op: 'create', id, data: { name, ...extra } })
  return { app, project, make, bulk, ops, create }
}

t.test('rows and links of one batch are written together and announced once', async (t) => {
  const { app, bulk, create } = await setUp(t)
  const [phase, a, b] = [newId(), newId(), newId()]
  const { status, body } = await bulk({
    operations: [
      create('Phase', {}, phase),
      create('A', { parent_id: phase, duration: 2, planned_start: '2025-12-01' }, a),
      create('B', { parent_id: phase, wbs_path: '7', project: NOBODY, id: NOBODY }, b.toUpperCase()),
      create('Sub', { parent_id: a, is_subtask: true }),
    ],
    dependencies: { created: [{ predecessor: a, successor: b.toUpperCase(), dep_type: 'SS', lag: 2 }] },
  })
  t.equal(status, 207)
  t.match(body, {
    applied: [
      {
        index: 0,
        id: phase,
        op: 'create',
        outcome: 'created',
        task: { is_phase: true, wbs_path: '1', source_kind: 'hand' },
      },
      { index: 1, id: a, task: { wbs_path: '1.1', duration: 2, is_summary: true } },
      { index: 2, id: b, task: { wbs_path: '1.2', predecessor_count: 1 } },
      { index: 3, task: { is_subtask: true } },
    ],
    rejected: [],
    skipped: [],
    dependencies: {
      applied: [{ index: 0, id: String, predecessor: a, successor: b, pending_acceptance: false }],
      rejected: [],
    },
    capabilities_denied: [],
    operation_id: String,
    can_undo: true,
  })
  t.same(await announced(app), ['project_updated', 'dependencies_bulk_created', 'tasks_bulk_mutated'])
  t.same(
    (await framesOf(app, 'tasks_bulk_mutated'))[0]?.task_ids,
    body.applied.map((row: { id: string }) => row.id),
  )
  t.same((await framesOf(app, 'dependencies_bulk_created'))[0]?.dependency_ids, [body.dependencies.applied[0].id])
  t.equal((await app.sql("select 1 from graphile_worker.jobs where task_identifier = 'recompute_project'")).length, 1)
})

t.test('a row that fails is told and leaves the others', async (t) => {
  const { app, make, ops, create } = await setUp(t)
  const elsewhere = await buildProject(app)
  const foreign = (await app.owner.post('/tasks/', { project: elsewhere.id, name: 'x' })).body
  const [dead, gate, phase] = [await make(), await make({ is_milestone: true }), await make()]
  await make({ parent_id: phase.id })
  await app.owner.delete(`/tasks/${dead.id}/`)
  const { status, body } = await ops(
    create('fine'),
    create('x', {}, 'nonsense'),
    create('x', {}, foreign.id),
    create('x', {}, dead.id),
    create('', {}),
    create('x', { parent_id: 'nonsense' }),
    create('x', { parent_id: NOBODY }),
    create('x', { parent_id: gate.id }),
    { op: 'update', data: { name: 'x' } },
    { op: 'update', id: 'also nonsense', data: {} },
    { op: 'update', id: NOBODY, data: {} },
    { op: 'update', id: gate.id, data: { delivery_mode: 'scrum' } },
    { op: 'update', id: phase.id, data: { status: 'COMPLETE' } },
    { op: 'delete', id: newId() },
    { op: 'delete' },
    create('x', { owners: [{ resource: NOBODY }] }),
    create('x', { owners: [{ resource: 'x' }] }),
  )
  t.equal(status, 207)
  t.match(body.applied, [{ index: 0, task: { name: 'fine' } }])
  t.equal(body.applied.length, 1)
  t.match(body.rejected, [
    { index: 1, id: null, code: 'malformed_id' },
    { index: 2, id: foreign.id, code: 'id_unavailable' },
    { index: 4, code: 'invalid', message: /^name: / },
    { index: 5, code: 'malformed_id' },
    { index: 6, code: 'invalid', message: 'parent_id: Object does not exist.' },
    { index: 7, code: 'invalid', message: /^parent_id: / },
    { index: 8, id: null, code: 'invalid', message: /^id: / },
    { index: 9, id: null, code: 'malformed_id' },
    { index: 10, id: NOBODY, code: 'not_found' },
    { index: 12, id: phase.id, code: 'invalid', message: /^status: / },
    { index: 13, code: 'not_found' },
    { index: 14, code: 'invalid' },
    { index: 15, code: 'invalid', message: /^owners: / },
    { index: 16, code: 'invalid', message: /^owners: / },
  ])
  t.equal(body.rejected.length, 14)
  t.match(body.skipped, [
    { index: 3, id: dead.id, code: 'tombstoned' },
    { index: 11, id: gate.id, code: 'milestone_gate' },
  ])
  t.equal((await app.sql('select 1 from tasks where not is_deleted')).length, 5)
})

t.test('updates and deletes; a create of a live id is an update', async (t) => {
  const { app, make, ops, create } = await setUp(t)
  const [a, b, c] = [await make(), await make(), await make()]
  await app.sql('delete from outbox_events')
  const { body } = await ops(
    { op: 'update', id: a.id, data: { name: 'A', parent_id: b.id, project: NOBODY } },
    create('B', { duration: 4, parent_id: a.id }, b.id),
    { op: 'delete', id: c.id },
  )
  t.match(body.applied, [
    { op: 'update', outcome: 'updated', task: { name: 'A', parent_id: null } },
    { op: 'create', outcome: 'updated', task: { name: 'B', duration: 4, parent_id: null } },
    { op: 'delete', outcome: 'deleted' },
  ])
  t.notOk('task' in body.applied[2])
  t.equal(body.operation_id, null, 'nothing was created')
  t.equal((await app.owner.get(`/tasks/${c.id}/`)).status, 404)
  t.same(await announced(app), ['tasks_bulk_mutated'])
  await app.sql('delete from outbox_events')
  t.match((await ops({ op: 'update', id: a.id, data: { name: 'A' } })).body.applied, [{ outcome: 'unchanged' }])
  t.same(await announced(app), [], 'nothing changed, nothing is told')
})

t.test('links are judged one by one', async (t) => {
  const { make, bulk, app } = await setUp(t)
  const [a, b, c] = [await make(), await make(), await make()]
  const elsewhere = await buildProject(app)
  const foreign = (await app.owner.post('/tasks/', { project: elsewhere.id, name: 'x' })).body
  const edge = (predecessor: string, successor: string, extra: object = {}) => ({ predecessor, successor, ...extra })
  await bulk({
    operations: [{ op: 'create', data: { name: 'y' } }],
    dependencies: { created: [edge(a.id, b.id), edge(a.id, c.id)] },
  })
  const { body } = await bulk({
    operations: [{ op: 'create', data: { name: 'z' } }],
    dependencies: {
      created: [
        edge(a.id, c.id),
        edge(b.id, c.id, { id: newId() }),
        edge('x', c.id),
        edge(a.id, NOBODY),
        edge(a.id, foreign.id),
        edge(a.id, a.id),
        edge(b.id, a.id),
        edge(b.id, c.id, { dep_type: 'XX' }),
        edge(b.id, c.id, { lag: 40_000 }),
        edge(b.id, c.id, { lag: -3 }),
      ],
    },
  })
  t.match(body.dependencies.rejected, [
    { index: 0, code: 'conflict' },
    { index: 1, code: 'invalid' },
    { index: 2, code: 'malformed_id' },
    { index: 3, code: 'unresolved_endpoint' },
    { index: 4, code: 'unresolved_endpoint' },
    { index: 5, code: 'self_reference', offending: [a.id, a.id] },
    { index: 6, code: 'cyclic_dependency', offending: Array },
    { index: 7, code: 'invalid' },
    { index: 8, code: 'invalid' },
  ])
  t.match(body.dependencies.applied, [{ index: 9, predecessor: b.id, successor: c.id }])
  t.equal(body.applied.length, 1, 'the rows are kept')
})

t.test('members write rows but no links; lower rows follow the edit rule', async (t) => {
  const { app, project, make, bulk } = await setUp(t)
  const ann = await project.member(100)
  const [own, foreign] = [await make({ assignee: ann.account.id }), await make()]
  const { body } = await bulk(
    {
      operations: [
        { op: 'create', data: { name: 'new' } },
        { op: 'update', id: own.id, data: { name: 'mine' } },
        { op: 'update', id: foreign.id, data: { name: 'mine' } },
        { op: 'create', id: newId(), data: { name: 'x', percent_complete: 5 } },
        { op: 'delete', id: newId() },
      ],
      dependencies: { created: [{ predecessor: own.id, successor: foreign.id }] },
      origin: 'paste',
    },
    ann,
  )
  t.match(body, {
    applied: [{ index: 0, task: { source_kind: 'paste' } }, { index: 1 }],
    rejected: [
      { index: 2, code: 'forbidden' },
      { index: 3, code: 'invalid' },
      { index: 4, code: 'not_found' },
    ],
    dependencies: { applied: [], rejected: [{ index: 0, code: 'forbidden' }] },
    capabilities_denied: ['dependencies'],
    operation_id: String,
    can_undo: false,
  })
  t.match((await bulk({ operations: [{ op: 'delete', id: own.id }] }, ann)).body.rejected, [{ code: 'forbidden' }])
  for (const role of [1, 200])
    t.equal(
      (await bulk({ operations: [{ op: 'create', data: { name: 'x' } }] }, await project.member(role))).status,
      403,
    )
  t.equal((await bulk({ operations: [{ op: 'create', data: { name: 'x' } }] }, await app.user('outsider'))).status, 404)
  await app.sql('update projects set is_archived = true')
  t.equal((await bulk({ operations: [{ op: 'create', data: { name: 'x' } }] })).status, 403)
})

t.test('the whole request is refused beyond its limits', async (t) => {
  const { app, bulk, create } = await setUp(t)
  const id = newId()
  const owners = (count: number) => Array(count).fill({ resource: NOBODY })
  const edges = Array(501).fill({ predecessor: NOBODY, successor: NOBODY })
  const cases: [object, string][] = [
    [{}, 'operations'],
    [{ operations: [] }, 'operations'],
    [{ operations: Array(501).fill(create('x')) }, 'operations'],
    [{ operations: [{ op: 'upsert' }] }, 'operations'],
    [{ operations: [create('x', {}, id), create('y', {}, id.toUpperCase())] }, 'operations'],
    [{ operations: [create('x', { owners: owners(101) })] }, 'operations'],
    [{ operations: Array(6).fill(create('x', { owners: owners(84) })) }, 'operations'],
    [{ operations: [create('x')], dependencies: { created: edges } }, 'dependencies'],
    [{ operations: [create('x')], origin: 'import' }, 'origin'],
  ]
  for (const [input, field] of cases) {
    const { status, body } = await bulk(input)
    t.match({ status, fields: Object.keys(body) }, { status: 400, fields: [field] }, field)
  }
  t.match(await bulk([]), { status: 400, body: { code: 'invalid_body' } })
  t.same(await app.sql('select 1 from tasks'), [])
})

t.test('a retry with its key repeats no row', async (t) => {
  const { app, project, create } = await setUp(t)
  const body = { operations: [create('once')] }
  const headers = { 'Idempotency-Key': 'k' }
  const first = await app.owner.post(`/projects/${project.id}/tasks/bulk/`, body, headers)
  const second = await app.owner.post(`/projects/${project.id}/tasks/bulk/`, body, headers)
  t.equal(second.text, first.text)
  t.equal((await app.sql('select 1 from tasks')).length, 1)
})

t.test('durations rolled back do not count against the span', async (t) => {
  const { ops, create } = await setUp(t)
  const rows = Array.from({ length: 12 }, (_, n) =>
    create(`${n}`, { duration: 36_525, ...(n === 3 ? { dor: 'ready' } : {}) }),
  )
  const { body } = await ops(...rows)
  t.equal(body.applied.length, 10)
  t.match(body.rejected, [
    { index: 3, message: /^dor: / },
    { index: 11, message: /^duration: / },
  ])
})

/** What is stored of the project's rows and told of them, with names in the place of ids. */
async function storedOf(app: Awaited<ReturnType<typeof setUp>>['app'], projectId: string) {
  const rows = await app.sql(
    `select t.name, t.number, array_to_string(t.wbs_order, '.') as path, p.name as parent, t.is_subtask, t.structure_role,
       t.own_estimate, t.duration, t.governance_class, t.parent_governance_inherited, t.source_kind, t.server_version,
       (select count(*) from history_rows h where h.object_id = t.id) as history
     from tasks t left join tasks p on p.id = t.parent_id where t.project_id = $1 order by t.number`,
    [projectId],
  )
  const [project] = await app.sql('select start_date from projects where id = $1', [projectId])
  return { rows, project }
}

t.test('new rows of a batch stand as if each had come alone', async (t) => {
  const { app, create } = await setUp(t)
  const stories = (phase: string, task: string) => [
    create('First', { planned_start: '2025-11-03' }),
    create('Phase', { governance_class: 'gated' }, phase),
    create('Task', { parent_id: phase, duration: 4 }, task),
    create('Refused', { parent_id: phase, duration: 366_000 }),
    create('Gate', { parent_id: phase, is_milestone: true }),
    create('Sub', { parent_id: task, is_subtask: true }),
    create('No phase any more', { parent_id: task }),
    create('Refused too', { parent_id: task, is_subtask: true }),
    create('Blocked', { parent_id: phase, blocking_task: task, blocked_reason: 'waits' }),
    create('Last', { planned_start: '2025-10-06', duration: 2 }),
  ]
  const [together, alone] = [await buildProject(app), await buildProject(app)]
  const whole = await app.owner.post(`/projects/${together.id}/tasks/bulk/`, {
    operations: stories(newId(), newId()),
  })
  const codes: unknown[] = []
  for (const [index, operation] of stories(newId(), newId()).entries()) {
    const { body } = await app.owner.post(`/projects/${alone.id}/tasks/bulk/`, { operations: [operation] })
    codes.push(...body.rejected.map((row: { code: string; message: string }) => [index, row.code, row.message]))
  }
  t.same(
    whole.body.rejected.map((row: { index: number; code: string; message: string }) => [
      row.index,
      row.code,
      row.message,
    ]),
    codes,
  )
  t.equal(codes.length, 2)
  const [stored, expected] = [await storedOf(app, together.id), await storedOf(app, alone.id)]
  t.same(stored, expected)
  t.equal(stored.rows.length, 8)
})

t.test('a new row whose id somebody takes meanwhile is told and leaves the others', async (t) => {
  const { app, project, ops, create } = await setUp(t)
  const elsewhere = await buildProject(app)
  const [a, b, c] = [newId(), newId(), newId()]
  const em = app.services.orm.em.fork()
  await em.begin()
  await em
    .getConnection()
    .execute(
      'insert into tasks (id, project_id, number, name, sync_seq) values (?, ?, 1, ?, 1)',
      [b, elsewhere.id, 'taken'],
      'run',
      em.getTransactionContext(),
    )
  const batch = ops(create('A', {}, a), create('B', {}, b), create('C', {}, c))
  await new Promise((resolve) => setTimeout(resolve, 300))
  await em.commit()
  const { body } = await batch
  t.match(body.applied, [
    { index: 0, id: a, task: { wbs_path: '1' } },
    { index: 2, id: c, task: { wbs_path: '2' } },
  ])
  t.match(body.rejected, [{ index: 1, id: b, code: 'id_unavailable' }])
  t.equal((await app.sql('select 1 from tasks where project_id = $1', [project.id])).length, 2)
})
