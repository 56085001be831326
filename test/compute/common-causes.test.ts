// Risks and drivers by examples that a person can work out.

import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { type CausesDocument, causesFromDocument } from '../../compute/model/documents/causes-document.ts'
import { PlanRefusal } from '../../compute/model/refusal.ts'
import { isComplete } from '../../compute/model/task-progress.ts'
import type { SimulationOptions } from '../../compute/simulation/input/simulation-options.ts'
import type { Spread } from '../../compute/simulation/input/spread.ts'
import { simulate } from '../../compute/simulation/simulate.ts'
import { createComputePool } from '../../compute/workers/pool.ts'
import { kernels } from './all-kernels.ts'
import { buildPlan, link, task } from './build-plan.ts'

function textOf(value: object): string {
  return JSON.stringify(value, (_, field) => (ArrayBuffer.isView(field) ? Array.from(field as Int32Array) : field))
}

const PLAN = buildPlan(
  [
    task('A', 10, { optimistic_duration: 5, most_likely_duration: 10, pessimistic_duration: 20 }),
    task('B', 40),
    task('C', 10),
    task('D', 5),
  ],
  [link('A FS B'), link('A FS C'), link('B FS D'), link('C FS D')],
  { calendar: { working_days: [1, 2, 3, 4, 5, 6, 7] } },
)

function run(document: CausesDocument, rest: Partial<SimulationOptions> = {}) {
  const graph = buildGraph(columnsFromPlan(PLAN))
  return simulate(graph, { runs: 4000, causes: causesFromDocument(document, PLAN), ...rest })
}

const HIT_B = { id: 'B late', probability: 0.3, delay: { distribution: 'fixed' as const, value: 10 }, tasks: ['B'] }

t.test('a risk happens as often as it should and costs what it delays', async (t) => {
  const { risks } = run({
    risks: [
      HIT_B,
      { ...HIT_B, id: 'C late', delay: { distribution: 'uniform', low: 0, high: 20 }, tasks: ['C'] },
      { ...HIT_B, id: 'both', probability: 1, delay: { distribution: 'fixed', value: 3 }, tasks: ['A', 'D'] },
    ],
  })
  const [b, c, both] = risks
  t.strictSame(
    risks.map(({ id }) => id),
    ['B late', 'C late', 'both'],
    'in the order given',
  )
  t.ok(Math.abs((b?.occurrence ?? 0) - 0.3) < 0.03, `${b?.occurrence}`)
  t.equal(b?.meanDaysWhenHit, 10, 'B decides the finish')
  t.ok(Math.abs((b?.meanDays ?? 0) - 3) < 4 * (b?.meanError ?? 0), 'the mean lies within its error')
  t.match(c, { meanDays: 0, meanError: 0 }, 'C has forty days of float less ten')
  t.match(both, { occurrence: 1, meanDays: 6, meanDaysWhenHit: 6, meanError: 0, sensitivity: 0 }, 'twice in a row')
  t.ok((b?.sensitivity ?? 0) > 0.5, 'moves the finish the most')
})

t.test('a risk that strikes completed tasks alone costs nothing, beside one that costs', async (t) => {
  const plan = buildPlan(
    [task('Done', 5, { percent_complete: 100 }), task('A', 10), task('B', 10), task('C', 5)],
    [link('A FS B'), link('B FS C')],
  )
  const always = { probability: 1, delay: { distribution: 'fixed' as const, value: 4 } }
  // One is struck before the last part of the network, which others begin at.
  const causes = causesFromDocument(
    {
      risks: [
        { id: 'a', ...always, tasks: ['A'] },
        { id: 'done', ...always, tasks: ['Done'] },
        { id: 'z', ...always, tasks: ['C'] },
      ],
    },
    plan,
  )
  for (const kernel of kernels) {
    const { risks } = simulate(buildGraph(columnsFromPlan(plan)), { runs: 40, causes }, kernel)
    t.match(risks, [{ meanDays: 4 }, { meanDays: 0, meanError: 0 }, { meanDays: 4 }], kernel.name)
  }
})

