import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildLink, buildProgram, buildProject, buildTask } from './build-project.ts'

t.test('asking why a date is what it is', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const eve = await app.user('eve')
  const project = await buildProject(app, [[ann, 1]])
  const dig = await buildTask(app, project, { name: 'Dig', duration: 5 })
  const pour = await buildTask(app, project, { name: 'Pour', duration: 3 })
  const paint = await buildTask(app, project, { name: 'Paint', duration: 2, plannedStart: '2026-01-10' })
  await buildLink(app, dig, pour, { lag: 2 })
  const why = (quantity: string, taskId: string, client = ann) =>
    client.get(`/projects/${project}/schedule/derivation/?quantity=${quantity}&task_id=${taskId}`)

  await t.test('a link with lag over a weekend', async (t) => {
    const { status, body } = await why('early_start', pour)
    t.equal(status, 200)
    const binding = {
      kind: 'predecessor_fs',
      source_task_id: dig,
      source_task_name: 'Dig',
      dep_type: 'FS',
      lag_days: 2,
      imposed_date: '2026-01-14',
      calendar_days_added: 2,
      slack_days: 0,
      is_binding: true,
    }
    const anchor = { source_task_id: null, source_task_name: null, dep_type: null, lag_days: null, is_binding: false }
    t.same(body, {
      task_id: pour,
      task_name: 'Pour',
      quantity: 'early_start',
      value: '2026-01-14',
      pass: 'forward',
      is_critical: true,
      binding,
      contributions: [
        binding,
        { kind: 'project_start', imposed_date: '2026-01-05', calendar_days_added: 0, slack_days: 7, ...anchor },
        { kind: 'data_date', imposed_date: '2026-01-05', calendar_days_added: 0, slack_days: 7, ...anchor },
      ],
    })
  })

  await t.test('a planned start on a weekend, floats and the backward pass', async (t) => {
    t.match((await why('early_start', paint)).body, {
      value: '2026-01-12',
      is_critical: false,
      binding: { kind: 'planned_start_snet', imposed_date: '2026-01-12', calendar_days_added: 2 },
    })
    t.match((await why('early_finish', paint)).body.binding, { kind: 'duration_from_early_start' })
    t.match((await why('late_finish', paint)).body, { value: '2026-01-16', binding: { kind: 'project_finish' } })
    t.match((await why('late_finish', dig)).body, {
      pass: 'backward',
      value: '2026-01-09',
      binding: { kind: 'successor_fs', source_task_id: pour },
    })
    t.match((await why('total_float', paint)).body, {
      pass: 'float',
      value: 3,
      binding: { kind: 'early_start', slack_days: 3 },
      contributions: [{}, { kind: 'late_start', imposed_date: '2026-01-15' }],
    })
    t.match((await why('free_float', dig)).body, { value: 0, binding: { kind: 'successor_free_slack' } })
  })

  await t.test('a percentile of the last simulation', async (t) => {
    const path = `/projects/${project}/schedule/derivation/?quantity=p80`
    t.equal((await ann.get(path)).status, 404)
    await ann.post(`/projects/${project}/monte-carlo/`, { n_simulations: 10 })
    const { body } = await ann.get(path)
    t.match(body, {
      quantity: 'p80',
      value: '2026-01-16',
      pass: 'monte_carlo',
      cpm_finish: null,
      delta_vs_cpm_days: null,
      drivers: [],
      runs: 10,
    })
  })

  await t.test('what cannot be asked', async (t) => {
    const absent = '0198c0de-0000-7000-8000-000000000000'
    const idea = await buildTask(app, project, { status: 'BACKLOG' })
    for (const id of [absent, idea, 'nonsense']) t.equal((await why('early_start', id)).status, 404)
    t.equal((await why('middle_start', dig)).status, 400)
    const base = `/projects/${project}/schedule/derivation/`
    t.same(Object.keys((await ann.get(`${base}?task_id=${dig}`)).body), ['quantity'])
    t.same(Object.keys((await ann.get(`${base}?quantity=early_start`)).body), ['task_id'])
    t.equal((await why('early_start', dig, eve)).status, 404)
    const other = await buildProject(app, [[ann, 1]])
    const foreign = await buildTask(app, other)
    t.equal((await why('early_start', foreign)).status, 404)
  })

  await t.test('a task of a project the reader cannot see stays without a name', async (t) => {
    const program = await buildProgram(app)
    const mine = await buildProject(app, [[ann, 1]], { programId: program })
    const theirs = await buildProject(app, [], { programId: program })
    const secret = await buildTask(app, theirs, { name: 'Secret', duration: 4 })
    const after = await buildTask(app, mine)
    await buildLink(app, secret, after)
    const { body } = await ann.get(`/projects/${mine}/schedule/derivation/?quantity=early_start&task_id=${after}`)
    t.match(body, { value: '2026-01-09', binding: { source_task_id: secret, source_task_name: null } })
  })
})
