import t, { type Test } from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'
import { announced } from './support/read-outbox.ts'

const NOBODY = '01990000-0000-7000-8000-000000000000'

async function setUp(t: Test) {
  const app = await startApp(t)
  const project = await buildProject(app)
  const ids = new Map<string, string>()
  /** `['a', ['b', 'c']]`: b and c below a. */
  const plant = async (tree: unknown[], parent_id: string | null = null): Promise<void> => {
    for (const [at, name] of tree.entries()) {
      if (Array.isArray(name)) continue
      const { body } = await app.owner.post('/tasks/', { project: project.id, name, parent_id })
      ids.set(name as string, body.id)
      const below = tree[at + 1]
      if (Array.isArray(below)) await plant(below, body.id)
    }
  }
  const id = (name: string) => ids.get(name) as string
  const move = (name: string, how: string, user: TestUser = app.owner, body?: object) =>
    user.post(`/projects/${project.id}/tasks/${id(name)}/${how}/`, body)
  const post = (how: string, body: object, user: TestUser = app.owner) =>
    user.post(`/projects/${project.id}/tasks/${how}/`, body)
  const shape = async () => {
    const rows = await app.sql<{ name: string; path: string }>(
      `select t.name, array_to_string(t.wbs_order, '.') as path from tasks t where not t.is_deleted order by t.wbs_order`,
    )
    return rows.map((row) => `${row.path} ${row.name}`)
  }
  /** Every row hangs below the row whose path is its own without the last label. */
  const isSound = async () => {
    const bad = await app.sql(
      `select t.name from tasks t left join tasks p on p.id = t.parent_id where not t.is_deleted
       and (case when t.parent_id is null then cardinality(t.wbs_order) <> 1
            else p.is_deleted or p.wbs_order <> t.wbs_order[:cardinality(t.wbs_order) - 1] end)`,
    )
    return bad.length === 0
  }
  const link = (from: string, to: string) =>
    app.sql(
      'insert into dependencies (id, predecessor_id, successor_id, predecessor_project_id, successor_project_id) values ($1, $2, $3, $4, $4)',
      [newId(), id(from), id(to), project.id],
    )
  const child = async (name: string, parent: string, extra: object) => {
    const { body } = await app.owner.post('/tasks/', { project: project.id, name, parent_id: id(parent), ...extra })
    ids.set(name, body.id)
  }
  return { app, project, plant, id, move, post, shape, isSound, link, child }
}

t.test('reorder numbers a level in the order given and takes subtrees along', async (t) => {
  const { app, plant, id, post, shape, isSound } = await setUp(t)
  await plant(['a', ['a1', 'a2'], 'b', 'c'])
  await app.sql('delete from outbox_events')
  const { status, body } = await post('reorder', {
    parent_path: '',
    ordered_ids: [id('c'), id('a').toUpperCase(), id('b')],
  })
  t.equal(status, 200)
  t.same(
    body.updated.map((row: { wbs_path: string }) => row.wbs_path),
    ['1', '2', '2.1', '2.2', '3'],
  )
  t.same(await shape(), ['1 c', '2 a', '2.1 a1', '2.2 a2', '3 b'])
  t.ok(await isSound())
  t.same(await announced(app), ['tasks_reordered'])
  t.same((await post('reorder', { parent_path: '2', ordered_ids: [id('a2'), id('a1')] })).body.updated.length, 2)
  t.equal((await app.owner.get(`/tasks/${id('a2')}/`)).body.wbs_path, '2.1')
})

t.test('reorder names exactly the live siblings', async (t) => {
  const { plant, id, post, project } = await setUp(t)
  await plant(['a', ['a1'], 'b'])
  const cases: [object, string][] = [
    [{ ordered_ids: [id('a')] }, 'ordered_ids'],
    [{ ordered_ids: [id('a'), id('b'), id('a1')] }, 'ordered_ids'],
    [{ ordered_ids: [id('a'), id('b'), id('b')] }, 'ordered_ids'],
    [{ ordered_ids: [] }, 'ordered_ids'],
    [{ ordered_ids: ['x'] }, 'ordered_ids'],
    [{}, 'ordered_ids'],
    [{ parent_path: '9', ordered_ids: [id('a1')] }, 'parent_path'],
  ]
  for (const [input, field] of cases) {
    const { status, body } = await post('reorder', input)
    t.match({ status, fields: Object.keys(body) }, { status: 400, fields: [field] }, JSON.stringify(input))
  }
  const ann = await project.member(100)
  t.equal((await post('reorder', { ordered_ids: [id('b'), id('a')] }, ann)).status, 403, 'not all rows are hers')
})

