import t, { type Test } from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'

async function setUp(t: Test) {
  const app = await startApp(t)
  const project = await buildProject(app)
  const base = `/projects/${project.id}/tasks`
  const make = async (name: string, parent_id: string | null = null): Promise<string> =>
    (await app.owner.post('/tasks/', { project: project.id, name, parent_id })).body.id
  const act = async (how: string, body?: object) => (await app.owner.post(`${base}/${how}/`, body)).body
  const undo = (id: string, user = app.owner) => user.post(`/structural-operations/${id}/undo/`)
  const state = () =>
    app.sql(
      `select id, parent_id, array_to_string(wbs_order, '.') as path, status, duration, structure_role, auto_container, own_status, own_estimate
       from tasks where not is_deleted order by wbs_order`,
    )
  const a = await make('a')
  const a1 = await make('a1', a)
  const a2 = await make('a2', a)
  const b = await make('b')
  const c = await make('c')
  return { app, project, make, act, undo, state, a, a1, a2, b, c }
}

t.test('each change of the tree can be taken back', async (t) => {
  const { app, act, undo, state, a, a1, a2, b, c } = await setUp(t)
  const before = await state()
  const changes: [string, object | undefined][] = [
    ['reorder', { ordered_ids: [c, a, b] }],
    [`${b}/indent`, undefined],
    [`${c}/indent`, undefined],
    [`${a1}/outdent`, undefined],
    [`${a2}/outdent`, undefined],
    [`${c}/reparent`, { new_parent_id: a1 }],
    ['group', { task_ids: [a, c] }],
    ['group', { task_ids: [a1] }],
    ['ungroup', { task_id: a }],
  ]
  for (const [how, body] of changes) {
    const done = await act(how, body)
    t.type(done.operation_id, 'string', how)
    t.equal(done.can_undo, true)
    t.notSame(await state(), before)
    const undone = await undo(done.operation_id)
    t.match(undone, { status: 200, body: { status: 'undone', undo: { restored: Number } } }, `${how} ${undone.text}`)
    t.same(await state(), before, `${how} is undone`)
  }
  const kinds = await app.sql(
    "select distinct result_summary ->> 'operation' as name from task_operations order by name",
  )
  t.same(
    kinds.map((row) => row.name),
    ['group', 'indent', 'outdent', 'reorder', 'reparent', 'ungroup'],
  )
})

t.test('an ungrouped container returns with its links, save those that no longer fit', async (t) => {
  const { app, project, make, act, undo, b, c } = await setUp(t)
  const link = async (from: string, to: string) => {
    const id = newId()
    await app.sql(
      'insert into dependencies (id, predecessor_id, successor_id, predecessor_project_id, successor_project_id) values ($1, $2, $3, $4, $4)',
      [id, from, to, project.id],
    )
    return id
  }
  const last = await make('last')
  await make('last1', last)
  const [kept] = [await link(b, last), await link(last, c)]
  const done = await act('ungroup', { task_id: last })
  t.equal(done.removed_dependency_ids.length, 2)
  await app.owner.delete(`/tasks/${c}/`)
  t.match((await undo(done.operation_id)).body.undo, {
    deleted_restored: 1,
    created_removed: 0,
    dependencies_restored: 1,
    dependencies_skipped: 1,
  })
  t.same(await app.sql('select id from dependencies where not is_deleted'), [{ id: kept }])
})

