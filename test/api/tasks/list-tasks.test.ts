import t, { type Test } from 'tap'
import { startApp } from '../../support/start-app.ts'
import { datesBetween, putDates } from '../../support/task-dates.ts'
import { buildProject } from './support/build-project.ts'

async function setUp(t: Test) {
  const app = await startApp(t)
  const project = await buildProject(app)
  const make = async (body: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name: 'Dig', ...body })).body
  const names = async (query: string, user = app.owner) => {
    const { body } = await user.get(`/tasks/?project=${project.id}&${query}`)
    return (body.results as { name: string }[]).map((task) => task.name)
  }
  return { app, project, make, names }
}

t.test('pages hold 50, at most 500, in order of id, and know their neighbours', async (t) => {
  const { app, project } = await setUp(t)
  await app.sql(
    `insert into tasks (id, project_id, number, name) select ('01990000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, n, 'T' || n
     from generate_series(1, 501) n`,
    [project.id],
  )
  const first = (await app.owner.get('/tasks/')).body
  t.match(first, { count: 501, previous: null, next: /\/api\/v1\/tasks\/\?page=2$/ })
  t.equal(first.results.length, 50)
  t.equal(first.results[0].name, 'T1')
  const large = (await app.owner.get('/tasks/?page_size=9999')).body
  t.equal(large.results.length, 500)
  const last = (await app.owner.get('/tasks/?page_size=500&page=2')).body
  t.match(last, { next: null, results: [{ name: 'T501' }] })
  t.equal((await app.owner.get('/tasks/?page_size=500&page=3')).status, 404)
  t.equal((await app.owner.get('/tasks/?page=zero')).status, 404)
})

t.test('only tasks of the caller’s projects are listed', async (t) => {
  const { app, project, make } = await setUp(t)
  await make()
  const other = await buildProject(app)
  await app.owner.post('/tasks/', { project: other.id, name: 'Elsewhere' })
  t.equal((await app.owner.get('/tasks/')).body.count, 2)
  const ann = await project.member(1)
  t.match((await ann.get('/tasks/')).body, { count: 1, results: [{ name: 'Dig' }] })
  t.equal((await ann.get(`/tasks/?project=${other.id}`)).body.count, 0, 'a hidden project is an empty one')
  const outsider = await app.user('outsider')
  t.same((await outsider.get('/tasks/')).body, { count: 0, next: null, previous: null, results: [] })
  t.equal((await app.anonymous.get('/tasks/')).status, 401)
  await app.sql('update projects set is_deleted = true where id = $1', [other.id])
  t.equal((await app.owner.get('/tasks/')).body.count, 1, 'deleted projects are out')
})

t.test('filters narrow the list, unknown enum values match nothing', async (t) => {
  const { app, project, make, names } = await setUp(t)
  const ann = await project.member(300)
  const work = await make({ name: 'Work', assignee: ann.account.id })
  await make({ name: 'Sub', parent_id: work.id, is_subtask: true })
  await make({ name: '100% done', status: 'COMPLETE', type: 'bug' })
  t.same(await names('status=COMPLETE'), ['100% done'])
  t.same(await names('status=NOPE'), [])
  t.same(await names('type=BUG'), ['100% done'])
  t.same(await names('is_subtask=true'), ['Sub'])
  t.same(await names('is_subtask=false'), ['Work', '100% done'])
  t.same(await names(`parent=${work.id}`), ['Sub'])
  t.same(await names('search=0%25'), ['100% done'], 'percent signs are text')
  t.same(await names('search=_'), [])
  t.same(await names('mine=true', ann), ['Work'])
  t.same(await names('mine=true'), [])
  t.same(await names('sprint=none'), ['Work', 'Sub', '100% done'])
  t.same(await names(`sprint=${work.id}`), [])
  t.same(await names(`short_id=${project.key.toLowerCase()}-t-2`), ['Sub'])
  t.same(await names('short_id=T-1'), ['Work'])
  t.same(await names('short_id=XX-T-1'), [])
  t.same(await names('short_id=nonsense'), [])
  t.same(await names(`labels=${work.id}`), [])
  t.same(await names(`baseline=${work.id}`), ['Work', 'Sub', '100% done'])
  for (const bad of [
    'labels=x',
    'project=x',
    'sprint=x',
    'parent=x',
    'is_critical=perhaps',
    'start__gte=soon',
    'finish__lte=2026-02-30',
  ]) {
    const { status, body } = await app.owner.get(`/tasks/?${bad}`)
    t.equal(status, 400, bad)
    t.same(Object.keys(body), [bad.split('=')[0]], bad)
  }
})