t.test('a run that has no more risks waits for others in any lanes', async (t) => {
  // The start of a summary before its time: a link that is looked up in a table.
  const plan = buildPlan(
    [task('S', 0), task('A', 1, { parent: 'S' }), task('B', 1, { parent: 'S' }), task('C', 1)],
    [link('S SS-1e C')],
  )
  const causes = causesFromDocument(
    {
      risks: [
        { id: 'seldom', probability: 0.02, delay: { distribution: 'fixed', value: 8 }, tasks: ['A', 'B'] },
        { id: 'first', probability: 0.3, delay: { distribution: 'fixed', value: 1 }, tasks: ['B'] },
        { id: 'second', probability: 0.3, delay: { distribution: 'fixed', value: 1 }, tasks: ['B'] },
      ],
    },
    plan,
  )
  const [readable, ...others] = kernels.map((kernel) =>
    simulate(buildGraph(columnsFromPlan(plan)), { runs: 2000, causes }, kernel),
  )
  for (const result of others) t.equal(textOf(result), textOf(readable as object))
})

t.test('one draw hits all tasks of a risk or driver in the same run', async (t) => {
  const always: Spread = { distribution: 'uniform', low: 0, high: 30 }
  const risk = (tasks: string[], id = 'one') => ({ id, probability: 1, delay: always, tasks })
  const spreadOf = ({ finishDays }: { finishDays: Int32Array }) => {
    const mean = finishDays.reduce((sum, day) => sum + day, 0) / finishDays.length
    return Math.sqrt(finishDays.reduce((sum, day) => sum + (day - mean) ** 2, 0) / finishDays.length)
  }
  const together = spreadOf(run({ risks: [risk(['B', 'D'])] }))
  const apart = spreadOf(run({ risks: [risk(['B']), risk(['D'], 'two')] }))
  // Two equal terms have twice the deviation of one, two independent ones the root of two.
  t.ok(together / apart > 1.3 && together / apart < 1.5, `${together} and ${apart}`)
  const driver = (tasks: string[], id = 'one') => ({ id, factor: { ...always, low: 0.5, high: 1.5 }, tasks })
  const linked = run({ drivers: [driver(['B', 'D'])] })
  t.ok(spreadOf(linked) > spreadOf(run({ drivers: [driver(['B']), driver(['D'], 'two')] })))
  t.ok((linked.drivers[0]?.sensitivity ?? 0) > 0.95)
  t.equal(linked.tasksWithVariance, 3, 'A by itself, B and D by the driver')
})

t.test('a driver of a summary drives the tasks in it; shifts go both ways and end at a day', async (t) => {
  const plan = buildPlan([task('S', 0), task('A', 8, { parent: 'S' }), task('B', 4, { parent: 'S' })], [link('A FS B')])
  const finish = (document: CausesDocument) => {
    const causes = causesFromDocument(document, plan)
    return simulate(buildGraph(columnsFromPlan(plan)), { runs: 1, causes }).p50Day
  }
  const still = finish({})
  const shift = (value: number) => ({
    drivers: [{ id: 'x', shift: { distribution: 'fixed' as const, value }, tasks: ['S'] }],
  })
  t.equal(finish(shift(-2)) - still, -6, 'twice two working days, over a week end')
  t.equal(finish(shift(-100)) - still, -14, 'two days are left')
  t.equal(
    finish({ drivers: [{ id: 'x', factor: { distribution: 'fixed', value: 0.5 }, tasks: ['A', 'B'] }] }) - still,
    -8,
  )
})

t.test('other risks change no draw, and without any nothing changes at all', async (t) => {
  const bare = run({})
  t.strictSame(run({ risks: [], drivers: [] }), bare)
  const never = run({ risks: [{ ...HIT_B, probability: 0 }] })
  t.strictSame(
    [never.finishDays, never.criticality, never.sensitivity],
    [bare.finishDays, bare.criticality, bare.sensitivity],
  )
  const one = run({ risks: [HIT_B] }).risks[0]
  const two = run({ risks: [{ ...HIT_B, id: 'another', tasks: ['C'] }, HIT_B] }).risks[1]
  t.strictSame(two?.occurrence, one?.occurrence)
  t.strictSame(two?.meanDaysWhenHit, one?.meanDaysWhenHit)
  t.match(run({ risks: [HIT_B] }, { withRiskCost: false, withSensitivity: false }).risks[0], {
    meanDays: null,
    meanError: null,
    meanDaysWhenHit: null,
    sensitivity: 0,
  })
})