t.test('undo refuses with a code what it cannot take back', async (t) => {
  const { app, project, make, act, undo, a, a1, b, c } = await setUp(t)
  const first = await act(`${c}/indent`)
  const second = await act('group', { task_ids: [a1] })
  const code = async (id: string, user = app.owner) => {
    const { status, body } = await undo(id, user)
    return [status, body.code]
  }
  t.same(await code(second.operation_id, await project.member(200)), [409, 'forbidden'])
  t.same(await code(first.operation_id), [409, 'not_top_of_stack'])
  const child = await make('new', second.container.id)
  t.same(await code(second.operation_id), [409, 'shape_changed'], 'something stands in the phase')
  await app.owner.delete(`/tasks/${child}/`)
  t.equal((await undo(second.operation_id)).status, 200)
  t.same(await code(second.operation_id), [409, 'already_undone'])
  await app.owner.delete(`/tasks/${c}/`)
  t.same(await code(first.operation_id), [409, 'shape_changed'], 'a moved row is gone')
  t.match(await undo(newId()), { status: 404 })
  t.equal((await undo(first.operation_id, await app.user('outsider'))).status, 404)
  const third = await act('reorder', { ordered_ids: [b, a] })
  await app.sql("update task_operations set snapshot = 'null'::jsonb where id = $1", [third.operation_id])
  t.same(await code(third.operation_id), [409, 'too_large'])
  await app.sql('update projects set is_archived = true')
  t.equal((await undo(third.operation_id)).status, 403)
})

t.test('a change of more than 500 rows is recorded as too large', async (t) => {
  const { app, project, act, undo, a, b, c } = await setUp(t)
  await app.sql(
    `insert into tasks (id, project_id, number, name, parent_id, wbs_order) select gen_random_uuid(), $1, 100 + n, 'x', $2, array[3, n] from generate_series(1, 501) n`,
    [project.id, c],
  )
  const done = await act('reorder', { ordered_ids: [c, a, b] })
  t.match(await undo(done.operation_id), { status: 409, body: { code: 'too_large' } })
})

t.test('a phase that somebody has worked on since is not deleted by undoing its making', async (t) => {
  const { app, project, act, undo, state, a, b, c } = await setUp(t)
  const { id: label } = (await app.owner.post(`/projects/${project.id}/labels/`, { name: 'Site' })).body
  const work: Record<string, (phase: string) => Promise<{ status: number; text: string }>> = {
    name: (phase) => app.owner.patch(`/tasks/${phase}/`, { name: 'Foundations' }),
    notes: (phase) => app.owner.patch(`/tasks/${phase}/`, { notes: 'Agreed with the harbour master.' }),
    constraint: (phase) => app.owner.put(`/tasks/${phase}/constraint/`, { deadline: '2026-06-01' }),
    label: (phase) => app.owner.post(`/projects/${project.id}/tasks/${phase}/labels/`, { label_id: label }),
    criterion: (phase) => app.owner.post('/acceptance-criteria/', { task: phase, text: 'It stands.' }),
    link: (phase) => app.owner.post('/dependencies/', { predecessor: phase, successor: c }),
  }
  for (const [what, write] of Object.entries(work)) {
    const { container, operation_id } = await act('group', { task_ids: [a, b] })
    const written = await write(container.id)
    t.ok(written.status < 300, `${what} ${written.text}`)
    const before = await state()
    t.match(await undo(operation_id), { status: 409, body: { code: 'shape_changed' } }, what)
    t.same(await state(), before, `${what}: nothing changed`)
    await act('ungroup', { task_id: container.id })
  }
})

t.test('what somebody wrote since is kept when places go back', async (t) => {
  const { app, act, undo, a, a1, a2, b } = await setUp(t)
  const read = async (id: string) => (await app.owner.get(`/tasks/${id}/`)).body
  const grouped = await act('group', { task_ids: [a1, a2] })
  await app.owner.patch(`/tasks/${a1}/`, { name: 'Dig', duration: 6 })
  t.equal((await undo(grouped.operation_id)).status, 200)
  t.match(await read(a1), { name: 'Dig', duration: 6, parent_id: a, wbs_path: '1.1' })
  const { operation_id } = await act('ungroup', { task_id: a })
  t.equal((await undo(operation_id)).status, 200)
  t.match(await read(a1), { name: 'Dig', duration: 6, parent_id: a })
  await act(`${b}/indent`)
  const moved = await act(`${b}/outdent`)
  const only = await act(`${a2}/reparent`, { new_parent_id: b })
  const left = await act(`${a2}/reparent`, { new_parent_id: null })
  await app.owner.patch(`/tasks/${b}/`, { duration: 9, status: 'IN_PROGRESS' })
  t.equal((await undo(left.operation_id)).status, 200)
  t.match(await read(b), { is_phase: true, structure_role: 'container', own_estimate: 9, own_status: 'IN_PROGRESS' })
  t.equal((await undo(only.operation_id)).status, 200)
  t.match(await read(b), { is_phase: false, structure_role: 'work' })
  t.equal((await undo(moved.operation_id)).status, 200)
})

