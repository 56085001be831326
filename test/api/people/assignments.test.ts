import t from 'tap'
import { awaitsRecompute, forgetConsequences } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'
import { addResource, addTask, addToRoster, assign, idsOf } from './people.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

t.test('assignments', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1, 'viewer')
  const member = await project.member(100, 'member')
  const scheduler = await project.member(200, 'scheduler')
  const outsider = await app.user('outsider')
  const ada = await addResource(app.owner, 'Ada')
  const bo = await addResource(app.owner, 'Bo')
  const task = await addTask(app.owner, project.id)

  await t.test('a Resource Manager assigns; the resource joins the roster; dates are not computed again', async (t) => {
    await forgetConsequences(app)
    const made = await scheduler.post('/task-resources/', { task, resource: ada })
    t.equal(made.status, 201)
    t.match(made.body, { task, resource: ada, resource_name: 'Ada', units: '1.00', warnings: [] })
    const { id } = made.body
    t.same(await framesOf(app, 'assignment_created'), [{ id, task_id: task }])
    t.same(await framesOf(app, 'roster_changed'), [{ resource_id: ada }])
    t.match((await viewer.get('/project-resources/')).body.results, [{ resource: ada }])
    const path = `/task-resources/${id}/`
    t.match((await scheduler.patch(path, { units: 0.5 })).body, { units: '0.50', warnings: [] })
    t.match((await scheduler.patch(path, { units: '0.50' })).status, 200)
    t.same(await framesOf(app, 'assignment_updated'), [{ id, task_id: task }], 'equal units are no event')
    t.match((await scheduler.put(path, { task, resource: bo, units: '2' })).body, { resource: bo, units: '2.00' })
    t.equal((await viewer.get('/project-resources/')).body.count, 2, 'the new resource joined as well')
    t.match((await viewer.get(path)).body, { id, resource_name: 'Bo' })
    t.equal((await scheduler.delete(path)).status, 204)
    t.equal((await scheduler.delete(path)).status, 404)
    t.same(await framesOf(app, 'assignment_deleted'), [{ id, task_id: task }])
    t.equal((await viewer.get('/project-resources/')).body.count, 2, 'the roster row stays')
    t.equal(await awaitsRecompute(app, project.id), false)
  })

  await t.test('lower roles and outsiders are kept out', async (t) => {
    const id = await assign(scheduler, task, ada)
    for (const user of [viewer, member]) {
      t.equal((await user.post('/task-resources/', { task, resource: bo })).status, 403)
      t.equal((await user.patch(`/task-resources/${id}/`, { units: 1 })).status, 403)
      t.equal((await user.delete(`/task-resources/${id}/`)).status, 403)
      t.same(await idsOf(user, '/task-resources/'), [id])
    }
    t.same(await idsOf(outsider, '/task-resources/'), [])
    t.equal((await outsider.get(`/task-resources/${id}/`)).status, 404)
    const hidden = await outsider.post('/task-resources/', { task, resource: bo })
    const absent = await outsider.post('/task-resources/', { task: ABSENT, resource: bo })
    t.same([hidden.status, hidden.body], [400, absent.body], 'hidden and absent read alike')
  })

  await t.test('what cannot be is told by field and changes nothing', async (t) => {
    const parent = await addTask(app.owner, project.id, { name: 'Phase' })
    await addTask(app.owner, project.id, { parent_id: parent })
    const carrier = await addTask(app.owner, project.id, { name: 'Carrier' })
    await addTask(app.owner, project.id, { parent_id: carrier, is_subtask: true })
    const [own] = await idsOf(scheduler, `/task-resources/?task=${task}`)
    const other = await addTask(app.owner, project.id)
    const before = await app.sql('select * from task_resources order by id')
    const post = (body: object) => ['POST', '/task-resources/', body] as const
    const cases: [readonly [string, string, object], string][] = [
      [post({ resource: bo }), 'task'],
      [post({ task: 'x', resource: bo }), 'task'],
      [post({ task }), 'resource'],
      [post({ task, resource: ABSENT }), 'resource'],
      [post({ task, resource: ada }), 'non_field_errors'],
      [post({ task: parent, resource: bo }), 'task'],
      [post({ task: carrier, resource: bo }), 'task'],
      [post({ task, resource: bo, units: 0 }), 'units'],
      [post({ task, resource: bo, units: '0.004' }), 'units'],
      [post({ task, resource: bo, units: 0.009 }), 'units'],
      [post({ task, resource: bo, units: '0.009' }), 'units'],
      [post({ task, resource: bo, units: 2.004 }), 'units'],
      [post({ task, resource: bo, units: 2.01 }), 'units'],
      [post({ task, resource: bo, units: 'NaN' }), 'units'],
      [post({ task, resource: bo, units: null }), 'units'],
      [['PATCH', `/task-resources/${own}/`, { task: other }], 'task'],
      [['PATCH', `/task-resources/${own}/`, { resource: ABSENT }], 'resource'],
    ]
    for (const [[method, path, body], field] of cases) {
      const refused = await scheduler.request(method, path, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], `${method} ${JSON.stringify(body)}`)
    }
    const twin = await assign(scheduler, task, bo)
    const repointed = await scheduler.patch(`/task-resources/${twin}/`, { resource: ada })
    t.same([repointed.status, Object.keys(repointed.body)], [400, ['non_field_errors']])
    await scheduler.delete(`/task-resources/${twin}/`)
    t.same(await app.sql('select * from task_resources order by id'), before)
  })

  await t.test('a deleted task has no assignments until it is restored', async (t) => {
    const short = await addTask(app.owner, project.id)
    const id = await assign(scheduler, short, bo)
    await app.owner.delete(`/tasks/${short}/`)
    t.equal((await scheduler.get(`/task-resources/${id}/`)).status, 404)
    t.same(await idsOf(scheduler, `/task-resources/?task=${short}`), [])
    await app.owner.post(`/tasks/${short}/restore/`)
    t.same(await idsOf(scheduler, `/task-resources/?task=${short}`), [id])
  })

  await t.test('of two at once one is the twin', async (t) => {
    const raced = await addTask(app.owner, project.id)
    const answers = await Promise.all(
      [1, 2, 3].map(() => scheduler.post('/task-resources/', { task: raced, resource: ada })),
    )
    t.same(answers.map((answer) => answer.status).sort(), [201, 400, 400])
  })
})

