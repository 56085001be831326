import t from 'tap'
import type { Clock } from '../../../api/platform/clock.ts'
import { recomputeProjectBody } from '../../../jobs/schedule/recompute-project.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildLink, buildProgram, buildProject, buildTask } from './build-project.ts'

const DAY_MS = 24 * 3600 * 1000

/** A clock that stands on 2026-01-05, a Monday, until it is moved; not past the life of an access token. */
function standingClock(): Clock & { moveSeconds(seconds: number): void } {
  let now = Date.parse('2026-01-05T09:00:00Z')
  return {
    now: () => new Date(now),
    today: () => new Date(now).toISOString().slice(0, 10),
    moveSeconds(seconds) {
      now += seconds * 1000
    },
  }
}

t.test('simulating a project', async (t) => {
  const clock = standingClock()
  const app = await startApp(t, { clock })
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const eve = await app.user('eve')
  const members: (readonly [TestUser, number])[] = [
    [ann, 200],
    [bob, 1],
  ]
  const path = (project: string) => `/projects/${project}/monte-carlo/`
  const recompute = (projectId: string) => recomputeProjectBody(app.services, { projectId })

  await t.test('a plan without variance ends where the critical path does, in every run', async (t) => {
    const project = await buildProject(app, members)
    const dig = await buildTask(app, project, { duration: 5 })
    const pour = await buildTask(app, project, { duration: 3 })
    await buildLink(app, dig, pour, { lag: 2 })
    await recompute(project)
    const { status, body } = await ann.post(path(project), { n_simulations: 50 })
    t.equal(status, 200)
    t.match(body, {
      project_id: project,
      runs: 50,
      p50: '2026-01-16',
      p80: '2026-01-16',
      p95: '2026-01-16',
      cpm_finish: '2026-01-16',
      delta_vs_cpm: { p50: 0, p80: 0, p95: 0 },
      sensitivity: [],
      status_date: '2026-01-05',
      last_run_at: '2026-01-05T09:00:00.000Z',
      risk_premium_days: null,
      risk_premium_ratio: null,
      risk_premium_band: null,
      risk_premium_state: 'unmeasurable',
      risk_premium_p80: null,
      risk_premium_cpm_finish: '2026-01-16',
      risk_premium_reason: 'no_estimates',
    })
    t.same(body.distribution, new Array(50).fill('2026-01-16'))
    t.same(body.forecast_diagnostic, {
      deterministic: true,
      reason: 'no_estimates',
      tasks_total: 2,
      tasks_with_variance: 0,
      tasks_pending_approval: 0,
      agile_tasks_without_velocity: 0,
    })
    t.equal(body.histogram_buckets.length, 30)
    t.equal(body.confidence_curve.at(-1).pct, 100)
  })

  await t.test('the same request answers the same; another seed does not', async (t) => {
    const project = await buildProject(app, members)
    const spread = { duration: 10, optimistic: 5, mostLikely: 10, pessimistic: 30 }
    const [dig, pour] = [await buildTask(app, project, spread), await buildTask(app, project, spread)]
    await buildLink(app, dig, pour)
    await recompute(project)
    const runs = []
    for (const body of [{}, {}, { seed: 7 }]) runs.push((await ann.post(path(project), body)).body)
    const answer = ({ run_id, ...rest }: { run_id: string }) => rest
    t.same(answer(runs[1]), answer(runs[0]))
    t.not(runs[1].run_id, runs[0].run_id)
    t.notSame(runs[2].distribution, runs[0].distribution)
    t.equal(runs[0].runs, 1000, 'the cap stands in for a missing number')
    const { p50, p80, p95, distribution, cpm_finish, histogram_buckets } = runs[0]
    t.ok(p50 < p80 && p80 < p95 && cpm_finish < p50)
    t.same([...distribution].sort(), distribution)
    t.equal(
      histogram_buckets.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
      1000,
    )
    t.same(new Set(runs[0].sensitivity.map((row: { task_id: string }) => row.task_id)), new Set([dig, pour]))
    const days = (Date.parse(p80) - Date.parse(cpm_finish)) / DAY_MS
    const left = (Date.parse(cpm_finish) - Date.parse('2026-01-05')) / DAY_MS
    t.match(runs[0], {
      risk_premium_state: 'premium',
      risk_premium_days: days,
      risk_premium_ratio: Math.round((days / left) * 1000) / 1000,
      forecast_diagnostic: { deterministic: false, reason: null, tasks_with_variance: 2 },
    })
    const latest = await bob.get(`${path(project)}latest/`)
    t.same(latest.body, runs[2], 'any member reads the last result in full')
  })

  await t.test('a phase is simulated by its tasks, and everything done answers its finish', async (t) => {
    const project = await buildProject(app, members)
    const phase = await buildTask(app, project, { duration: 90 })
    await buildTask(app, project, { parentId: phase, duration: 2 })
    await recompute(project)
    t.match((await ann.post(path(project), { n_simulations: 10 })).body, {
      p50: '2026-01-06',
      cpm_finish: '2026-01-06',
    })
    const over = await buildProject(app, members)
    await buildTask(app, over, { percentComplete: 100, actualStart: '2026-01-05', actualFinish: '2026-01-08' })
    await recompute(over)
    t.match((await ann.post(path(over), {})).body, {
      p95: '2026-01-08',
      risk_premium_state: 'zero',
      forecast_diagnostic: { reason: 'all_complete' },
    })
  })

  await t.test('the reasons of a flat forecast', async (t) => {
    const reasonOf = async (project: string) =>
      (await ann.post(path(project), { n_simulations: 40 })).body.forecast_diagnostic
    const waiting = await buildProject(app, members)
    await app.sql(`update projects set estimation_mode = 'suggest_approve' where id = $1`, [waiting])
    const task = await buildTask(app, waiting, { optimistic: 1, mostLikely: 5, pessimistic: 20 })
    t.match(await reasonOf(waiting), { reason: 'estimates_pending_approval', tasks_pending_approval: 1 })
    await app.sql(`update tasks set estimate_status = 'accepted' where id = $1`, [task])
    t.match(await reasonOf(waiting), { deterministic: false, reason: null, tasks_pending_approval: 0 })
    const aside = await buildProject(app, members)
    await buildTask(app, aside, { duration: 60 })
    await buildTask(app, aside, { duration: 2, optimistic: 1, mostLikely: 2, pessimistic: 3 })
    t.match(await reasonOf(aside), { reason: 'estimates_off_critical_path', tasks_with_variance: 1 })
    const agile = await buildProject(app, members)
    const story = await buildTask(app, agile)
    await app.sql(`update tasks set delivery_mode = 'scrum', story_points = 8 where id = $1`, [story])
    t.match(await reasonOf(agile), { reason: 'no_velocity_history', agile_tasks_without_velocity: 1 })
  })

  await t.test('the planned finish is that of tasks which still get dates, before the next pass too', async (t) => {
    const project = await buildProject(app, members)
    await buildTask(app, project, { duration: 2 })
    const last = [await buildTask(app, project, { duration: 9 }), await buildTask(app, project, { duration: 9 })]
    await recompute(project)
    const finish = async () => (await ann.post(path(project), { n_simulations: 5 })).body.cpm_finish
    t.equal(await finish(), '2026-01-15')
    await app.sql('update tasks set is_deleted = true where id = $1', [last[0]])
    t.equal(await finish(), '2026-01-15', 'another task ends on that day')
    await app.sql(`update tasks set status = 'BACKLOG' where id = $1`, [last[1]])
    t.equal(await finish(), '2026-01-06')
  })

  await t.test('a project that was never computed has nothing to compare with', async (t) => {
    const project = await buildProject(app, members)
    await buildTask(app, project)
    t.match((await ann.post(path(project), { n_simulations: 5 })).body, {
      cpm_finish: null,
      delta_vs_cpm: { p50: null, p80: null, p95: null },
      risk_premium_state: 'not_run',
      risk_premium_days: null,
    })
  })

  await t.test('bad input, an empty plan and a cycle are 400', async (t) => {
    const project = await buildProject(app, members)
    t.match(await ann.post(path(project), {}), { status: 400, body: { code: 'invalid_graph_input' } })
    const [a, b] = [await buildTask(app, project, { name: 'Dig' }), await buildTask(app, project, { name: 'Pour' })]
    for (const n_simulations of [0, -1, 1.5, '10']) {
      const refused = await ann.post(path(project), { n_simulations })
      t.same([refused.status, Object.keys(refused.body)], [400, ['n_simulations']])
    }
    t.equal((await ann.post(path(project), { seed: -1 })).status, 400)
    t.equal((await ann.post(path(project), { n_simulations: null })).body.runs, 1000)
    await buildLink(app, a, b)
    await buildLink(app, b, a)
    const cyclic = await ann.post(path(project), {})
    t.match(cyclic, { status: 400, body: { code: 'cyclic_dependency', detail: /Dig/ } })
  })

  await t.test('who may', async (t) => {
    const project = await buildProject(app, members)
    await buildTask(app, project)
    t.equal((await ann.get(`${path(project)}latest/`)).status, 404, 'nothing was run yet')
    const read = await bob.post(path(project), { n_simulations: 5 })
    t.equal(read.status, 200, 'a Viewer may run')
    t.notOk('run_id' in read.body, 'and adds nothing to the history')
    t.same((await bob.get(`${path(project)}history/`)).body, { results: [], cap: 100, enabled: true })
    t.equal((await bob.get(`${path(project)}latest/`)).status, 200)
    for (const tail of ['', 'latest/', 'history/']) {
      const call = tail === '' ? eve.post(path(project)) : eve.get(`${path(project)}${tail}`)
      t.equal((await call).status, 404)
    }
    const closed = await buildProject(app, members, { isArchived: true })
    await buildTask(app, closed)
    t.equal((await ann.post(path(closed))).status, 403)
    t.equal((await ann.get(`${path(closed)}history/`)).status, 200)
  })

  await t.test('the history: newest first, compared, trimmed, attributed', async (t) => {
    const program = await buildProgram(app)
    await app.sql('update programs set mc_history_retention_cap = 3 where id = $1', [program])
    const carl = await app.user('carl')
    const project = await buildProject(app, [...members, [carl, 300]], { programId: program })
    const task = await buildTask(app, project, { duration: 1 })
    for (const duration of [1, 2, 3, 4]) {
      await app.sql('update tasks set duration = $2 where id = $1', [task, duration])
      clock.moveSeconds(20)
      await ann.post(path(project), { n_simulations: 5 })
    }
    await bob.post(path(project), { n_simulations: 5 })
    const history = (await carl.get(`${path(project)}history/`)).body
    t.match(history, { cap: 3, enabled: true })
    t.same(
      history.results.map((row: { p80: string }) => row.p80),
      ['2026-01-08', '2026-01-07', '2026-01-06'],
    )
    t.same(
      history.results.map((row: { delta: unknown }) => row.delta),
      [{ p50: 1, p80: 1, p95: 1 }, { p50: 1, p80: 1, p95: 1 }, null],
    )
    t.match(history.results[0], {
      n_simulations: 5,
      task_count: 1,
      status_date: '2026-01-05',
      triggered_by_name: 'ann',
      distribution: null,
    })
    t.equal((await ann.get(`${path(project)}history/`)).body.results[0].triggered_by_name, null)
    await app.sql(`update projects set mc_history_attribution_audience = 'scheduler_plus' where id = $1`, [project])
    t.equal((await ann.get(`${path(project)}history/`)).body.results[0].triggered_by_name, 'ann')
    const expanded = (await ann.get(`${path(project)}history/?expand=distribution`)).body.results[0].distribution
    t.same(Object.keys(expanded).sort(), ['confidence_curve', 'histogram_buckets', 'sensitivity'])
    const [stored] = await app.sql(
      'select count(*)::int as rows, count(distribution)::int as full from monte_carlo_runs where project_id = $1',
      [project],
    )
    t.same(stored, { rows: 4, full: 1 }, 'three of the history and the last one, which alone keeps its dates')
    await app.sql('update projects set mc_history_enabled = false where id = $1', [project])
    t.same((await ann.get(`${path(project)}history/`)).body, { results: [], cap: null, enabled: false })
    t.notOk('run_id' in (await ann.post(path(project), { n_simulations: 5 })).body)
  })

  await t.test('after a day latest comes from the history, after a week it is stale', async (t) => {
    const project = await buildProject(app, members)
    await buildTask(app, project, { duration: 10, optimistic: 5, mostLikely: 10, pessimistic: 40 })
    await recompute(project)
    const age = (days: number) =>
      app.sql(`update monte_carlo_runs set taken_at = taken_at - $2 * interval '1 day' where project_id = $1`, [
        project,
        days,
      ])
    await ann.post(path(project), { n_simulations: 20 })
    await age(0.01)
    await bob.post(path(project), { n_simulations: 30 })
    t.equal((await ann.get(`${path(project)}latest/`)).body.runs, 30)
    await age(1)
    const old = (await ann.get(`${path(project)}latest/`)).body
    t.match(old, { runs: 20, from_history: true, risk_premium_state: 'premium' })
    t.notOk('distribution' in old || 'run_id' in old)
    await age(7)
    t.equal((await ann.get(`${path(project)}latest/`)).body.risk_premium_state, 'stale')
  })
})