t.test('indent makes the last child of the sibling before', async (t) => {
  const { app, plant, id, move, shape, isSound } = await setUp(t)
  await plant(['a', ['a1'], 'b', ['b1'], 'c'])
  await app.sql('delete from outbox_events')
  t.match(await move('b', 'indent'), {
    status: 200,
    body: { warning: null, updated: [{ id: id('b'), wbs_path: '1.2' }, {}, { id: id('c') }] },
  })
  t.same(await shape(), ['1 a', '1.1 a1', '1.2 b', '1.2.1 b1', '2 c'])
  t.same(await announced(app), ['tasks_restructured'])
  t.match(await move('a', 'indent'), { status: 400, body: { detail: String } })
  await move('c', 'indent')
  t.ok(await isSound())
  t.match(await app.sql('select 1 from tasks where id = $1 and edited_at is not null', [id('c')]), [{}])
})

t.test('indent makes a phase of a plain sibling, outdent unmakes it', async (t) => {
  const { app, plant, id, move } = await setUp(t)
  await plant(['a', 'b'])
  await move('b', 'indent')
  const read = async () => (await app.owner.get(`/tasks/${id('a')}/`)).body
  t.match(await read(), { is_phase: true, structure_role: 'container', own_status: 'NOT_STARTED', own_estimate: 1 })
  await move('b', 'outdent')
  t.match(await read(), { is_phase: false, structure_role: 'work', own_status: null })
})

t.test('outdent makes the next sibling of the parent, followed by its former siblings as children', async (t) => {
  const { plant, move, shape, isSound } = await setUp(t)
  await plant(['a', ['a1', 'a2', ['x'], 'a3', 'a4'], 'b'])
  t.equal((await move('a2', 'outdent')).status, 200)
  t.same(await shape(), ['1 a', '1.1 a1', '2 a2', '2.1 x', '2.2 a3', '2.3 a4', '3 b'])
  t.ok(await isSound())
  t.match(await move('b', 'outdent'), { status: 400, body: { detail: String } })
})

t.test('reparent moves below another task or to the top', async (t) => {
  const { plant, id, move, shape, isSound, app } = await setUp(t)
  await plant(['a', ['a1', 'a2'], 'b', ['b1']])
  const reparent = (name: string, parent: string | null) => move(name, 'reparent', app.owner, { new_parent_id: parent })
  t.equal((await reparent('a', id('b1'))).status, 200)
  t.same(await shape(), ['1 b', '1.1 b1', '1.1.1 a', '1.1.1.1 a1', '1.1.1.2 a2'])
  t.same(
    (await reparent('a', id('b1'))).body,
    { updated: [], warning: null, operation_id: null, can_undo: true },
    'already there',
  )
  await reparent('a1', null)
  t.same(await shape(), ['1 b', '1.1 b1', '1.1.1 a', '1.1.1.1 a2', '2 a1'])
  t.ok(await isSound())
  t.match(await reparent('b', id('b')), { status: 400, body: { detail: /own parent/ } })
  t.equal((await reparent('b', NOBODY)).status, 404)
  t.match(await reparent('b', id('a2')), { status: 400, body: { detail: /below itself/ } })
  t.match(await move('b', 'reparent', app.owner, {}), { status: 400, body: { new_parent_id: [String] } })
  t.match(await move('b', 'reparent', app.owner, { new_parent_id: 'x' }), {
    status: 400,
    body: { new_parent_id: [String] },
  })
  await app.sql('update tasks set wbs_order = null, parent_id = null where id = $1', [id('a1')])
  t.match(await reparent('b', id('a1')), { status: 400, body: { detail: /outside/ } })
  t.match(await move('a1', 'indent'), { status: 400, body: { detail: /outside/ } })
})

