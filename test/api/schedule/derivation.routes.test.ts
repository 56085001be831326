import t from 'tap'
import { QUANTITIES } from '../../../compute/explain/quantity.ts'
import { recomputeProjectBody } from '../../../jobs/schedule/recompute-project.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'
import { TASK_DATES } from '../../support/task-dates.ts'
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

  await t.test('the chain from a date back to what it hangs on, when asked', async (t) => {
    const traced = (quantity: string) =>
      ann.get(`/projects/${project}/schedule/derivation/?quantity=${quantity}&task_id=${pour}&trace=true`)
    const { body } = await traced('early_finish')
    t.match(body.chain, [
      { task_id: pour, quantity: 'early_finish', because: { kind: 'duration_from_early_start' } },
      { task_id: pour, quantity: 'early_start', value: '2026-01-14', because: { source_task_id: dig, dep_type: 'FS' } },
      { task_id: dig, task_name: 'Dig', quantity: 'early_finish', value: '2026-01-09' },
      {
        task_id: dig,
        quantity: 'early_start',
        value: '2026-01-05',
        because: { kind: 'project_start', source_task_id: null },
      },
    ])
    t.equal(body.chain.length, 4)
    t.same((await traced('total_float')).body.chain, [])
    t.notOk('chain' in (await why('early_finish', pour)).body)
    const bad = await ann.get(`/projects/${project}/schedule/derivation/?quantity=early_start&task_id=${pour}&trace=x`)
    t.equal(bad.status, 400)
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

/** Every value of every task as the derivation tells it, and as the pass stored it. */
async function toldAndStored(app: TestApp, client: TestUser, projectId: string) {
  const rows = await app.sql<Record<string, unknown> & { task_id: string }>(
    `select s.* from ${TASK_DATES} join tasks t on t.id = s.task_id where t.project_id = $1 order by t.number`,
    [projectId],
  )
  const told: unknown[] = []
  const stored: unknown[] = []
  for (const row of rows) {
    for (const quantity of QUANTITIES) {
      const path = `/projects/${projectId}/schedule/derivation/?quantity=${quantity}&task_id=${row.task_id}`
      const { status, body } = await client.get(path)
      const bindings = body.contributions?.filter((each: { is_binding: boolean }) => each.is_binding)
      const imposed = quantity.endsWith('_float') ? bindings?.[0]?.slack_days : bindings?.[0]?.imposed_date
      told.push([status, quantity, body.value, bindings?.length, imposed])
      stored.push([200, quantity, row[quantity], 1, row[quantity]])
    }
  }
  return { told, stored }
}

t.test('what is explained is what is stored', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')

  await t.test('with phases, progress and recorded milestones', async (t) => {
    const project = await buildProject(app, [[ann, 1]], { statusDate: '2026-01-08' })
    const phase = await buildTask(app, project, { duration: 99 })
    const dig = await buildTask(app, project, {
      parentId: phase,
      duration: 5,
      percentComplete: 40,
      actualStart: '2026-01-05',
    })
    const pour = await buildTask(app, project, { parentId: phase, duration: 3 })
    const late = await buildTask(app, project, { duration: 2, plannedStart: '2026-01-17' })
    const reached = await buildTask(app, project, {
      isMilestone: true,
      percentComplete: 100,
      actualStart: '2026-01-05',
      actualFinish: '2026-01-07',
    })
    const opened = await buildTask(app, project, { isMilestone: true, duration: 4 })
    const done = await buildTask(app, project, { duration: 2, percentComplete: 100 })
    await buildLink(app, dig, pour, { depType: 'FF', lag: 1 })
    await buildLink(app, phase, opened)
    await buildLink(app, reached, late, { lag: 2, lagUnit: 'elapsed' })
    await buildLink(app, done, phase, { depType: 'SS' })
    await recomputeProjectBody(app.services, { projectId: project })
    const { told, stored } = await toldAndStored(app, ann, project)
    t.equal(told.length, 7 * QUANTITIES.length)
    t.same(told, stored)
    const path = `/projects/${project}/schedule/derivation/?quantity=early_start&task_id=${opened}`
    t.match((await ann.get(path)).body.binding, { kind: 'predecessor_fs', source_task_id: phase, dep_type: 'FS' })
  })

  await t.test('with each project of a program held by its own start', async (t) => {
    const program = await buildProgram(app)
    const [supply, assembly] = [
      await buildProject(app, [[ann, 1]], { programId: program }),
      await buildProject(app, [[ann, 1]], { programId: program, startDate: '2026-01-07', statusDate: '2026-01-20' }),
    ]
    const deliver = await buildTask(app, supply, { duration: 5 })
    const mount = await buildTask(app, assembly, { duration: 2 })
    const prepare = await buildTask(app, assembly, { plannedStart: '2026-01-06' })
    await buildLink(app, deliver, mount)
    await recomputeProjectBody(app.services, { projectId: supply })
    for (const project of [supply, assembly]) {
      const { told, stored } = await toldAndStored(app, ann, project)
      t.same(told, stored)
    }
    const path = `/projects/${assembly}/schedule/derivation/?quantity=early_start&task_id=${prepare}`
    const { body } = await ann.get(path)
    t.match(body, { value: '2026-01-07', binding: { kind: 'project_start', imposed_date: '2026-01-07' } })
    t.same(
      body.contributions.map((each: { kind: string; imposed_date: string }) => [each.kind, each.imposed_date]),
      [
        ['project_start', '2026-01-07'],
        ['planned_start_snet', '2026-01-06'],
      ],
      'a program has no data date',
    )
  })

  await t.test('on the day of the pass, where the data date is today', async (t) => {
    const project = await buildProject(app, [[ann, 1]], { statusDate: null })
    const dig = await buildTask(app, project, { duration: 2 })
    const march = { now: () => new Date('2026-03-02T12:00:00Z'), today: () => '2026-03-02' }
    const services = Object.create(app.services, { clock: { value: march } })
    await recomputeProjectBody(services, { projectId: project })
    await app.sql('update projects set is_archived = true where id = $1', [project])
    const { told, stored } = await toldAndStored(app, ann, project)
    t.same(told, stored)
    const { body } = await ann.get(`/projects/${project}/schedule/derivation/?quantity=early_start&task_id=${dig}`)
    t.match(body, { value: '2026-03-02', binding: { kind: 'data_date', imposed_date: '2026-03-02' } })
  })
})