t.test('changes are undone step by step, and leave no mark of an edit', async (t) => {
  const { app, act, undo, state, a, b, c } = await setUp(t)
  await app.sql('update tasks set seeded_at = now(), edited_at = null')
  const before = await state()
  const first = await act('group', { task_ids: [b, c] })
  const second = await act(`${first.container.id}/indent`)
  const third = await act(`${c}/reparent`, { new_parent_id: a })
  for (const done of [third, second, first]) t.equal((await undo(done.operation_id)).status, 200)
  t.same(await state(), before)
  t.same(await app.sql('select 1 from tasks where edited_at is not null and not is_deleted'), [])
})

t.test('nothing goes back below a row that can hold nothing any more', async (t) => {
  const { app, act, undo, b, c } = await setUp(t)
  await act(`${c}/indent`)
  const done = await act(`${c}/outdent`)
  await app.owner.patch(`/tasks/${b}/`, { is_milestone: true })
  t.match(await undo(done.operation_id), { status: 409, body: { code: 'shape_changed' } })
})

t.test('a record that another version of the service wrote is refused and changes nothing', async (t) => {
  const { app, act, undo, state, b } = await setUp(t)
  const { operation_id: id } = await act(`${b}/indent`)
  const [record] = await app.sql('select snapshot from task_operations where id = $1', [id])
  const snapshot = record?.snapshot as Record<'before' | 'after', { id: string; path: string }[]>
  const row = snapshot.before[0] as { id: string; path: string }
  const foreign: [string, unknown][] = [
    ['a list', []],
    ['a text', 'indent'],
    ['none of its lists', {}],
    ['rows without what a phase changes', { ...snapshot, before: [{ id: row.id, path: row.path }] }],
    ['fewer rows after than before', { ...snapshot, after: [] }],
    ['a path that is none', { ...snapshot, before: [{ ...row, path: '1.x' }, ...snapshot.before.slice(1)] }],
    ['ids that are none', { ...snapshot, deleted_ids: ['first'] }],
    ['created rows as ids', { ...snapshot, created: [row.id] }],
    ['an edit at no time', { ...snapshot, before: [{ ...row, edited_at: 'soon' }, ...snapshot.before.slice(1)] }],
  ]
  const before = await state()
  for (const [name, stored] of foreign) {
    await app.sql('update task_operations set snapshot = $2::jsonb where id = $1', [id, JSON.stringify(stored)])
    t.match(await undo(id), { status: 409, body: { code: 'shape_changed' } }, name)
    t.same(await state(), before, name)
  }
  await app.sql('update task_operations set snapshot = $2::jsonb where id = $1', [id, JSON.stringify(snapshot)])
  t.match(await undo(id), { status: 200 }, 'the record itself is good')
})

t.test('a group is taken back though its plan was captured meanwhile, and the capture stays', async (t) => {
  const { app, project, act, undo, state, b, c } = await setUp(t)
  const before = await state()
  const group = await act('group', { task_ids: [b, c] })
  const captured = await app.owner.post(`/projects/${project.id}/baselines/`, {})
  t.equal(captured.status, 201, captured.text)
  t.equal((await undo(group.operation_id)).status, 200)
  t.same(await state(), before)
  const kept = await app.owner.get(`/projects/${project.id}/baselines/${captured.body.id}/`)
  t.equal(kept.body.tasks.length, captured.body.task_count)
})