t.test('milestones and subtasks take no children by moving either', async (t) => {
  const { app, plant, id, move, child } = await setUp(t)
  await plant(['gate', 'work', 'phase', ['p1'], 'last'])
  await app.owner.patch(`/tasks/${id('gate')}/`, { is_milestone: true })
  t.match(await move('work', 'indent'), { status: 400, body: { code: 'child_of_milestone' } })
  t.match(await move('work', 'reparent', app.owner, { new_parent_id: id('gate') }), {
    status: 400,
    body: { code: 'child_of_milestone' },
  })
  await child('g1', 'phase', { is_milestone: true })
  await child('g2', 'phase', {})
  t.match(await move('g1', 'outdent'), { status: 400, body: { code: 'child_of_milestone' } })
  await child('sub', 'work', { is_subtask: true })
  await child('sub2', 'work', { is_subtask: true })
  t.match(await move('last', 'reparent', app.owner, { new_parent_id: id('sub') }), {
    status: 400,
    body: { detail: /subtask/ },
  })
  t.match(await move('sub2', 'indent'), { status: 400, body: { detail: /subtask/ } })
  t.match(await move('sub', 'outdent'), { status: 400, body: { detail: /subtask/ } })
  t.match(await move('sub', 'reparent', app.owner, { new_parent_id: id('phase') }), {
    status: 400,
    body: { detail: /phase/ },
  })
  t.equal((await move('sub', 'reparent', app.owner, { new_parent_id: id('last') })).status, 200)
})

t.test('a move that would close a cycle of links is refused and changes nothing', async (t) => {
  const { app, plant, id, move, link, shape } = await setUp(t)
  await plant(['a', ['a1'], 'b', 'c'])
  await link('a', 'b')
  await link('b', 'c')
  const before = await shape()
  const refused = await move('c', 'reparent', app.owner, { new_parent_id: id('a') })
  t.match(refused, { status: 400, body: { code: 'cyclic_dependency', offending: [String], detail: /→/ } })
  t.same(await shape(), before)
  await link('c', 'b')
  t.equal(
    (await move('c', 'reparent', app.owner, { new_parent_id: id('a') })).status,
    200,
    'a cycle that was there is no reason',
  )
})

t.test('group wraps the selection where its first row stood and tells what it left alone', async (t) => {
  const { app, plant, id, post, shape, isSound } = await setUp(t)
  await plant(['a', ['a1'], 'b', 'c', ['c1'], 'd'])
  await app.sql('delete from outbox_events')
  const { status, body } = await post('group', {
    task_ids: [id('d'), id('b'), id('b').toUpperCase(), id('c'), id('c1'), id('a1')],
    name: ' Works ',
  })
  t.equal(status, 200)
  t.match(body, {
    container: { name: 'Works', wbs_path: '2', structure_role: 'container', parent_id: null },
    grouped_ids: [id('b'), id('c'), id('d')],
    left_alone: [
      { id: id('c1'), reason: 'ancestor_selected', ancestor_id: id('c') },
      { id: id('a1'), reason: 'different_parent' },
    ],
    warning: null,
  })
  t.same(await shape(), ['1 a', '1.1 a1', '2 Works', '2.1 b', '2.2 c', '2.2.1 c1', '2.3 d'])
  t.ok(await isSound())
  t.same(await announced(app), ['tasks_restructured'])
  t.match((await app.owner.get(`/tasks/${body.container.id}/`)).body, {
    is_phase: true,
    own_status: 'NOT_STARTED',
    own_estimate: 1,
    short_id_display: 'T-7',
  })
  t.equal((await post('group', { task_ids: [id('a')], name: '  ' })).body.container.name, 'New phase')
})

t.test('ungroup lifts the children into the place of their container', async (t) => {
  const { app, plant, id, post, shape, isSound, link } = await setUp(t)
  await plant(['a', 'p', ['p1', ['x'], 'p2'], 'b'])
  await link('p', 'b')
  await link('p1', 'b')
  const { status, body } = await post('ungroup', { task_id: id('p').toUpperCase() })
  t.equal(status, 200)
  t.match(body, {
    container_id: id('p'),
    lifted_ids: [id('p1'), id('p2')],
    removed_dependency_ids: [String],
    warning: null,
  })
  t.same(await shape(), ['1 a', '2 p1', '2.1 x', '3 p2', '4 b'])
  t.ok(await isSound())
  t.equal((await app.owner.get(`/tasks/${id('p')}/`)).status, 404)
  t.equal((await app.sql('select 1 from dependencies where not is_deleted')).length, 1, 'links of the children stay')
})

