import t from 'tap'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { LINK_TYPE } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { simulateProgram } from '../../../compute/program/simulate-program.ts'
import { simulate } from '../../../compute/simulation/simulate.ts'
import { startApp } from '../../support/start-app.ts'
import { makeProgram } from '../tokens/tokens.ts'
import { buildLink, buildProject, buildTask } from './build-project.ts'

t.test('simulating a program', async (t) => {
  const app = await startApp(t, { env: { SVC_THROTTLE_MONTE_CARLO_RATE: '1000/min', MC_TASK_CAP: '4' } })
  const ann = await app.user('ann')
  const eve = await app.user('eve')
  const program = await makeProgram(app, ann, 1)
  const path = `/programs/${program}/monte-carlo/`

  t.match(await ann.post(path), { status: 400, body: { code: 'invalid_graph_input' } }, 'without tasks')

  const assembly = await buildProject(app, [[ann, 1]], {
    programId: program,
    name: 'Assembly',
    startDate: '2026-01-07',
    statusDate: '2026-01-12',
  })
  const supply = await buildProject(app, [[eve, 400]], { programId: program, name: 'Supply' })
  const idle = await buildProject(app, [[ann, 1]], { programId: program, name: 'Idle' })
  const estimates = { optimistic: 3, mostLikely: 5, pessimistic: 15 }
  const deliver = await buildTask(app, supply, { name: 'Deliver', duration: 5, ...estimates })
  const mount = await buildTask(app, assembly, { name: 'Mount', duration: 5, ...estimates })
  const prepare = await buildTask(app, assembly, { name: 'Prepare', duration: 4 })
  await buildLink(app, deliver, mount, { lag: 1 })
  await buildLink(app, deliver, prepare, { isPending: true })

  const wire = { optimistic_duration: 3, most_likely_duration: 5, pessimistic_duration: 15 }
  const format = 'svc-plan/1' as const
  const columnsOf = {
    [supply]: columnsFromPlan({
      format,
      start_date: '2026-01-05',
      status_date: '2026-01-05',
      tasks: [{ id: deliver, duration: 5, ...wire }],
    }),
    [assembly]: columnsFromPlan({
      format,
      start_date: '2026-01-07',
      status_date: '2026-01-12',
      tasks: [
        { id: mount, duration: 5, ...wire },
        { id: prepare, duration: 4 },
      ],
    }),
  }

  await t.test(
    'gives the finish of the whole and of each project, and hides what the reader is no member of',
    async (t) => {
      const { status, body } = await ann.post(path, { n_simulations: 500, seed: 11 })
      t.equal(status, 200)
      const order = (body.projects as { id: string }[]).map(({ id }) => id).filter((id) => id !== idle)
      const at = (id: string) => order.indexOf(id)
      const link = {
        predecessorProject: at(supply),
        predecessor: 0,
        successorProject: at(assembly),
        successor: 0,
        type: LINK_TYPE.FS,
        lagDays: 1,
        lagUnit: 0,
      }
      const { result } = await simulateProgram(
        order.map((key) => ({ key, columns: columnsOf[key] as never })),
        [link],
        { runs: 500, seed: 11 },
        (columns, options) => simulate(buildGraph(columns), options),
      )
      const dates = (of: { p50Day: number; p80Day: number; p95Day: number; cpmFinishDay: number }) => ({
        p50: formatCivilDay(of.p50Day),
        p80: formatCivilDay(of.p80Day),
        p95: formatCivilDay(of.p95Day),
        cpm_finish: formatCivilDay(of.cpmFinishDay),
      })
      t.match(body, { program_id: program, runs: 500, seed: 11, ...dates(result) })
      const of = (id: string) => (body.projects as { id: string }[]).find((project) => project.id === id)
      const [supplied, assembled] = [result.projects[at(supply)], result.projects[at(assembly)]]
      if (!supplied || !assembled) throw new Error('both projects have tasks')
      t.same(of(supply), {
        id: supply,
        name: 'Supply',
        accessible: false,
        ...dates(supplied),
        standard_error: null,
        ends_last: null,
      })
      t.match(of(assembly), { accessible: true, ...dates(assembled), ends_last: assembled.endsLast })
      t.same(of(idle), {
        id: idle,
        name: 'Idle',
        accessible: true,
        p50: null,
        p80: null,
        p95: null,
        cpm_finish: null,
        standard_error: null,
        ends_last: null,
      })
      t.same(
        body.sensitivity.map((row: { task_id: string }) => row.task_id),
        [mount],
        'of hidden projects no task is named',
      )
      t.same(await app.sql('select 1 from monte_carlo_runs'), [])
    },
  )

  await t.test('refuses what it cannot compute', async (t) => {
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
})
