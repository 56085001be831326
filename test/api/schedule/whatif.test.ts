import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildLink, buildProject, buildTask, type TaskFields } from './build-project.ts'

t.test('asking what another duration would do', async (t) => {
  const app = await startApp(t, { env: { MC_SIMULATION_CAP: '200' } })
  const ann = await app.user('ann')
  const eve = await app.user('eve')
  const project = await buildProject(app, [[ann, 1]])
  const task = (fields: TaskFields) => buildTask(app, project, fields)
  const whatif = (query: string, client = ann) => client.get(`/projects/${project}/monte-carlo/whatif/?${query}`)

  t.match(await whatif('task_id=0198c0de-0000-7000-8000-000000000000&new_duration=1'), {
    status: 400,
    body: { code: 'invalid_graph_input' },
  })
  const dig = await task({ duration: 5 })
  const pour = await task({ duration: 3 })
  const side = await task({ duration: 7 })
  await buildLink(app, dig, pour)

  await t.test('a longer task moves the finish and nothing is stored', async (t) => {
    const { status, body } = await whatif(`task_id=${pour}&duration_delta=2`)
    t.equal(status, 200)
    const flat = (date: string) => ({ p50: date, p80: date, p95: date, cpm_finish: date })
    t.same(body, {
      task_id: pour,
      applied: { base_duration_days: 3, duration_delta_days: 2, new_duration_days: 5 },
      current: { ...flat('2026-01-14'), critical_path: [dig, pour] },
      whatif: { ...flat('2026-01-16'), critical_path: [dig, pour] },
      critical_path_changed: false,
      delta_vs_current: { p50: 2, p80: 2, p95: 2, cpm_finish: 2 },
      runs: 200,
      seed: body.seed,
      cpm_status_date: '2026-01-05',
      mc_status_date: '2026-01-05',
    })
    t.same(await app.sql('select 1 from monte_carlo_runs'), [])
    t.same(await app.sql('select duration from tasks where id = $1', [pour]), [{ duration: 3 }])
  })

  await t.test('a shorter one can hand the critical path to another', async (t) => {
    const { body } = await whatif(`task_id=${pour}&new_duration=0&n_simulations=10`)
    t.match(body, {
      applied: { duration_delta_days: -3, new_duration_days: 0 },
      whatif: { cpm_finish: '2026-01-13', critical_path: [side] },
      critical_path_changed: true,
      runs: 10,
    })
  })

  await t.test('estimates move with the duration', async (t) => {
    const other = await buildProject(app, [[ann, 1]])
    const estimated = await buildTask(app, other, { duration: 10, optimistic: 5, mostLikely: 10, pessimistic: 20 })
    const { body } = await ann.get(`/projects/${other}/monte-carlo/whatif/?task_id=${estimated}&duration_delta=5`)
    t.same([body.delta_vs_current.p50, body.delta_vs_current.p95], [7, 7], 'five working days later in every run')
  })

  await t.test('what cannot be asked', async (t) => {
    const milestone = await task({ isMilestone: true })
    const phase = await task({})
    await task({ parentId: phase })
    const idea = await task({ status: 'BACKLOG' })
    const fieldsOf = async (query: string) => {
      const refused = await whatif(query)
      return [refused.status, ...Object.keys(refused.body)]
    }
    for (const id of [milestone, phase, idea, '0198c0de-0000-7000-8000-000000000000', 'x']) {
      t.same(await fieldsOf(`task_id=${id}&new_duration=3`), [400, 'task_id'])
    }
    t.same(await fieldsOf(`task_id=${dig}`), [400, 'non_field_errors'])
    t.same(await fieldsOf(`task_id=${dig}&new_duration=1&duration_delta=1`), [400, 'non_field_errors'])
    t.same(await fieldsOf(`task_id=${dig}&new_duration=-1`), [400, 'new_duration'])
    t.same(await fieldsOf(`task_id=${dig}&duration_delta=abc`), [400, 'duration_delta'])
    t.same(await fieldsOf('new_duration=1'), [400, 'task_id'])
    t.equal((await whatif(`task_id=${dig}&new_duration=1&n_simulations=201`)).status, 402)
    t.equal((await whatif(`task_id=${dig}&new_duration=1`, eve)).status, 404)
  })
})
