import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { sweepBackgroundWorkBody } from '../../../jobs/maintenance/sweep-background-work.ts'
import { connectSocket } from '../../support/socket-client.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildLink, buildProject, buildTask } from './build-project.ts'

t.test('simulations in the background', async (t) => {
  const env = { MC_SIMULATION_CAP: 'None', MC_TASK_CAP: 'None', SVC_THROTTLE_MONTE_CARLO_RATE: '1000/min' }
  const app = await startApp(t, { env })
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const max = await app.user('max')
  const eve = await app.user('eve')
  const members: (readonly [TestUser, number])[] = [
    [ann, 200],
    [bob, 1],
    [max, 300],
  ]
  const estimates = { optimistic: 2, mostLikely: 5, pessimistic: 12 }
  const start = (project: string, body: object = { n_simulations: 300, seed: 4 }, client = ann) =>
    client.post(`/projects/${project}/monte-carlo/start/`, body)
  const runOf = (project: string, id: string, client = ann) => client.get(`/projects/${project}/task-runs/${id}/`)

  await t.test('give what the direct ones give, and tell of it', async (t) => {
    const project = await buildProject(app, members)
    const dig = await buildTask(app, project, { duration: 5, ...estimates })
    const pour = await buildTask(app, project, { duration: 5, ...estimates })
    await buildLink(app, dig, pour)
    const asked = { n_simulations: 300, seed: 4, include: ['standard_error'] }
    const socket = await connectSocket(app, ann, project)
    t.teardown(() => socket.close())
    const started = await start(project, asked)
    t.match(started, {
      status: 202,
      body: { status: 'pending', project, initiated_by: ann.account.id, task_name: 'monte_carlo', progress_pct: null },
    })
    const { id } = started.body
    t.match(await start(project, asked, bob), { status: 409, body: { code: 'task_run_active' } }, 'one at a time')
    await app.runJobs()
    const { body } = await runOf(project, id)
    const latest = (await ann.get(`/projects/${project}/monte-carlo/latest/`)).body
    const direct = (await ann.post(`/projects/${project}/monte-carlo/`, asked)).body
    t.match(body, {
      status: 'success',
      progress_pct: 100,
      error_detail: '',
      result_summary: { p50: direct.p50, p80: direct.p80, p95: direct.p95, runs: 300, run_id: latest.run_id },
    })
    t.same(body.result_summary.extras, { standard_error: direct.standard_error })
    t.ok(body.started_at && body.completed_at)
    t.equal(latest.p80, direct.p80)
    const history = (await max.get(`/projects/${project}/monte-carlo/history/`)).body.results
    t.match(history.at(-1), { triggered_by_name: 'ann' })
    await socket.waitFor('task_run_completed')
    const frames = socket.frames.filter((frame) => frame.event_type.startsWith('task_run'))
    t.match(frames, [
      {
        event_type: 'task_run_started',
        seq: null,
        payload: { task_run_id: id, task_name: 'monte_carlo', project_id: project },
      },
      { event_type: 'task_run_completed', payload: { task_run_id: id, result_summary: { p80: direct.p80 } } },
    ])
    const list = (await bob.get(`/projects/${project}/task-runs/`)).body
    t.match(list, { count: 1, results: [{ id, status: 'success' }] })
    t.match(await ann.post(`/projects/${project}/task-runs/${id}/cancel/`), {
      status: 409,
      body: { code: 'task_run_ended', status: 'success' },
    })
    t.equal((await runOf(project, id, eve)).status, 404)
    const other = await buildProject(app, members)
    t.equal((await runOf(other, id)).status, 404, 'a run of another project')
  })

  await t.test('of a reader stay out of the history', async (t) => {
    const project = await buildProject(app, members)
    await buildTask(app, project, { duration: 5, ...estimates })
    const { body } = await start(project, {}, bob)
    await app.runJobs()
    t.match((await runOf(project, body.id)).body, { status: 'success', result_summary: { run_id: null } })
    t.same((await ann.get(`/projects/${project}/monte-carlo/history/`)).body.results, [])
  })

  await t.test('of plans that cannot be computed end as failed with the reason', async (t) => {
    const project = await buildProject(app, members)
    const socket = await connectSocket(app, ann, project)
    t.teardown(() => socket.close())
    const empty = await start(project)
    await app.runJobs()
    t.match((await runOf(project, empty.body.id)).body, { status: 'failed', error_detail: /no task/ })
    const [a, b] = [await buildTask(app, project), await buildTask(app, project)]
    await buildLink(app, a, b)
    await buildLink(app, b, a)
    const cyclic = await start(project)
    await app.runJobs()
    t.match((await runOf(project, cyclic.body.id)).body, { status: 'failed', error_detail: /cycle/i })
    t.match((await socket.waitFor('task_run_failed')).payload, { task_run_id: empty.body.id, error_detail: /no task/ })
  })

  await t.test('that wait are cancelled at once, by whoever started them and by schedulers', async (t) => {
    const project = await buildProject(app, members)
    await buildTask(app, project)
    const cancel = (id: string, client = ann) => client.post(`/projects/${project}/task-runs/${id}/cancel/`)
    const first = (await start(project)).body.id
    t.equal((await cancel(first, bob)).status, 403)
    t.match(await cancel(first), { status: 202, body: { status: 'cancelled' } })
    const second = (await start(project, {}, bob)).body.id
    t.equal((await cancel(second, bob)).status, 202)
    await app.runJobs()
    t.match((await runOf(project, first)).body, { status: 'cancelled', result_summary: null })
    t.same(await app.sql('select 1 from monte_carlo_runs where project_id = $1', [project]), [])
  })

  await t.test('under way tell how far they are, and end soon after they are asked to', async (t) => {
    const project = await buildProject(app, members)
    await app.sql(
      `insert into tasks (id, project_id, number, name, duration, wbs_order, status, type, optimistic_duration,
         most_likely_duration, pessimistic_duration)
       select gen_random_uuid(), $1, n, 'T' || n, 5, array[n], 'NOT_STARTED', 'task', 2, 5, 12
       from generate_series(1, 20000) as n`,
      [project],
    )
    const socket = await connectSocket(app, ann, project)
    t.teardown(() => socket.close())
    const { id } = (await start(project, { n_simulations: 1_000_000 })).body
    const working = app.runJobs()
    const until = async (isThere: (run: { status: string; progress_pct: number }) => boolean) => {
      for (let at = 0; at < 400; at++) {
        const { body } = await runOf(project, id)
        if (isThere(body)) return body
        await sleep(50)
      }
      return t.fail('it never came to that')
    }
    await until((run) => run.status === 'running' && run.progress_pct > 0)
    t.match(await ann.post(`/projects/${project}/task-runs/${id}/cancel/`), {
      status: 202,
      body: { status: 'running' },
    })
    const asked = performance.now()
    await working
    t.ok(performance.now() - asked < 6000)
    t.match((await runOf(project, id)).body, { status: 'cancelled', result_summary: null })
    t.match((await socket.waitFor('task_run_progress')).payload, { task_run_id: id, msg: '' })
    t.match((await socket.waitFor('task_run_cancelled')).payload, { task_run_id: id })
    t.same(await app.sql('select 1 from monte_carlo_runs where project_id = $1', [project]), [])
  })

  await t.test('whose job was lost are ended, and old ones go', async (t) => {
    const project = await buildProject(app, members)
    await buildTask(app, project)
    const { id } = (await start(project)).body
    await sweepBackgroundWorkBody(app.services)
    t.equal((await runOf(project, id)).body.status, 'pending', 'its job waits')
    await app.sql(`update task_runs set status = 'running' where id = $1`, [id])
    await app.sql('delete from graphile_worker._private_jobs where key = $1', [`task-run:${id}`])
    await sweepBackgroundWorkBody(app.services)
    t.match((await runOf(project, id)).body, { status: 'failed', error_detail: /start it again/ })
    t.equal((await start(project)).status, 202, 'another one can be started')
    await app.sql(`update task_runs set completed_at = completed_at - interval '31 days' where id = $1`, [id])
    t.equal((await app.owner.post('/health/retention/runs/', {})).status, 202)
    await app.runJobs()
    t.equal((await runOf(project, id)).status, 404)
  })
})