t.test('caps of the edition', async (t) => {
  const env = { MC_SIMULATION_CAP: '20', MC_TASK_CAP: '2', MC_LAG_DELTA_CELL_CAP: '30', MC_HISTORY_CAP: '1' }
  const app = await startApp(t, { env })
  const ann = await app.user('ann')
  const project = await buildProject(app, [[ann, 300]])
  const path = `/projects/${project}/monte-carlo/`
  const [a, b] = [await buildTask(app, project), await buildTask(app, project)]

  const runs = await ann.post(path, { n_simulations: 21 })
  t.match(runs, {
    status: 402,
    body: { error: 'simulation_cap_exceeded', code: 'simulation_cap_exceeded', tier: 'community', cap: 20 },
  })
  t.type(runs.body.message, 'string')
  t.type(runs.body.detail, 'string')
  t.equal((await ann.post(path, { n_simulations: 20 })).status, 200)
  t.equal((await ann.post(path)).status, 200)
  t.match((await ann.get(`${path}history/`)).body, { cap: 1, results: { length: 1 } })
  await buildLink(app, a, b, { lag: 3 })
  const lag = await ann.post(path)
  t.match(lag, { status: 400, body: { code: 'simulation_lag_table_too_large', cap: 30 } })
  await buildTask(app, project)
  t.match(await ann.post(path), { status: 402, body: { error: 'simulation_cap_exceeded', cap: 2 } })
})

t.test('a keyed repeat replays the answer, and the eleventh run of a minute is throttled', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true' } })
  const ann = await app.user('ann')
  const project = await buildProject(app, [[ann, 300]])
  await buildTask(app, project)
  const path = `/projects/${project}/monte-carlo/`
  const first = await ann.post(path, {}, { 'Idempotency-Key': 'k1' })
  const again = await ann.post(path, {}, { 'Idempotency-Key': 'k1' })
  t.equal(again.text, first.text)
  t.equal(again.headers.get('idempotent-replay'), 'true')
  t.equal((await ann.get(`${path}history/`)).body.results.length, 1)
  for (let n = 0; n < 8; n++) t.equal((await ann.post(path)).status, 200)
  const throttled = await ann.post(path)
  t.equal(throttled.status, 429)
  t.ok(Number(throttled.headers.get('retry-after')) > 0)
})
