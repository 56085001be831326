import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'
import { setRole } from '../workspace/workspace-people.ts'
import { addResource, addTask, addToRoster, assign, idsOf } from './people.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

t.test('the catalogue of resources', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const manager = await project.member(300, 'manager')
  const scheduler = await project.member(200, 'scheduler')
  const admin = await app.user('admin')
  await setRole(app, admin, 300)
  const outsider = await app.user('outsider', { email: 'Outsider@example.org' })

  await t.test('a Project Manager adds one, with defaults; lower roles may not', async (t) => {
    const made = await manager.post('/resources/', { name: '  Ada ', email: 'ada@example.org' })
    t.equal(made.status, 201)
    t.match(made.body, { name: 'Ada', job_role: '', calendar: null, max_units: '1.00', skills: [], is_me: false })
    t.notOk('email' in made.body, 'the address is withheld even from whoever wrote it')
    t.equal((await scheduler.post('/resources/', { name: 'Bo' })).status, 403)
    t.equal((await admin.post('/resources/', { name: 'Bo' })).status, 403, 'a workspace role is no project role')
    t.equal((await app.anonymous.get('/resources/')).status, 401)
    t.equal((await scheduler.patch(`/resources/${made.body.id}/`, { name: 'Bo' })).status, 403)
  })

  await t.test('a manager of nothing but an archived project adds none', async (t) => {
    const closed = await buildProject(app, { is_archived: true })
    const late = await closed.member(300, 'late')
    t.equal((await late.post('/resources/', { name: 'Bo' })).status, 403)
  })

  await t.test('what is malformed is told by field', async (t) => {
    const before = await app.sql('select count(*) from resources')
    const cases: [object, string][] = [
      [{}, 'name'],
      [{ name: '  ' }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ name: 'Bo', email: 'not an address' }, 'email'],
      [{ name: 'Bo', job_role: 'x'.repeat(121) }, 'job_role'],
      [{ name: 'Bo', calendar: ABSENT }, 'calendar'],
      [{ name: 'Bo', calendar: 'x' }, 'calendar'],
      [{ name: 'Bo', max_units: '-0.01' }, 'max_units'],
      [{ name: 'Bo', max_units: '100' }, 'max_units'],
      [{ name: 'Bo', max_units: 'full' }, 'max_units'],
      [{ name: 'Bo', max_units: '1e1' }, 'max_units'],
    ]
    for (const [body, field] of cases) {
      const refused = await manager.post('/resources/', body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], JSON.stringify(body))
    }
    t.same(await app.sql('select count(*) from resources'), before)
  })

  await t.test('the address is shown to workspace Admins and to the person, and says who is me', async (t) => {
    const id = await addResource(manager, 'Out Sider', { email: 'outsider@EXAMPLE.org' })
    t.match((await outsider.get(`/resources/${id}/`)).body, { email: 'outsider@EXAMPLE.org', is_me: true })
    t.match((await admin.get(`/resources/${id}/`)).body, { email: 'outsider@EXAMPLE.org', is_me: false })
    const hidden = (await manager.get(`/resources/${id}/`)).body
    t.notOk('email' in hidden)
    t.same(await idsOf(admin, '/resources/?search=outsider@'), [id])
    t.same(await idsOf(manager, '/resources/?search=outsider@'), [], 'searching does not reveal what is withheld')
    t.same(await idsOf(manager, '/resources/?search=sider%20OUT'), [id])
  })

  await t.test('changes keep what was not sent and count versions', async (t) => {
    const id = await addResource(manager, 'Crane', { job_role: 'Lifting', max_units: 0.5 })
    const changed = await manager.patch(`/resources/${id}/`, { max_units: 0 })
    t.match(changed.body, { name: 'Crane', job_role: 'Lifting', max_units: '0.00', server_version: 2 })
    const replaced = await manager.put(`/resources/${id}/`, { name: 'Big crane' })
    t.match(replaced.body, { name: 'Big crane', server_version: 3 })
    t.equal((await manager.put(`/resources/${id}/`, { max_units: '1' })).status, 400, 'PUT names it')
    t.equal((await manager.patch(`/resources/${ABSENT}/`, { name: 'x' })).status, 404)
    t.equal((await manager.get('/resources/nonsense/')).status, 404)
  })

  await t.test('a calendar in use by a resource cannot be deleted', async (t) => {
    const calendar = (await manager.post('/calendars/', { name: 'Nights' })).body.id
    const id = await addResource(manager, 'Guard', { calendar })
    const refused = await manager.delete(`/calendars/${calendar}/`)
    t.match([refused.status, refused.body], [409, { code: 'calendar_in_use', references: [{ type: 'resource', id }] }])
    await manager.patch(`/resources/${id}/`, { calendar: null })
    t.equal((await manager.delete(`/calendars/${calendar}/`)).status, 204)
  })

  await t.test('another capacity is told to the projects that count on it', async (t) => {
    const id = await addResource(manager, 'Digger')
    await addToRoster(manager, project.id, id)
    await app.sql('delete from outbox_events')
    await manager.patch(`/resources/${id}/`, { name: 'Digger 1' })
    t.same(await framesOf(app, 'roster_changed'), [])
    await manager.patch(`/resources/${id}/`, { max_units: '0.50' })
    t.same(await framesOf(app, 'roster_changed'), [{ resource_id: id }])
  })
})

