import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { announced, framesOf } from '../tasks/support/read-outbox.ts'
import { addResource, addTask, addToRoster, assign } from './people.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

interface Shown {
  resource: string
  units: string
}

t.test('owners of a task', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const member = await project.member(100)
  const scheduler = await project.member(200)
  const [ada, bo, off] = [
    await addResource(app.owner, 'Ada'),
    await addResource(app.owner, 'Bo'),
    await addResource(app.owner, 'Off'),
  ]
  for (const resource of [ada, bo]) await addToRoster(app.owner, project.id, resource)
  const shares = async (task: string) =>
    (await member.get(`/tasks/${task}/`)).body.assignments.map(({ resource, units }: Shown) => [resource, units])
  const stored = () => app.sql('select * from task_resources order by id')

  await t.test('a create assigns them, with full time when nothing is said', async (t) => {
    await app.sql('delete from outbox_events')
    const owners = [{ resource: ada }, { resource: bo, units: '0.255' }]
    const made = await member.post('/tasks/', { project: project.id, name: 'Dig', owners })
    t.equal(made.status, 201)
    t.match(made.body.assignments, [
      { resource: ada, resource_id: ada, resource_name: 'Ada', units: '1.00', id: String },
      { resource: bo, resource_name: 'Bo', units: /^0\.2[56]$/ },
    ])
    t.equal(made.body.warnings, undefined, 'nothing was dropped')
    t.equal(made.body.assignee, null, 'the quick-assign field is another one')
    const frames = await framesOf(app, 'assignment_created')
    t.same(
      frames.map((frame) => frame.task_id),
      [made.body.id, made.body.id],
    )
  })

  await t.test(
    'an update adds and changes, leaves who is not listed, and an empty list asks for nothing',
    async (t) => {
      const task = await addTask(app.owner, project.id, { assignee: member.account.id, owners: [{ resource: ada }] })
      await app.sql('delete from outbox_events')
      const path = `/tasks/${task}/`
      const changed = await member.patch(path, { owners: [{ resource: bo, units: 0.5 }] })
      t.equal(changed.status, 200)
      t.same(await shares(task), [
        [ada, '1.00'],
        [bo, '0.50'],
      ])
      await member.patch(path, { owners: [{ resource: bo, units: '0.5' }] })
      await member.patch(path, { owners: [] })
      t.same(await announced(app), ['assignment_created'], 'equal units and no owners are no event')
      const rows = await stored()
      await member.patch(path, {
        owners: [
          { resource: ada, units: 2 },
          { resource: ada, units: 0.25 },
        ],
      })
      t.same(
        await shares(task),
        [
          [ada, '0.25'],
          [bo, '0.50'],
        ],
        'of one named twice the last counts',
      )
      t.equal((await framesOf(app, 'assignment_updated')).length, 1)
      t.equal((await stored()).length, rows.length)
      t.equal((await scheduler.patch(path, { owners: [] })).status, 403, 'the edit rule of the task')
    },
  )

  await t.test('who is not on the roster is refused and named, also in part; nothing is written', async (t) => {
    const task = await addTask(app.owner, project.id)
    const before = [await stored(), await app.sql('select count(*) from tasks')]
    for (const owners of [[{ resource: off }], [{ resource: ada }, { resource: ABSENT }]]) {
      const unknown = owners.at(-1)?.resource as string
      const updated = await app.owner.patch(`/tasks/${task}/`, { name: 'New', owners })
      const created = await app.owner.post('/tasks/', { project: project.id, name: 'New', owners })
      for (const refused of [updated, created]) {
        t.same([refused.status, Object.keys(refused.body)], [400, ['owners']])
        t.match(refused.body.owners[0], unknown)
        t.notMatch(refused.body.owners[0], ada)
      }
    }
    t.same([await stored(), await app.sql('select count(*) from tasks')], before)
    t.equal((await app.owner.get(`/tasks/${task}/`)).body.name, 'Dig')
  })

  await t.test('a deactivated resource stands on no roster, though it keeps what it has', async (t) => {
    const task = await addTask(app.owner, project.id)
    const leaver = await addResource(app.owner, 'Leaver')
    await assign(app.owner, task, leaver)
    await app.owner.delete(`/resources/${leaver}/`)
    const refused = await app.owner.patch(`/tasks/${task}/`, { owners: [{ resource: leaver, units: 2 }] })
    t.same([refused.status, Object.keys(refused.body)], [400, ['owners']])
    t.same(await shares(task), [[leaver, '1.00']])
  })

  await t.test('units, counts and summaries have their limits', async (t) => {
    const phase = await addTask(app.owner, project.id, { name: 'Phase' })
    await addTask(app.owner, project.id, { parent_id: phase })
    const summary = await app.owner.patch(`/tasks/${phase}/`, { owners: [{ resource: ada }] })
    t.same([summary.status, Object.keys(summary.body)], [400, ['owners']])
    const task = await addTask(app.owner, project.id)
    for (const units of [0, 0.004, 2.01, '3', 'x', null]) {
      const refused = await app.owner.patch(`/tasks/${task}/`, { owners: [{ resource: ada }, { resource: bo, units }] })
      t.equal(refused.status, 400, String(units))
      t.match(refused.body, { owners: [{}, { units: Array }] })
    }
    const many = Array.from({ length: 101 }, () => ({ resource: ada }))
    const refused = await app.owner.patch(`/tasks/${task}/`, { owners: many })
    t.match([refused.status, refused.body], [400, { owners: { non_field_errors: Array } }])
    t.same(await shares(task), [])
    t.equal((await app.owner.patch(`/tasks/${task}/`, { owners: many.slice(1) })).status, 200)
  })

  await t.test('a batch writes them without events of their own and counts them as a change', async (t) => {
    const task = await addTask(app.owner, project.id)
    await app.sql('delete from outbox_events')
    const { body } = await app.owner.post(`/projects/${project.id}/tasks/bulk/`, {
      operations: [
        { op: 'create', data: { name: 'In a batch', owners: [{ resource: ada, units: 0.5 }] } },
        { op: 'update', id: task, data: { owners: [{ resource: bo }] } },
        { op: 'create', data: { name: 'Refused', owners: [{ resource: off }] } },
      ],
    })
    t.match(body.applied, [
      { outcome: 'created', task: { assignments: [{ resource: ada, units: '0.50' }] } },
      { outcome: 'updated', task: { assignments: [{ resource: bo, units: '1.00' }] } },
    ])
    t.match(body.rejected, [{ index: 2, code: 'invalid', message: /^owners: / }])
    t.same(await announced(app), ['tasks_bulk_mutated'])
    t.same(
      (await framesOf(app, 'tasks_bulk_mutated'))[0]?.task_ids,
      body.applied.map((row: { id: string }) => row.id),
    )
    const again = await app.owner.post(`/projects/${project.id}/tasks/bulk/`, {
      operations: [{ op: 'update', id: task, data: { owners: [{ resource: bo }] } }],
    })
    t.match(again.body.applied, [{ outcome: 'unchanged' }])
  })
})

