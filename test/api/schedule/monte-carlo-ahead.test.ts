import t from 'tap'
import { recomputeProjectBody } from '../../../jobs/schedule/recompute-project.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

t.test('the threads compute while no transaction is open', async (t) => {
  const app = await startApp(t)
  const { owner } = app
  const { id: project } = await buildProject(app)
  const task = (await owner.post('/tasks/', { project, name: 'First', duration: 5 })).body.id
  await recomputeProjectBody(app.services, { projectId: project })
  const { compute } = app.services
  const simulate = compute.simulate.bind(compute)
  const openCounts: unknown[] = []
  /** What happens while the threads work, once. */
  let meanwhile: () => Promise<unknown> = async () => undefined
  compute.simulate = async (...args) => {
    const [open] = await app.sql(
      "select count(*) as count from pg_stat_activity where datname = current_database() and state like 'idle in trans%'",
    )
    openCounts.push(Number(open?.count))
    const then = meanwhile
    meanwhile = async () => undefined
    await then()
    return simulate(...args)
  }
  const run = async (headers = {}) =>
    (await owner.post(`/projects/${project}/monte-carlo/`, { n_simulations: 20 }, headers)).body

  t.equal((await run()).runs, 20)
  t.same(openCounts, [0])

  meanwhile = () => owner.post('/tasks/', { project, name: 'Later', duration: 9 })
  t.match(await run(), { forecast_diagnostic: { tasks_total: 2 } }, 'a plan written meanwhile is simulated as it is')
  t.same(openCounts, [0, 0, 0])
  t.match((await owner.get(`/projects/${project}/monte-carlo/latest/`)).body, {
    forecast_diagnostic: { tasks_total: 2 },
  })

  const first = await run({ 'Idempotency-Key': 'once' })
  t.same(await run({ 'Idempotency-Key': 'once' }), first)
  t.equal(openCounts.length, 4, 'a kept reply costs no simulation')

  meanwhile = () => owner.patch(`/tasks/${task}/`, { name: 'Renamed', notes: 'By somebody else' })
  t.match(await run(), { p50: first.p50, forecast_diagnostic: { tasks_total: 2 } })
  t.equal(openCounts.length, 5, 'what a simulation does not read is written meanwhile at no cost')
  const dated = await owner.get(`/projects/${project}/monte-carlo/latest/`)
  meanwhile = () => owner.patch(`/tasks/${task}/`, { duration: 30 })
  t.ok((await run()).p50 > dated.body.p50)
  t.equal(openCounts.length, 7, 'what it reads is simulated again')
})
