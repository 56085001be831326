import t from 'tap'
import { recomputeProjectBody } from '../../../jobs/schedule/recompute-project.ts'
import { buildProject } from '../../api/tasks/support/build-project.ts'
import { startApp } from '../../support/start-app.ts'

t.test('dates that moved are stored, of tasks that had some, have none yet or lost theirs meanwhile', async (t) => {
  const app = await startApp(t)
  const { id: project } = await buildProject(app)
  const make = async (name: string) =>
    (await app.owner.post('/tasks/', { project, name, duration: 2, planned_start: '2027-03-01' })).body.id as string
  const compute = () => recomputeProjectBody(app.services, { projectId: project })
  const stored = () =>
    app.sql(
      `select t.name, s.early_start, s.early_finish, s.total_float from task_schedules s join tasks t on t.id = s.task_id
       where t.project_id = $1 order by t.name`,
      [project],
    )
  const [first, lost] = [await make('First'), await make('Lost')]
  await compute()
  await app.sql('delete from task_schedules where task_id = $1', [lost])
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
  await app.sql('delete from task_schedules where task_id = $1', [lost])
  for (const id of [first, lost]) await app.owner.patch(`/tasks/${id}/`, { duration: 5 })
  await app.sql('update tasks set sync_seq = 0 where id = $1', [lost])
  await compute()
  t.match(await stored(), [{ name: 'First', early_finish: '2027-03-10' }, { name: 'Lost' }, { name: 'New' }])
})
