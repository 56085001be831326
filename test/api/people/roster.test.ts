import t from 'tap'
import { awaitsRecompute, forgetConsequences } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { announced, framesOf } from '../tasks/support/read-outbox.ts'
import { addResource, addTask, addToRoster, assign, idsOf } from './people.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

t.test('the roster of a project', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1, 'viewer')
  const member = await project.member(100, 'member')
  const scheduler = await project.member(200, 'scheduler')
  const outsider = await app.user('outsider')
  const ada = await addResource(app.owner, 'Ada', { email: 'viewer@example.org', max_units: '0.80' })
  const bo = await addResource(app.owner, 'Bo')

  await t.test('Resource Managers put resources on it; capacity falls back and 0 is a value', async (t) => {
    const made = await scheduler.post('/project-resources/', { project: project.id, resource: ada, role_title: 'Lead' })
    t.equal(made.status, 201)
    t.match(made.body, { role_title: 'Lead', units_override: null, effective_max_units: '0.80', notes: '' })
    t.same(await framesOf(app, 'roster_changed'), [{ resource_id: ada }])
    const path = `/project-resources/${made.body.id}/`
    const zero = await scheduler.patch(path, { units_override: '0' })
    t.match(zero.body, { units_override: '0.00', effective_max_units: '0.00', role_title: 'Lead', server_version: 2 })
    const back = await scheduler.put(path, { project: project.id, resource: ada, units_override: null, notes: 'n' })
    t.match(back.body, { units_override: null, effective_max_units: '0.80', notes: 'n' })
    t.equal((await member.patch(path, { notes: '' })).status, 403)
    t.equal((await member.post('/project-resources/', { project: project.id, resource: bo })).status, 403)
  })

  await t.test('every member reads it, nobody else; the address inside follows its own rule', async (t) => {
    const second = await addToRoster(scheduler, project.id, bo)
    const list = (await viewer.get(`/project-resources/?project=${project.id}`)).body
    t.same(
      list.results.map((row: { resource_detail: { name: string } }) => row.resource_detail.name),
      ['Ada', 'Bo'],
    )
    t.equal(list.results[0].resource_detail.email, 'viewer@example.org', 'one’s own')
    const detail = (await member.get(`/project-resources/${second}/`)).body.resource_detail
    t.match(detail, { name: 'Bo', is_me: false })
    t.notOk('email' in detail)
    t.same(await idsOf(outsider, '/project-resources/'), [])
    t.equal((await outsider.get(`/project-resources/${second}/`)).status, 404)
    t.equal((await outsider.delete(`/project-resources/${second}/`)).status, 404)
    t.equal((await viewer.get('/project-resources/?project=x')).status, 400)
  })

  await t.test('what cannot be is told by field and changes nothing', async (t) => {
    const before = await app.sql('select * from project_resources order by id')
    const [first] = await idsOf(viewer, `/project-resources/?project=${project.id}`)
    const other = await buildProject(app)
    const cases: [string, string, object, string][] = [
      ['post', '/project-resources/', {}, 'project'],
      ['post', '/project-resources/', { project: ABSENT, resource: ada }, 'project'],
      ['post', '/project-resources/', { project: project.id }, 'resource'],
      ['post', '/project-resources/', { project: project.id, resource: ABSENT }, 'resource'],
      ['post', '/project-resources/', { project: project.id, resource: ada }, 'non_field_errors'],
      ['patch', `/project-resources/${first}/`, { project: other.id }, 'project'],
      ['patch', `/project-resources/${first}/`, { resource: bo }, 'resource'],
      ['patch', `/project-resources/${first}/`, { units_override: '-1' }, 'units_override'],
      ['patch', `/project-resources/${first}/`, { units_override: '100.00' }, 'units_override'],
      ['patch', `/project-resources/${first}/`, { role_title: 'x'.repeat(121) }, 'role_title'],
    ]
    for (const [method, path, body, field] of cases) {
      const refused = await scheduler.request(method.toUpperCase(), path, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], `${method} ${JSON.stringify(body)}`)
    }
    t.same(await app.sql('select * from project_resources order by id'), before)
  })
})

