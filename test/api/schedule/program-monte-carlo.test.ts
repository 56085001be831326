import t, { type Test } from 'tap'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { LINK_TYPE, type ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { PlanTask } from '../../../compute/plan/plan-document.ts'
import { simulateProgram } from '../../../compute/program/simulate-program.ts'
import { simulate } from '../../../compute/simulation/simulate.ts'
import { startApp } from '../../support/start-app.ts'
import { makeProgram } from '../tokens/tokens.ts'
import { buildLink, buildProject, buildTask } from './build-project.ts'

const RUNS = { runs: 500, seed: 11 }
const ESTIMATES = { optimistic_duration: 3, most_likely_duration: 5, pessimistic_duration: 15 }
const DATELESS = { p50: null, p80: null, p95: null, cpm_finish: null, standard_error: null, ends_last: null }

/** A program of which ann sees two projects, one of them without tasks, and eve the third. */
async function setUp(t: Test) {
  const app = await startApp(t, { env: { SVC_THROTTLE_MONTE_CARLO_RATE: '1000/min', MC_TASK_CAP: '4' } })
  const [ann, eve] = [await app.user('ann'), await app.user('eve')]
  const program = await makeProgram(app, ann, 1)
  const path = `/programs/${program}/monte-carlo/`
  const fields = { name: 'Assembly', startDate: '2026-01-07', statusDate: '2026-01-12' }
  const assembly = await buildProject(app, [[ann, 1]], { programId: program, ...fields })
  const supply = await buildProject(app, [[eve, 400]], { programId: program, name: 'Supply' })
  const idle = await buildProject(app, [[ann, 1]], { programId: program, name: 'Idle' })
  t.match(await ann.post(path), { status: 400, body: { code: 'invalid_graph_input' } }, 'without tasks')
  const estimates = { optimistic: 3, mostLikely: 5, pessimistic: 15 }
  const deliver = await buildTask(app, supply, { name: 'Deliver', duration: 5, ...estimates })
  const mount = await buildTask(app, assembly, { name: 'Mount', duration: 5, ...estimates })
  const prepare = await buildTask(app, assembly, { name: 'Prepare', duration: 4 })
  await buildLink(app, deliver, mount, { lag: 1 })
  await buildLink(app, deliver, prepare, { isPending: true })
  return { app, ann, eve, program, path, assembly, supply, idle, deliver, mount, prepare }
}

type Made = Awaited<ReturnType<typeof setUp>>

/** The engine's own answer, with the projects in the order of the reply. */
async function simulateAlone({ supply, assembly, deliver, mount, prepare }: Made, order: readonly string[]) {
  const plan = (start: string, status: string, tasks: PlanTask[]) =>
    columnsFromPlan({ format: 'svc-plan/1', start_date: start, status_date: status, tasks })
  const columnsOf = new Map([
    [supply, plan('2026-01-05', '2026-01-05', [{ id: deliver, duration: 5, ...ESTIMATES }])],
    [
      assembly,
      plan('2026-01-07', '2026-01-12', [
        { id: mount, duration: 5, ...ESTIMATES },
        { id: prepare, duration: 4 },
      ]),
    ],
  ])
  const ends = { predecessorProject: order.indexOf(supply), predecessor: 0 }
  const link = { ...ends, successorProject: order.indexOf(assembly), successor: 0, lagDays: 1, lagUnit: 0 }
  const { result } = await simulateProgram(
    order.map((key) => ({ key, columns: columnsOf.get(key) as ScheduleColumns })),
    [{ ...link, type: LINK_TYPE.FS }],
    RUNS,
    (columns, options) => simulate(buildGraph(columns), options),
  )
  return result
}

const datesOf = (of: { p50Day: number; p80Day: number; p95Day: number; cpmFinishDay: number }) => ({
  p50: formatCivilDay(of.p50Day),
  p80: formatCivilDay(of.p80Day),
  p95: formatCivilDay(of.p95Day),
  cpm_finish: formatCivilDay(of.cpmFinishDay),
})

t.test('simulating gives the finish of a program and of each project, and hides those of others', async (t) => {
  const made = await setUp(t)
  const { app, ann, path, program, supply, assembly, idle, mount } = made
  const { status, body } = await ann.post(path, { n_simulations: RUNS.runs, seed: RUNS.seed })
  t.equal(status, 200)
  const order = (body.projects as { id: string }[]).map(({ id }) => id).filter((id) => id !== idle)
  const result = await simulateAlone(made, order)
  t.match(body, { program_id: program, ...RUNS, ...datesOf(result) })
  const of = (id: string) => (body.projects as { id: string }[]).find((project) => project.id === id)
  const [supplied, assembled] = [supply, assembly].map((id) => result.projects[order.indexOf(id)])
  if (!supplied || !assembled) throw new Error('both projects have tasks')
  const hidden = { id: supply, name: 'Supply', accessible: false, standard_error: null, ends_last: null }
  t.same(of(supply), { ...hidden, ...datesOf(supplied) })
  t.match(of(assembly), { accessible: true, ...datesOf(assembled), ends_last: assembled.endsLast })
  t.same(of(idle), { id: idle, name: 'Idle', accessible: true, ...DATELESS })
  const named = body.sensitivity.map((row: { task_id: string }) => row.task_id)
  t.same(named, [mount], 'of hidden projects no task is named')
  t.same(await app.sql('select 1 from monte_carlo_runs'), [])
})

t.test('the forecast of a project that waits for others is that of its program', async (t) => {
  const { app, ann, eve, path, assembly, supply, mount } = await setUp(t)
  const { body } = await ann.post(path, {})
  const of = body.projects.find(({ id }: { id: string }) => id === assembly)
  const pictures = `/projects/${assembly}/pictures/forecast`
  const forecast = (await ann.get(`${pictures}/?target_date=${of.p80}`)).body
  const { histogram, ...told } = forecast.program_forecast
  t.strictSame(told, { runs: body.runs, seed: body.seed, p50: of.p50, p80: of.p80, p95: of.p95 })
  const days: { date: string; count: number }[] = histogram
  const within = days.filter(({ date }) => date <= of.p80).reduce((sum, { count }) => sum + count, 0)
  t.equal(forecast.target.chance, within / body.runs)
  t.ok(forecast.p50 < of.p50, 'its own runs know nothing of the delivery')
  const svg = (await ann.get(`${pictures}.svg?target_date=${of.p80}`)).text
  t.match(svg, /The program’s forecast.*of the whole program/s)
  t.notMatch(svg, /tell no chance/)

  t.notOk((await eve.get(`/projects/${supply}/pictures/forecast/`)).body.program_forecast, 'that waits for none')
  t.equal((await ann.get(`${pictures}/?open_risks=true`)).body.program_forecast, null)
  await buildTask(app, supply)
  await buildTask(app, supply)
  const alone = (await ann.get(`${pictures}/?target_date=${of.p80}`)).body
  t.match(alone, { waits_for_others: true, program_forecast: null, target: { chance: null } }, 'a program over the cap')
  t.match((await ann.get(`${pictures}.svg`)).text, /of this project alone/)
  await app.sql(`update tasks set status = 'COMPLETE', percent_complete = 100 where id = $1`, [mount])
  t.match((await ann.get(`${pictures}/`)).body, { waits_for_others: false, program_forecast: null })
})

t.test('simulating a program is refused where it cannot be computed', async (t) => {
  const { app, ann, eve, path, supply, deliver, mount } = await setUp(t)
  t.equal((await eve.post(path)).status, 404, 'no member of the program')
  t.equal((await ann.post(path, { n_simulations: 1_000_000 })).status, 402)
  t.equal((await ann.post(path, { n_simulations: 0 })).status, 400)
  const back = await buildLink(app, mount, deliver)
  const cycle = await ann.post(path)
  t.match(cycle, { status: 422, body: { code: 'program_schedule_invalid_input' } })
  t.notOk('reason' in cycle.body, 'the reason quotes a project out of sight')
  await app.sql('delete from dependencies where id = $1', [back])
  await buildTask(app, supply)
  t.equal((await ann.post(path)).status, 200)
  await buildTask(app, supply)
  t.match(await ann.post(path), { status: 402, body: { error: 'simulation_cap_exceeded', cap: 4 } })
})

t.test(
  'a program without estimates simulates with an uncertainty, which narrows only where the caller reads',
  async (t) => {
    const { app, ann, path, deliver, mount, prepare } = await setUp(t)
    await app.sql(
      'update tasks set optimistic_duration = null, most_likely_duration = null, pessimistic_duration = null',
    )
    const run = async (asked: object) => (await ann.post(path, { n_simulations: 300, seed: 5, ...asked })).body
    const bare = await run({})
    t.equal(bare.p50, bare.p95, 'nothing varies')
    t.notOk('uncertainty' in bare)

    const rule = { low_percent: -20, high_percent: 100 }
    const wide = await run({ uncertainty: [rule], correlation: { share: 0.5, within: 'wbs' } })
    t.ok(wide.p95 > wide.p50)
    t.same(wide.uncertainty, [{ ...rule, tasks: 3 }], 'every task of every project')
    t.same(wide.correlation, { share: 0.5, within: 'wbs' })

    const codes = await app.sql<{ id: string; wbs: string }>(
      "select id, array_to_string(wbs_order, '.') as wbs from tasks where id = any($1::uuid[])",
      [[deliver, mount, prepare]],
    )
    const codeOf = (id: string) => codes.find((row) => row.id === id)?.wbs
    const narrowed = await run({
      uncertainty: [
        { ...rule, percent_below: 50 },
        { ...rule, wbs: codeOf(prepare) },
      ],
    })
    const reached = narrowed.uncertainty.map(({ tasks }: { tasks: number }) => tasks)
    t.same(reached, [1, 1], 'of the project out of sight nothing')
  },
)
