import t from 'tap'
import { recomputeProjectBody } from '../../../jobs/schedule/recompute-project.ts'
import { buildLink, buildProject as buildPlan, buildProgram, buildTask } from '../../api/schedule/build-project.ts'
import { buildProject } from '../../api/tasks/support/build-project.ts'
import { startApp } from '../../support/start-app.ts'
import { dropDates, TASK_DATES } from '../../support/task-dates.ts'

t.test('dates that moved are stored, of tasks that had some, have none yet or lost theirs meanwhile', async (t) => {
  const app = await startApp(t)
  const { id: project } = await buildProject(app)
  const make = async (name: string) =>
    (await app.owner.post('/tasks/', { project, name, duration: 2, planned_start: '2027-03-01' })).body.id as string
  const compute = () => recomputeProjectBody(app.services, { projectId: project })
  const stored = () =>
    app.sql(
      `select t.name, s.early_start, s.early_finish, s.total_float from ${TASK_DATES} join tasks t on t.id = s.task_id
       where t.project_id = $1 order by t.name`,
      [project],
    )
  const [first, lost] = [await make('First'), await make('Lost')]
  await compute()
  await dropDates(app, lost)
  await make('New')
  for (const id of [first, lost]) await app.owner.patch(`/tasks/${id}/`, { planned_start: '2027-03-04', duration: 4 })
  await compute()
  const late = { early_start: '2027-03-04', early_finish: '2027-03-09', total_float: 0 }
  t.same(await stored(), [
    { name: 'First', ...late },
    { name: 'Lost', ...late },
    { name: 'New', early_start: '2027-03-01', early_finish: '2027-03-02', total_float: 5 },
  ])

  // Kept in memory as dated, gone behind the back of everyone.
  await dropDates(app, lost)
  for (const id of [first, lost]) await app.owner.patch(`/tasks/${id}/`, { duration: 5 })
  await app.sql('update tasks set sync_seq = 0 where id = $1', [lost])
  await compute()
  t.match(await stored(), [{ name: 'First', early_finish: '2027-03-10' }, { name: 'Lost' }, { name: 'New' }])
})

t.test('each of many tasks has its own dates, in every project of a pass, and loses them alone', async (t) => {
  const app = await startApp(t)
  const program = await buildProgram(app)
  const mondays = new Map<string, string>()
  const projects = [0, 1].map((index) =>
    buildPlan(app, [[app.owner, 300]], { programId: program, code: `MANY${index}` }),
  )
  for (const [index, project] of (await Promise.all(projects)).entries()) {
    for (let week = 1; week <= 300; week++) {
      const monday = new Date(Date.UTC(2026, 0, 5 + 7 * (week + 400 * index))).toISOString().slice(0, 10)
      mondays.set(await buildTask(app, project, { plannedStart: monday }), monday)
    }
  }
  const [first] = await Promise.all(projects)
  const ids = [...mondays.keys()]
  await buildLink(app, ids[0] as string, ids[300] as string)
  const stored = async () => {
    const rows = await app.sql<{ task_id: string; early_start: string }>(
      `select task_id, early_start from ${TASK_DATES}`,
    )
    return Object.fromEntries(rows.map((row) => [row.task_id, row.early_start]).sort())
  }
  const told = () => Object.fromEntries([...mondays].sort())
  await recomputeProjectBody(app.services, { projectId: first as string })
  t.same(await stored(), told())

  for (const gone of [ids[126], ids[127], ids[300]] as string[]) {
    t.equal((await app.owner.patch(`/tasks/${gone}/`, { status: 'BACKLOG' })).status, 200)
    mondays.delete(gone)
  }
  t.same(await stored(), told())
  mondays.set(ids[255] as string, '2027-12-06')
  await app.owner.patch(`/tasks/${ids[255]}/`, { planned_start: '2027-12-06' })
  await recomputeProjectBody(app.services, { projectId: first as string })
  t.same(await stored(), told())
})
