import t from 'tap'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import type { SimulationOptions } from '../../../compute/simulation/input/simulation-options.ts'
import { chanceByDay } from '../../../compute/simulation/result/chance-by-day.ts'
import { simulate } from '../../../compute/simulation/simulate.ts'
import { startApp } from '../../support/start-app.ts'
import { buildLink, buildProject, buildTask } from './build-project.ts'

t.test('what a simulation can be asked beyond its percentiles', async (t) => {
  const app = await startApp(t, { env: { SVC_THROTTLE_MONTE_CARLO_RATE: '1000/min' } })
  const ann = await app.user('ann')
  const project = await buildProject(app, [[ann, 300]])
  const phase = await buildTask(app, project, { name: 'Works' })
  const estimates = { optimistic: 2, mostLikely: 5, pessimistic: 14 }
  const dig = await buildTask(app, project, { duration: 5, parentId: phase, ...estimates })
  const pour = await buildTask(app, project, { duration: 5, parentId: phase, ...estimates })
  const side = await buildTask(app, project, { duration: 9 })
  const done = await buildTask(app, project, { isMilestone: true, duration: 0 })
  await buildLink(app, dig, pour)
  await buildLink(app, pour, done)
  await buildLink(app, side, done)
  const wire = { optimistic_duration: 2, most_likely_duration: 5, pessimistic_duration: 14 }
  const plan: Plan = {
    format: 'svc-plan/1',
    start_date: '2026-01-05',
    status_date: '2026-01-05',
    tasks: [
      { id: phase, duration: 1 },
      { id: dig, duration: 5, parent: phase, ...wire },
      { id: pour, duration: 5, parent: phase, ...wire },
      { id: side, duration: 9 },
      { id: done, duration: 0, is_milestone: true },
    ],
    dependencies: [
      { predecessor: dig, successor: pour },
      { predecessor: pour, successor: done },
      { predecessor: side, successor: done },
    ],
  }
  const here = (options: Partial<SimulationOptions> = {}) =>
    simulate(buildGraph(columnsFromPlan(plan)), { runs: 400, seed: 3, ...options })
  const run = (asked: object) =>
    ann.post(`/projects/${project}/monte-carlo/`, { n_simulations: 400, seed: 3, ...asked })
  const ordinary = Object.keys((await run({})).body)

  await t.test('further fields are those asked for, of the same runs', async (t) => {
    const wanted = here({ taskFinishes: 'milestones' })
    const { status, body } = await run({
      include: ['standard_error', 'criticality', 'milestones'],
      target_date: '2026-01-23',
    })
    t.equal(status, 200)
    const added = ['standard_error', 'criticality', 'milestones', 'target']
    t.same(Object.keys(body).sort(), [...ordinary, ...added].sort())
    t.same(body.standard_error, { p50: wanted.p50Error, p80: wanted.p80Error, p95: wanted.p95Error })
    const indexOf = new Map(
      body.criticality.map((each: { task_id: string; index: number }) => [each.task_id, each.index]),
    )
    for (const [at, { id }] of plan.tasks.entries()) if (at > 0) t.equal(indexOf.get(id), wanted.criticality[at])
    t.notOk(indexOf.has(phase), 'a phase is not simulated')
    t.same(body.milestones, [{ task_id: done, p80: formatCivilDay(wanted.taskP80Day[4] as number) }])
    const chance = chanceByDay(wanted.finishDays, wanted.finishDays[200] as number)
    if (chance === null) throw new Error('every run ends on one day')
    t.ok(chance.share > 0)
    const target = await run({ target_date: formatCivilDay(wanted.finishDays[200] as number) })
    t.match(target.body.target, { chance: chance.share, standard_error: chance.error })
    t.same(Object.keys((await run({})).body), ordinary, 'and nothing of it stays')
  })

  await t.test('risks, drivers and another sampling give runs that are not kept', async (t) => {
    const history = async () => (await ann.get(`/projects/${project}/monte-carlo/history/`)).body.results.length
    const kept = await history()
    const delay = { distribution: 'uniform', low: 2, high: 6 } as const
    const factor = { distribution: 'pert', low: 0.8, likely: 1, high: 1.5 } as const
    const { status, body } = await run({
      risks: [{ id: 'flood', probability: 0.4, delay, tasks: [pour] }],
      drivers: [{ id: 'crew', factor, tasks: [phase] }],
    })
    t.equal(status, 200)
    const wanted = here({
      causes: {
        risks: [{ id: 'flood', probability: 0.4, delayDays: delay, tasks: [2] }],
        drivers: [{ id: 'crew', effect: 'factor', spread: factor, tasks: [0] }],
      },
    })
    t.match(body, {
      p80: formatCivilDay(wanted.p80Day),
      stored: false,
      risks: [{ id: 'flood', occurrence: wanted.risks[0]?.occurrence, mean_days: wanted.risks[0]?.meanDays }],
      drivers: wanted.drivers,
    })
    t.notOk('run_id' in body)
    const triangular = await run({ sampling: 'triangular' })
    t.match(triangular.body, { p95: formatCivilDay(here({ distribution: 'triangular' }).p95Day), stored: false })
    t.equal(await history(), kept)
  })

  await t.test('what cannot be asked', async (t) => {
    const delay = { distribution: 'fixed', value: 3 }
    const risk = { id: 'r', probability: 0.5, delay, tasks: [pour] }
    const other = await buildProject(app, [[ann, 300]])
    const elsewhere = await buildTask(app, other)
    for (const [asked, field] of [
      [{ include: ['everything'] }, 'include'],
      [{ target_date: 'soon' }, 'target_date'],
      [{ risks: [{ ...risk, probability: 2 }] }, 'risks'],
      [{ risks: [{ ...risk, tasks: [elsewhere] }] }, 'risks'],
      [{ drivers: [{ id: 'd', tasks: [pour] }] }, 'drivers'],
      [{ drivers: [{ id: 'd', shift: delay, tasks: ['0198c0de-0000-7000-8000-000000000000'] }] }, 'drivers'],
    ] as const) {
      const refused = await run(asked)
      t.same([refused.status, ...Object.keys(refused.body)], [400, field], JSON.stringify(asked))
    }
    for (const risks of [
      [risk, risk],
      [{ ...risk, tasks: [phase] }],
      [{ ...risk, delay: { distribution: 'uniform', low: 5, high: 1 } }],
    ])
      t.match(await run({ risks }), { status: 400, body: { code: 'invalid_graph_input' } })
  })
})