t.test('filters and orders by computed dates see schedulable rows alone', async (t) => {
  const { app, make, names } = await setUp(t)
  const [late, early, parked] = [
    await make({ name: 'Late' }),
    await make({ name: 'Early' }),
    await make({ name: 'Parked' }),
  ]
  await make({ name: 'Unscheduled' })
  const dates = [
    [late.id, '2026-03-10', '2026-03-12', true],
    [early.id, '2026-03-01', '2026-03-03', false],
    [parked.id, '2026-02-01', '2026-02-03', true],
  ]
  for (const [id, start, finish, isCritical] of dates) {
    await putDates(app, id, datesBetween(start, finish, { is_critical: isCritical }))
  }
  await app.sql("update tasks set status = 'BACKLOG' where id = $1", [parked.id])
  t.same(await names('is_critical=true'), ['Late'])
  t.same(await names('is_critical=false'), ['Early'])
  t.same(await names('start__gte=2026-03-04'), ['Late'])
  t.same(await names('finish__lte=2026-03-09'), ['Early'])
  t.same((await names('ordering=early_start')).slice(0, 2), ['Early', 'Late'])
  t.same((await names('ordering=-early_start')).slice(0, 2), ['Late', 'Early'])
})

t.test('orders: by path as numbers, by name, by status, else by id', async (t) => {
  const { make, names } = await setUp(t)
  const phase = await make({ name: 'b', status: 'ON_HOLD' })
  for (let n = 1; n <= 10; n++) await make({ name: `c${n}`, parent_id: phase.id })
  await make({ name: 'a' })
  const byPath = await names('ordering=wbs_path')
  t.same([byPath[0], byPath[2], byPath[10], byPath[11]], ['b', 'c2', 'c10', 'a'])
  t.equal((await names('ordering=-wbs_path'))[0], 'a')
  t.same((await names('ordering=name')).slice(0, 2), ['a', 'b'])
  t.equal((await names('ordering=-status'))[0], 'b')
  t.equal((await names('ordering=secrets'))[0], 'b')
})

t.test('predecessors count, and block until they are complete', async (t) => {
  const { app, project, make } = await setUp(t)
  const [before, after] = [await make(), await make()]
  await app.sql(
    `insert into dependencies (id, predecessor_id, successor_id, predecessor_project_id, successor_project_id) values ($1, $1, $2, $3, $3)`,
    [before.id, after.id, project.id],
  )
  const read = async () => (await app.owner.get(`/tasks/${after.id}/`)).body
  t.match(await read(), { predecessor_count: 1, is_blocked: true })
  await app.owner.patch(`/tasks/${before.id}/`, { status: 'COMPLETE' })
  t.match(await read(), { predecessor_count: 1, is_blocked: false })
  await app.owner.delete(`/tasks/${before.id}/`)
  t.match(await read(), { predecessor_count: 0, is_blocked: false }, 'the link went with the task')
})

t.test('search finds by name first, then by notes', async (t) => {
  const { app, project, make } = await setUp(t)
  await make({ name: 'Zinc roof' })
  await make({ name: 'Attic', notes: 'below the ROOF' })
  await make({ name: 'Aroof' })
  await make({ name: 'Cellar' })
  const search = (query: string, user = app.owner) => user.get(`/tasks/search/?${query}`)
  const { body } = await search(`project=${project.id}&q=roof`)
  t.same(
    body.map((hit: { name: string }) => hit.name),
    ['Aroof', 'Zinc roof', 'Attic'],
  )
  t.same(Object.keys(body[0]).sort(), ['id', 'name', 'short_id', 'status'])
  t.equal(body[0].short_id, `${project.key}-T-3`)
  t.same((await search(`project=${project.id}&q=`)).body, [])
  t.match(await search(`project=${project.id}`), { status: 400, body: { detail: /q is required/ } })
  t.same((await search(`project=${project.id}&q=roof`, await app.user('outsider'))).body, [])
  t.match(await search('q=roof'), { status: 400, body: { detail: String } })
  t.match(await search('q=roof&project=x'), { status: 400, body: { detail: String } })
  const long = 'x'.repeat(120)
  await make({ name: long })
  t.equal((await search(`project=${project.id}&q=${'x'.repeat(100)}yyy`)).body.length, 1, 'the text is cut at 100')
})