t.test('group and ungroup refuse with codes', async (t) => {
  const { app, plant, id, post, child } = await setUp(t)
  await plant(['a', 'b', 'c', ['c1']])
  await child('sub', 'a', { is_subtask: true })
  await child('sub2', 'c1', { is_subtask: true })
  await app.sql('update tasks set wbs_order = null where id = $1', [id('b')])
  const cases: [string, unknown, number, string][] = [
    ['group', [], 400, 'invalid_body'],
    ['group', {}, 400, 'invalid_task_ids'],
    ['group', { task_ids: [] }, 400, 'invalid_task_ids'],
    ['group', { task_ids: ['x'] }, 400, 'invalid_task_ids'],
    ['group', { task_ids: Array.from({ length: 501 }, newId) }, 400, 'selection_too_large'],
    ['group', { task_ids: [id('a'), NOBODY] }, 404, 'unknown_task'],
    ['group', { task_ids: [id('sub')] }, 400, 'cannot_group_subtasks'],
    ['group', { task_ids: [id('b')] }, 400, 'task_without_wbs_path'],
    ['group', { task_ids: [id('a')], name: 7 }, 400, 'invalid_name'],
    ['group', { task_ids: [id('a')], name: 'x'.repeat(513) }, 400, 'invalid_name'],
    ['ungroup', {}, 400, 'invalid_task_id'],
    ['ungroup', { task_id: 'x' }, 400, 'invalid_task_id'],
    ['ungroup', { task_id: NOBODY }, 404, 'unknown_task'],
    ['ungroup', { task_id: id('b') }, 400, 'task_without_wbs_path'],
    ['ungroup', { task_id: id('sub') }, 400, 'cannot_ungroup_subtask'],
    ['ungroup', { task_id: id('c') }, 400, 'container_has_subtasks'],
  ]
  for (const [how, input, status, code] of cases) {
    t.match(await post(how, input as object), { status, body: { code, detail: String } }, `${how} ${code}`)
  }
  await plant(['lone'])
  t.match(await post('ungroup', { task_id: id('lone') }), { status: 400, body: { detail: /no children/ } })
  t.equal((await app.sql('select 1 from tasks where is_deleted')).length, 0)
})

t.test('grouping rows around a linked one brings no cycle', async (t) => {
  const { plant, id, post, link } = await setUp(t)
  await plant(['a', 'b', 'c'])
  await link('a', 'b')
  await link('b', 'c')
  t.equal(
    (await post('group', { task_ids: [id('a'), id('c')] })).status,
    200,
    'without links of the phase nothing waits for it',
  )
})

t.test('structure is changed by members on their own rows, by managers, and not when archived', async (t) => {
  const { app, project, plant, id, move, post } = await setUp(t)
  await plant(['a', 'b', 'c'])
  const ann = await project.member(100)
  t.equal((await move('b', 'indent', ann)).status, 403)
  t.equal((await move('b', 'indent', await project.member(1))).status, 403)
  t.equal((await move('b', 'indent', await project.member(200))).status, 403)
  t.equal((await move('b', 'indent', await app.user('outsider'))).status, 404)
  t.equal((await post('group', { task_ids: [id('b')] }, ann)).status, 403)
  t.equal((await post('group', { task_ids: [id('b')] }, await project.member(200))).status, 403)
  await app.sql('update tasks set assignee_id = $1 where id = $2', [ann.account.id, id('b')])
  t.equal((await move('b', 'reparent', ann, { new_parent_id: id('a') })).status, 403, 'the target is not hers')
  t.equal((await move('b', 'indent', ann)).status, 200)
  t.equal((await post('ungroup', { task_id: id('a') }, ann)).status, 403)
  t.equal((await move('c', 'indent', await project.member(300))).status, 200)
  t.equal((await app.owner.post(`/projects/${project.id}/tasks/${NOBODY}/indent/`)).status, 404)
  await app.sql('update projects set is_archived = true')
  for (const how of ['indent', 'outdent']) t.equal((await move('b', how)).status, 403)
  t.equal((await post('ungroup', { task_id: id('a') })).status, 403)
})