t.test('over-allocation names the first working day', async (t) => {
  const app = await startApp(t)
  // A Monday ahead of any data date; every task lasts from then on.
  const project = await buildProject(app, { start_date: '2030-01-07' })
  const ada = await addResource(app.owner, 'Ada')
  const bo = await addResource(app.owner, 'Bo')
  const make = async (more: object) => addTask(app.owner, project.id, more)
  const first = await make({ duration: 5 })
  const second = await make({ duration: 5, planned_start: '2030-01-10' })
  const done = await make({ duration: 9, status: 'COMPLETE', percent_complete: 100, planned_start: '2030-01-07' })
  await app.runJobs()
  const warn = async (task: string, resource: string, units: string) =>
    (await app.owner.post('/task-resources/', { task, resource, units })).body.warnings

  t.same(await warn(first, ada, '0.60'), [])
  t.same(await warn(done, ada, '1.00'), [], 'what is complete loads nobody')
  t.match(await warn(second, ada, '0.60'), [
    {
      code: 'resource_overallocated',
      resource_id: ada,
      resource_name: 'Ada',
      date: '2030-01-10',
      load: '1.20',
      capacity: '1.00',
      detail: /2030-01-10/,
    },
  ])
  t.same(await warn(first, bo, '0.60'), [])
  t.same(await warn(second, bo, '0.40'), [], 'exactly full is not too much')

  await t.test('capacity in the project counts, and so does the resource’s own calendar', async (t) => {
    const friday = (await app.owner.post('/calendars/', { name: 'Fridays', working_days: 16 })).body.id
    const cy = await addResource(app.owner, 'Cy', { calendar: friday })
    await addToRoster(app.owner, project.id, cy, { units_override: '0.50' })
    t.match(await warn(first, cy, '1'), [{ date: '2030-01-11', capacity: '0.50' }], 'works on Fridays alone')
    const di = await addResource(app.owner, 'Di')
    await addToRoster(app.owner, project.id, di, { units_override: 0 })
    t.match(await warn(first, di, '0.01'), [{ date: '2030-01-07', load: '0.01', capacity: '0.00' }])
  })

  await t.test('updates warn as well; a task without dates counts all open work', async (t) => {
    const ed = await addResource(app.owner, 'Ed')
    const fresh = await make({ name: 'Not computed' })
    t.same(await warn(first, ed, '0.60'), [])
    const [id] = await idsOf(app.owner, `/task-resources/?task=${first}&resource=${ed}`)
    t.match((await app.owner.patch(`/task-resources/${id}/`, { units: '1.10' })).body.warnings, [
      { date: '2030-01-07' },
    ])
    await app.owner.patch(`/task-resources/${id}/`, { units: '0.60' })
    t.match(await warn(fresh, ed, '0.50'), [{ date: null, load: '1.10' }])
  })
})

t.test('lists filter by task and resource and stand by project, task and resource', async (t) => {
  const app = await startApp(t)
  const [b, a] = [await buildProject(app, { name: 'Beta' }), await buildProject(app, { name: 'Alpha' })]
  const [yves, xena] = [await addResource(app.owner, 'Yves'), await addResource(app.owner, 'Xena')]
  const inB = await addTask(app.owner, b.id, { name: 'A' })
  const inA = await addTask(app.owner, a.id, { name: 'B' })
  const made = [
    await assign(app.owner, inB, yves),
    await assign(app.owner, inA, yves),
    await assign(app.owner, inA, xena),
  ]
  t.same(await idsOf(app.owner, '/task-resources/'), [made[2], made[1], made[0]])
  t.same(await idsOf(app.owner, `/task-resources/?resource=${yves}`), [made[1], made[0]])
  t.same(await idsOf(app.owner, `/task-resources/?task=${inB}`), [made[0]])
  t.same(await idsOf(app.owner, '/task-resources/?page_size=1&page=2'), [made[1]])
  t.equal((await app.owner.get('/task-resources/?task=x')).status, 400)
  const insider = await b.member(1)
  t.same(await idsOf(insider, `/task-resources/?resource=${yves}`), [made[0]], 'only projects of one’s own')
})