t.test('leaving the roster', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const scheduler = await project.member(200, 'scheduler')
  const ada = await addResource(app.owner, 'Ada')
  const row = await addToRoster(scheduler, project.id, ada)

  await t.test('without work it is removed at once', async (t) => {
    await forgetConsequences(app)
    const bo = await addResource(app.owner, 'Bo')
    const removed = await scheduler.delete(`/project-resources/${await addToRoster(scheduler, project.id, bo)}/`)
    t.same([removed.status, removed.body], [200, { detail: 'Removed from the roster.', cascaded_assignment_count: 0 }])
    t.equal(await awaitsRecompute(app, project.id), false)
    t.ok(await addToRoster(scheduler, project.id, bo), 'and can be added again')
  })

  const tasks: string[] = []
  for (let n = 1; n <= 12; n++) tasks.push(await addTask(app.owner, project.id, { name: `Task ${n}` }))
  for (const task of tasks) await assign(scheduler, task, ada)
  const gone = await addTask(app.owner, project.id, { name: 'Gone' })
  await assign(scheduler, gone, ada)
  await app.owner.delete(`/tasks/${gone}/`)
  const elsewhere = await buildProject(app)
  await assign(app.owner, await addTask(app.owner, elsewhere.id), ada)

  await t.test('live assignments stand in the way, and are named', async (t) => {
    await forgetConsequences(app)
    const refused = await scheduler.delete(`/project-resources/${row}/`)
    t.equal(refused.status, 409)
    t.match(refused.body, { code: 'roster_has_assignments', detail: String, assignment_count: 12 })
    t.same(refused.body.affected_tasks[0], { id: tasks[0], name: 'Task 1' })
    t.equal(refused.body.affected_tasks.length, 10)
    t.same(refused.body.task_names, ['Task 1', 'Task 2', 'Task 3', 'Task 4', 'Task 5'])
    t.same(await announced(app), [])
    t.equal((await scheduler.delete(`/project-resources/${row}/?force=no`)).status, 409)
  })

  await t.test('force takes them along, in this project only', async (t) => {
    const removed = await scheduler.delete(`/project-resources/${row}/?force=true`)
    t.match([removed.status, removed.body], [200, { cascaded_assignment_count: 12 }])
    t.equal((await framesOf(app, 'assignment_deleted')).length, 12)
    t.same(await framesOf(app, 'roster_changed'), [{ resource_id: ada }])
    t.equal(await awaitsRecompute(app, project.id), true)
    t.equal((await scheduler.get(`/project-resources/${row}/`)).status, 404)
    t.same(await idsOf(scheduler, `/task-resources/?resource=${ada}`), [])
    t.equal((await app.owner.get(`/resources/${ada}/assignments/`)).body.count, 1)
  })
})

t.test('an archived project refuses every write of rosters and assignments and is still read', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const ada = await addResource(app.owner, 'Ada')
  const bo = await addResource(app.owner, 'Bo')
  const task = await addTask(app.owner, project.id)
  const row = await addToRoster(app.owner, project.id, ada)
  const assignment = await assign(app.owner, task, ada)
  await app.sql('update projects set is_archived = true where id = $1', [project.id])
  const writes: [string, string, object?][] = [
    ['POST', '/project-resources/', { project: project.id, resource: bo }],
    ['PUT', `/project-resources/${row}/`, { project: project.id, resource: ada }],
    ['PATCH', `/project-resources/${row}/`, { notes: 'x' }],
    ['DELETE', `/project-resources/${row}/?force=true`],
    ['POST', '/task-resources/', { task, resource: bo }],
    ['PUT', `/task-resources/${assignment}/`, { task, resource: ada }],
    ['PATCH', `/task-resources/${assignment}/`, { units: 2 }],
    ['DELETE', `/task-resources/${assignment}/`],
  ]
  for (const [method, path, body] of writes) {
    const refused = await app.owner.request(method, path, body)
    t.same([refused.status, Object.keys(refused.body)], [403, ['detail']], `${method} ${path}`)
  }
  t.equal((await app.owner.get(`/project-resources/${row}/`)).status, 200)
  t.equal((await app.owner.get(`/task-resources/${assignment}/`)).status, 200)
})
