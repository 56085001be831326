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
  const top = await make()
  const [first, second] = [await make({ parent_id: top.id }), await make({ parent_id: top.id })]
  const gate = await make({ parent_id: top.id, is_milestone: true })
  const below = await make({ parent_id: second.id })
  const classify = (body: object, user: TestUser = app.owner) =>
    user.patch(`/projects/${project.id}/tasks/classification/`, { subtree: top.id, ...body })
  const read = async (id: string) => (await app.owner.get(`/tasks/${id}/`)).body
  await app.sql('delete from outbox_events')
  return { app, project, make, classify, read, top, first, second, gate, below }
}

t.test('a cascade sets the delivery mode of all but milestones', async (t) => {
  const { app, classify, read, top, first, second, gate, below } = await setUp(t)
  await app.owner.patch(`/tasks/${first.id}/`, { delivery_mode: 'kanban' })
  await app.sql('delete from outbox_events')
  const { status, body } = await classify({ delivery_mode: 'kanban' })
  t.equal(status, 200)
  t.match(body, {
    subtree: top.id,
    matched: 5,
    rows_written: 3,
    delivery_mode: { requested: 'kanban', applied: 3, unchanged: 1, overrides_kept: null, has_inherit_bit: false },
    skipped: [{ id: gate.id, code: 'milestone_gate', axes: ['delivery_mode'], message: String }],
    operation_id: String,
    can_undo: true,
  })
  t.notOk('governance' in body, 'an axis that was not sent is absent')
  t.match([(await read(below.id)).delivery_mode, (await read(gate.id)).delivery_mode], ['kanban', 'milestone'])
  t.same(await announced(app), ['tasks_bulk_mutated'])
  t.same((await framesOf(app, 'tasks_bulk_mutated'))[0]?.task_ids, [top.id, second.id, below.id])
})

t.test('governance keeps declared overrides unless told not to, and marks what it passed on', async (t) => {
  const { app, classify, read, top, first, gate } = await setUp(t)
  await app.owner.patch(`/tasks/${first.id}/`, { governance_class: 'hybrid' })
  t.match((await classify({ governance_class: 'gated' })).body, {
    rows_written: 3,
    governance: { applied: 3, unchanged: 0, overrides_kept: 1, has_inherit_bit: true },
    skipped: [{ id: gate.id, axes: ['governance'] }],
  })
  t.match(await read(top.id), { governance_class: 'gated', parent_governance_inherited: false })
  t.match(await read(first.id), { governance_class: 'hybrid', parent_governance_inherited: false })
  const { body } = await classify({ governance_class: 'gated', preserve_governance_overrides: false })
  t.match(body, { rows_written: 1, governance: { applied: 1, unchanged: 3, overrides_kept: 0 } })
  t.match(await read(first.id), { governance_class: 'gated', parent_governance_inherited: true })
  t.match(await read(gate.id), { governance_class: 'flow', parent_governance_inherited: true })
  const last = await classify({ governance_class: 'hybrid', skip_milestones: false })
  t.match(last.body, { rows_written: 5, skipped: [] })
  t.match(await read(gate.id), {
    governance_class: 'hybrid',
    parent_governance_inherited: true,
    delivery_mode: 'milestone',
  })
})

t.test('a row declared by hand is an override again', async (t) => {
  const { app, classify, read, first } = await setUp(t)
  await classify({ governance_class: 'gated', preserve_governance_overrides: false })
  await app.owner.patch(`/tasks/${first.id}/`, { governance_class: 'hybrid' })
  t.equal((await read(first.id)).parent_governance_inherited, false)
  await classify({ governance_class: 'flow' })
  t.match(await read(first.id), { governance_class: 'hybrid' })
})

t.test('without cascade the named task alone is classified; nothing to write leaves no trace', async (t) => {
  const { app, classify } = await setUp(t)
  t.match((await classify({ cascade: false, delivery_mode: 'scrum', governance_class: 'hybrid' })).body, {
    matched: 1,
    rows_written: 1,
  })
  await app.sql('delete from outbox_events')
  t.match((await classify({ cascade: false, delivery_mode: 'scrum' })).body, {
    rows_written: 0,
    operation_id: null,
    delivery_mode: { unchanged: 1 },
  })
  t.same(await announced(app), [])
})

t.test('refusals', async (t) => {
  const { app, project, classify, top, first, second } = await setUp(t)
  const cases: [object, string][] = [
    [{}, 'non_field_errors'],
    [{ governance_class: null, delivery_mode: null }, 'non_field_errors'],
    [{ delivery_mode: 'milestone' }, 'delivery_mode'],
    [{ delivery_mode: 'agile' }, 'delivery_mode'],
    [{ governance_class: 'none' }, 'governance_class'],
    [{ subtree: 'x', delivery_mode: 'scrum' }, 'subtree'],
    [{ subtree: undefined, delivery_mode: 'scrum' }, 'subtree'],
    [{ cascade: 'yes', delivery_mode: 'scrum' }, 'cascade'],
  ]
  for (const [input, field] of cases) {
    const { status, body } = await classify(input)
    t.match({ status, fields: Object.keys(body) }, { status: 400, fields: [field] }, JSON.stringify(input))
  }
  t.equal((await classify({ subtree: NOBODY, delivery_mode: 'scrum' })).status, 404)
  const ann = await project.member(100)
  await app.sql('update tasks set assignee_id = $1 where id = $2', [ann.account.id, top.id])
  t.match(await classify({ delivery_mode: 'scrum' }, ann), { status: 403, body: { detail: /4 of the 5/ } })
  t.match(await classify({ delivery_mode: 'scrum', cascade: false }, ann), { status: 200, body: { can_undo: false } })
  for (const role of [1, 200])
    t.equal((await classify({ delivery_mode: 'scrum' }, await project.member(role))).status, 403)
  t.equal((await classify({ delivery_mode: 'scrum' }, await app.user('outsider'))).status, 404)
  for (const [from, to] of [
    [first.id, second.id],
    [second.id, first.id],
  ]) {
    await app.sql(
      'insert into dependencies (id, predecessor_id, successor_id, predecessor_project_id, successor_project_id) values ($1, $2, $3, $4, $4)',
      [newId(), from, to, project.id],
    )
  }
  t.match(await classify({ delivery_mode: 'kanban' }), {
    status: 400,
    body: { code: 'cyclic_dependency', offending: Array },
  })
  t.equal((await classify({ delivery_mode: 'scrum', cascade: false })).status, 200, 'nothing to write is not judged')
  await app.sql(
    "insert into tasks (id, project_id, number, name, parent_id) select gen_random_uuid(), $1, 100 + n, 'x', $2 from generate_series(1, 1996) n",
    [project.id, top.id],
  )
  t.match(await classify({ delivery_mode: 'kanban' }), {
    status: 400,
    body: { code: 'subtree_too_large', matched: '2001', max: '2000' },
  })
  await app.sql('update projects set is_archived = true')
  t.equal((await classify({ delivery_mode: 'kanban' })).status, 403)
})