t.test('what a resource means for the person it stands for', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const ada = await project.member(100, 'ada')
  const resource = await addResource(app.owner, 'Ada', { email: 'ADA@example.org' })
  const nobody = await addResource(app.owner, 'Nobody')
  const mine = await addTask(app.owner, project.id, { name: 'Mine' })
  const given = await addTask(app.owner, project.id, { name: 'Given', assignee: ada.account.id })
  const others = await addTask(app.owner, project.id, { name: 'Others' })
  await assign(app.owner, mine, resource)
  await assign(app.owner, others, nobody)

  const { body } = await ada.get(`/tasks/?project=${project.id}&mine=true`)
  t.same(body.results.map((row: { id: string }) => row.id).sort(), [mine, given].sort())
  const bulk = await ada.post(`/projects/${project.id}/tasks/bulk/`, {
    operations: [
      { op: 'delete', id: others },
      { op: 'delete', id: mine },
    ],
  })
  t.match(bulk.body, { applied: [{ id: mine, outcome: 'deleted' }], rejected: [{ id: others, code: 'forbidden' }] })
})

t.test('a task that gains children keeps its assignments and the move says so', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const ada = await addResource(app.owner, 'Ada')
  const parent = await addTask(app.owner, project.id)
  const child = await addTask(app.owner, project.id)
  await assign(app.owner, parent, ada)
  const moved = await app.owner.post(`/projects/${project.id}/tasks/${child}/reparent/`, { new_parent_id: parent })
  t.match([moved.status, moved.body], [200, { warning: 'has_assignments' }])
  t.equal((await app.owner.get(`/tasks/${parent}/`)).body.assignments.length, 1)
})

t.test('an assignee with more than full time of open work is flagged', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const ada = await project.member(100)
  const resource = await addResource(app.owner, 'Ada')
  const make = (more: object = {}) => addTask(app.owner, project.id, { assignee: ada.account.id, ...more })
  const [first, second, unassigned] = [await make(), await make(), await make({ assignee: null })]
  const flags = async () => {
    const { body } = await ada.get(`/tasks/?project=${project.id}`)
    return new Map(body.results.map((row: Record<string, unknown>) => [row.id, row.assignee_is_overallocated]))
  }
  await assign(app.owner, first, resource, '0.60')
  await assign(app.owner, second, resource, '0.40')
  await assign(app.owner, unassigned, resource, '2.00')
  t.equal((await flags()).get(first), false, 'exactly full')
  const extra = await make()
  await assign(app.owner, extra, resource, '0.10')
  const now = await flags()
  t.same([now.get(first), now.get(second), now.get(extra), now.get(unassigned)], [true, true, true, false])
  await app.owner.patch(`/tasks/${extra}/`, { status: 'ON_HOLD' })
  t.equal((await flags()).get(first), false, 'what is on hold does not count')
})

t.test('a project deleted for good takes its people and labels along', async (t) => {
  const app = await startApp(t)
  const made = await app.owner.post('/projects/', { name: 'Short', start_date: '2026-01-05' })
  const id = made.body.id as string
  const ada = await addResource(app.owner, 'Ada')
  const task = await addTask(app.owner, id)
  await assign(app.owner, task, ada)
  const label = (await app.owner.post(`/projects/${id}/labels/`, { name: 'L' })).body.id
  await app.owner.post(`/projects/${id}/tasks/${task}/labels/`, { label_id: label })
  await app.sql('update projects set is_archived = true where id = $1', [id])
  t.equal((await app.owner.delete(`/projects/${id}/?force=true`)).status, 204)
  const left =
    await app.sql(`select (select count(*)::int from task_resources) as a, (select count(*)::int from labels) as l,
    (select count(*)::int from project_resources) as p, (select count(*)::int from task_labels) as c,
    (select count(*)::int from resources) as r`)
  t.same(left, [{ a: 0, l: 0, p: 0, c: 0, r: 1 }], 'the catalogue stays')
})