t.test('threads give the same bits with risks and drivers', async (t) => {
  const columns = columnsFromPlan(PLAN)
  const causes = causesFromDocument(
    {
      risks: [HIT_B],
      drivers: [{ id: 'm', factor: { distribution: 'pert', low: 0.8, likely: 1, high: 2 }, tasks: ['A', 'B'] }],
    },
    PLAN,
  )
  const options = { runs: 50_000, seed: 3, causes, taskFinishes: 'all' } as const
  const here = simulate(buildGraph(columns), options)
  for (const threads of [1, 2]) {
    const pool = createComputePool({ threads, maxQueue: 1, deadlineMs: 30_000 })
    t.strictSame(await pool.simulate(columns, options), here, `${threads} threads`)
    t.strictSame(await pool.simulate(columns, options), here, `${threads} threads, the second time`)
    await pool.close()
  }
})

t.test('inputs out of range are refused by name', async (t) => {
  const refused = (document: object): string => {
    try {
      run(document as CausesDocument, { runs: 2 })
      return 'computed'
    } catch (error) {
      return error instanceof PlanRefusal && error.code === 'invalid_graph_input' ? error.detail : String(error)
    }
  }
  const risk = (rest: object) => refused({ risks: [{ ...HIT_B, ...rest }] })
  const driver = (rest: object) => refused({ drivers: [{ id: 'd', tasks: ['A'], ...rest }] })
  t.equal(risk({}), 'computed')
  t.match(refused([]), /not a JSON object/)
  t.match(refused({ risks: {} }), /risks is not a list/)
  t.match(refused({ risks: [7] }), /risks\[0\] is not an object/)
  t.match(risk({ id: 7 }), /risks\[0\]\.id/)
  t.match(risk({ id: '' }), /has no id/)
  t.match(refused({ risks: [HIT_B, HIT_B] }), /"B late" is given twice/i)
  t.match(risk({ probability: 1.5 }), /probability of risk "B late" is 1\.5/)
  t.match(risk({ probability: undefined }), /probability/)
  t.match(risk({ delay: null }), /delay of risk "B late" is not an object/)
  t.match(risk({ delay: { distribution: 'normal' } }), /no distribution out of/)
  t.match(risk({ delay: { distribution: 'uniform', low: 3, high: 1 } }), /low and high as finite numbers in this order/)
  t.match(risk({ delay: { distribution: 'pert', low: 3, high: 4 } }), /low, likely and high/)
  t.match(risk({ delay: { distribution: 'fixed', value: -1 } }), /reaches from -1 to -1, outside 0 to/)
  t.match(risk({ delay: { distribution: 'fixed', value: Number.NaN } }), /value as finite/)
  t.match(risk({ tasks: [] }), /names no task/)
  t.match(risk({ tasks: 'B' }), /tasks of risk "B late" is not a list/)
  t.match(risk({ tasks: ['B', 'B'] }), /names a task twice/)
  t.match(risk({ tasks: ['Z'] }), /names the task "Z"/)
  t.match(driver({}), /either a factor or a shift/)
  t.match(driver({ factor: HIT_B.delay, shift: HIT_B.delay }), /either a factor or a shift/)
  t.match(driver({ factor: { distribution: 'fixed', value: 16 } }), /factor of driver "d" reaches/)
  t.match(
    refused({ drivers: Array.from({ length: 1001 }, (_, at) => ({ id: `${at}`, shift: HIT_B.delay, tasks: ['A'] })) }),
    /1001 drivers/,
  )
  const nested = buildPlan([task('S', 0), task('A', 1, { parent: 'S' })])
  const causes = causesFromDocument({ risks: [{ ...HIT_B, tasks: ['S'] }] }, nested)
  t.throws(() => simulate(buildGraph(columnsFromPlan(nested)), { runs: 1, causes }), {
    offending: ['S'],
  } as unknown as Error)
})

t.test('completed tasks feel neither risk nor driver', async (t) => {
  const plan = buildPlan(
    [task('A', 5, { actual_start: '2026-01-05', actual_finish: '2026-01-09' }), task('B', 2)],
    [link('A FS B')],
  )
  const causes = causesFromDocument({ risks: [{ ...HIT_B, probability: 1, tasks: ['A'] }] }, plan)
  const result = simulate(buildGraph(columnsFromPlan(plan)), { runs: 40, causes })
  t.equal(result.p95Day, result.cpmFinishDay)
  t.match(result.risks, [{ occurrence: 1, meanDays: 0 }])
  t.ok(isComplete(columnsFromPlan(plan), 0))
})
