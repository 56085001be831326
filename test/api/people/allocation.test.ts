import t from 'tap'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { dropDates } from '../../support/task-dates.ts'
import { clock, moveTask } from './capacity-plan.ts'
import { addResource, addTask, addToRoster, assign } from './people.ts'

interface Row {
  name: string
  max_units: string
  email?: string
  tasks: { name: string; project_name?: string }[]
}
const told = (rows: Row[]) => rows.map((row) => [row.name, ...row.tasks.map((task) => task.name)])

t.test('who is assigned to what', async (t) => {
  const app = await startApp(t, { clock, env: { SVC_CAPACITY_MAX_ROWS: '4' } })
  const program = (await app.owner.post('/programs/', { name: 'Harbour' })).body.id
  const [first, second] = [
    await makeProject(app.owner, { name: 'Zeta', program }),
    await makeProject(app.owner, { name: 'Alpha', program }),
  ]
  const scheduler = await app.user('scheduler')
  await joinProject(app, first.id, scheduler, 200)
  const ada = await addResource(app.owner, 'Ada', { email: 'scheduler@example.org' })
  const bo = await addResource(app.owner, 'Bo', { email: 'bo@example.org' })
  const cy = await addResource(app.owner, 'Cy')
  await addToRoster(app.owner, first.id, bo, { units_override: '0.25' })
  const work = async (project: string, name: string, who: string[]) => {
    const id = await addTask(app.owner, project, { name })
    for (const one of who) await assign(app.owner, id, one, '0.50')
    return id
  }
  const late = await work(first.id, 'Late', [ada, bo])
  const early = await work(first.id, 'Early', [ada])
  const undated = await work(first.id, 'Undated', [bo])
  const beside = await work(second.id, 'Beside', [ada, cy])
  await app.runJobs()
  await moveTask(app, late, '2026-04-01', '2026-04-10')
  await moveTask(app, early, '2026-03-02', '2026-03-06')
  await dropDates(app, undated)
  await moveTask(app, beside, '2026-03-04', '2026-03-05')
  const at = `/projects/${first.id}/resource-allocation/`
  const across = `/programs/${program}/resource-contention/`

  await t.test('is told for a project person by person, with the capacity that they have there', async (t) => {
    const { body } = await scheduler.get(at)
    t.match(body, { project_id: first.id, window_start: '2026-03-02', window_end: '2026-04-10' })
    t.match(body, { truncated: false, resource_count: 2 })
    t.same(told(body.resources), [
      ['Ada', 'Early', 'Late'],
      ['Bo', 'Late', 'Undated'],
    ])
    t.same(
      body.resources.map((row: Row) => row.max_units),
      ['1.00', '0.25'],
    )
    t.same(
      body.resources.map((row: Row) => row.email),
      ['scheduler@example.org', undefined],
      'one’s own address alone',
    )
    t.match(body.resources[0].tasks[0], { id: early, units: '0.50', status: 'NOT_STARTED', early_start: '2026-03-02' })
    t.equal((await app.owner.get(at)).body.resources[1].email, 'bo@example.org', 'an Admin reads all')
  })

  await t.test('filters by days, people and statuses; what has no days stays', async (t) => {
    const rows = async (query: string) => told((await scheduler.get(`${at}?${query}`)).body.resources)
    t.same(await rows('end=2026-03-31'), [
      ['Ada', 'Early'],
      ['Bo', 'Undated'],
    ])
    t.same(await rows('start=2026-03-07&end=2026-04-01'), [
      ['Ada', 'Late'],
      ['Bo', 'Late', 'Undated'],
    ])
    t.same(await rows(`resource=${bo}&resource=${cy}`), [['Bo', 'Late', 'Undated']])
    t.same(await rows('status=IN_PROGRESS&status=REVIEW'), [])
    t.equal((await rows('status=IN_PROGRESS&status=NOT_STARTED')).length, 2)
    t.same(
      await rows('start=2030-01-01'),
      [['Bo', 'Undated']],
      'a start behind everything finds nothing, and is no error',
    )
  })

  await t.test('is told for a program with the capacity of the catalogue, as many whole people as fit', async (t) => {
    const { body } = await app.owner.get(across)
    t.match(body, { program_id: program, truncated: true, resource_count: 3 })
    t.same(
      told(body.resources),
      [['Ada', 'Beside', 'Early', 'Late']],
      'by project name, then day; Bo would be too much',
    )
    t.equal(body.resources[0].tasks[0].project_name, 'Alpha')
    const some = (await app.owner.get(`${across}?resource=${bo}&resource=${cy}`)).body
    t.match(some, { truncated: false, resource_count: 2 })
    t.same(
      some.resources.map((row: Row) => row.max_units),
      ['1.00', '1.00'],
    )
  })

  await t.test('of a program is for its Resource Managers and above', async (t) => {
    for (const [role, status] of [
      [1, 403],
      [100, 403],
      [200, 200],
    ] as const) {
      const user = await app.user(`program-${role}`)
      await app.sql(
        'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)',
        [program, user.account.id, role],
      )
      t.equal((await user.get(across)).status, status)
    }
    t.equal((await scheduler.get(across)).status, 404, 'a role in a project is none in its program')
    t.equal((await app.owner.get(`${across}?start=2026-03-02&end=2026-03-01`)).status, 400)
    const empty = (await app.owner.post('/programs/', { name: 'Empty' })).body.id
    t.equal((await app.owner.get(`/programs/${empty}/resource-contention/`)).status, 409)
  })

  await t.test('who is deactivated is nowhere', async (t) => {
    await app.owner.delete(`/resources/${ada}/`)
    t.same(told((await scheduler.get(at)).body.resources), [['Bo', 'Late', 'Undated']])
  })
})