t.test('deactivating and restoring', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const manager = await project.member(300, 'manager')
  const admin = await app.user('admin')
  await setRole(app, admin, 300)
  const [kept, removed] = [await addResource(manager, 'Kept'), await addResource(manager, 'Removed')]
  const task = await addTask(manager, project.id)
  const row = await addToRoster(manager, project.id, kept, { units_override: '0.40' })
  await assign(manager, task, kept)
  await manager.delete(`/project-resources/${await addToRoster(manager, project.id, removed)}/`)

  t.equal((await manager.delete(`/resources/${kept}/`)).status, 403)
  t.equal((await manager.post(`/resources/${kept}/restore/`)).status, 403)
  t.equal((await manager.get(`/resources/${kept}/assignments/`)).status, 403)
  t.equal((await admin.post(`/resources/${kept}/restore/`)).status, 400, 'not deactivated')
  t.equal((await admin.post(`/resources/${ABSENT}/restore/`)).status, 404)
  await app.sql('delete from outbox_events')

  for (const id of [kept, removed]) t.equal((await admin.delete(`/resources/${id}/`)).status, 204)
  t.same(await framesOf(app, 'roster_changed'), [{ resource_id: kept }], 'told where it was on a roster')
  t.equal((await admin.delete(`/resources/${kept}/`)).status, 404, 'a second time there is none')
  t.equal((await admin.get(`/resources/${kept}/`)).status, 404)
  t.same(await idsOf(admin, '/resources/'), [])
  t.same(await idsOf(manager, '/resources/?include_deleted=true'), [], 'only for workspace Admins')
  t.same(await idsOf(admin, '/resources/?include_deleted=true'), [kept, removed])
  t.same(await idsOf(manager, `/project-resources/?project=${project.id}`), [])
  t.equal((await manager.get(`/project-resources/${row}/`)).status, 404)
  t.same(
    (await manager.get(`/tasks/${task}/`)).body.assignments.map((each: { resource_id: string }) => each.resource_id),
    [kept],
  )
  const listed = await admin.get(`/resources/${kept}/assignments/`)
  t.match(listed.body, {
    count: 1,
    results: [{ task, project: project.id, task_name: 'Dig', status: 'NOT_STARTED', units: '1.00' }],
  })
  const refused = await manager.post('/project-resources/', { project: project.id, resource: kept })
  t.same([refused.status, Object.keys(refused.body)], [400, ['resource']])
  const unassignable = await manager.post('/task-resources/', { task, resource: removed })
  t.same([unassignable.status, Object.keys(unassignable.body)], [400, ['resource']])

  for (const id of [kept, removed])
    t.match(await admin.post(`/resources/${id}/restore/`), { status: 200, body: { id } })
  const back = await manager.get(`/project-resources/?project=${project.id}`)
  t.match(
    back.body,
    { count: 1, results: [{ id: row, resource: kept, units_override: '0.40' }] },
    'what was removed by hand stays removed',
  )
})

t.test('assignments of a resource stand by project and task name', async (t) => {
  const app = await startApp(t)
  const [b, a] = [await buildProject(app, { name: 'Beta' }), await buildProject(app, { name: 'Alpha' })]
  const id = await addResource(app.owner, 'Ada')
  for (const [project, name] of [
    [b.id, 'Two'],
    [b.id, 'One'],
    [a.id, 'Z'],
  ] as const) {
    await assign(app.owner, await addTask(app.owner, project, { name }), id, '0.50')
  }
  await app.owner.delete(`/tasks/${await addTask(app.owner, a.id)}/`)
  const { body } = await app.owner.get(`/resources/${id}/assignments/`)
  t.same(
    body.results.map((row: Record<string, unknown>) => [row.project_name, row.task_name, row.units]),
    [
      ['Alpha', 'Z', '0.50'],
      ['Beta', 'One', '0.50'],
      ['Beta', 'Two', '0.50'],
    ],
  )
  t.equal((await app.owner.get(`/resources/${ABSENT}/assignments/`)).status, 404)
})

t.test('exclude_project leaves out its roster, for its members', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const outsider = await app.user('outsider')
  const [on, off] = [await addResource(app.owner, 'A'), await addResource(app.owner, 'B')]
  await addToRoster(app.owner, project.id, on)
  t.same(await idsOf(viewer, `/resources/?exclude_project=${project.id}`), [off])
  t.same(await idsOf(outsider, `/resources/?exclude_project=${project.id}`), [on, off])
  t.equal((await viewer.get('/resources/?exclude_project=x')).status, 400)
  t.same(await idsOf(viewer, '/resources/?ordering=-name&page_size=1&page=2'), [on])
})

t.test('the list is throttled at 60 a minute for each account', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true' } })
  const [busy, other] = [await app.user('busy'), await app.user('other')]
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await busy.get('/resources/')).status))
  t.equal(statuses.filter((status) => status === 200).length, 60)
  t.equal(statuses.filter((status) => status === 429).length, 1)
  t.equal((await other.get('/resources/')).status, 200)
})
