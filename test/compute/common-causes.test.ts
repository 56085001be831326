import fc from 'fast-check'
import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { type CausesDocument, causesFromDocument } from '../../compute/model/documents/causes-document.ts'
import { PlanRefusal } from '../../compute/model/refusal.ts'
import type { ScheduleGraph } from '../../compute/model/schedule-graph.ts'
import { isComplete } from '../../compute/model/task-progress.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { elapsedDays } from '../../compute/plan/remaining-days.ts'
import type { CommonCauses } from '../../compute/simulation/input/common-causes.ts'
import { checkOptions, type SimulationOptions } from '../../compute/simulation/input/simulation-options.ts'
import { greatestOf, leastOf, type Spread } from '../../compute/simulation/input/spread.ts'
import { prepareSimulation } from '../../compute/simulation/prepare/prepare-simulation.ts'
import type { Simulation } from '../../compute/simulation/prepare/simulation.ts'
import { quantileOf } from '../../compute/simulation/prepare/tables/quantile-of-spread.ts'
import { drawDriver, drawRisk } from '../../compute/simulation/run/draw-causes.ts'
import { allBlocks, runBlocks } from '../../compute/simulation/run/run-blocks.ts'
import { sampleDurations } from '../../compute/simulation/run/sample-durations.ts'
import { allocateSinks, ownMemory, sinkSizes } from '../../compute/simulation/run/simulation-sinks.ts'
import { simulate, simulatePrepared } from '../../compute/simulation/simulate.ts'
import { createWasmKernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { loadBuild } from '../../compute/wasm/load-module.ts'
import { createComputePool } from '../../compute/workers/pool.ts'
import { buildPlan, link, task } from './build-plan.ts'
import { costsByRun } from './costs-by-run.ts'
import { caseCount, FULL_SHAPE, type PlanShape, randomPlan } from './reference/random-plan.ts'
import { shareDurations } from './reference/reference-shared.ts'
import { referenceReplay } from './reference/reference-simulation.ts'

const BLOCK = 32
const kernels = [
  tsKernel,
  ...(['relaxed', 'strict'] as const).flatMap((build) => {
    const module = loadBuild(build)
    return module === null ? [] : [createWasmKernel(module)]
  }),
]

/** Three plain shapes that run in lanes, and one with everything. */
const PLAIN: PlanShape = {
  ...FULL_SHAPE,
  withSummaries: false,
  withCalendars: false,
  lagUnits: ['working'],
  withEstimates: true,
}
const ANYTHING: PlanShape = { ...FULL_SHAPE, withEstimates: true }

function randomSpread(least: number, greatest: number): fc.Arbitrary<Spread> {
  const value = fc.integer({ min: least * 100, max: greatest * 100 }).map((hundredths) => hundredths / 100)
  return fc.tuple(fc.nat({ max: 3 }), value, value, value).map(([kind, ...values]): Spread => {
    const [low, likely, high] = values.sort((a, b) => a - b) as [number, number, number]
    if (kind === 0) return { distribution: 'fixed', value: likely }
    if (kind === 1) return { distribution: 'uniform', low, high }
    return { distribution: kind === 2 ? 'triangular' : 'pert', low, likely, high }
  })
}

/** Inputs by places of leaves, taken modulo their number. */
const randomInputs = fc.record({
  risks: fc.array(
    fc.record({
      probability: fc.constantFrom(0, 0.02, 0.3, 0.5, 0.9, 1),
      delayDays: randomSpread(0, 12),
      places: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 4 },
  ),
  drivers: fc.array(
    fc.boolean().chain((isFactor) =>
      fc.record({
        effect: fc.constant(isFactor ? ('factor' as const) : ('shift' as const)),
        spread: isFactor ? randomSpread(0, 4) : randomSpread(-6, 6),
        places: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
      }),
    ),
    { maxLength: 3 },
  ),
})

type RandomInputs = typeof randomInputs extends fc.Arbitrary<infer Value> ? Value : never

function inputsFor({ hierarchy }: ScheduleGraph, { risks, drivers }: RandomInputs): CommonCauses {
  const leaves = [...hierarchy.leafOrder]
  const tasksAt = (places: number[]) => [...new Set(places.map((place) => leaves[place % leaves.length] as number))]
  return {
    // Ids run against the order in which they are given.
    risks: risks.map(({ places, ...rest }, at) => ({ id: `R${9 - at}`, ...rest, tasks: tasksAt(places) })),
    drivers: drivers.map(({ places, ...rest }, at) => ({ id: `D${9 - at}`, ...rest, tasks: tasksAt(places) })),
  }
}

/** The draws of a simulation, a row of runs each, made block by block as the engine makes them. */
function drawsOf(simulation: Simulation, seed: number, runs: number) {
  const { network, tables, causes } = simulation
  const { graph } = network
  const { unitsPerDay } = tables
  const own = Array.from({ length: graph.columns.taskCount }, (): number[] => [])
  const risks = (causes?.risks ?? []).map((risk) => ({ id: risk.id, days: [] as number[] }))
  const drivers = (causes?.drivers ?? []).map((driver) => ({ id: driver.id, values: [] as number[] }))
  const days = new Float64Array(graph.nodeCount * BLOCK)
  const row = new Int32Array(BLOCK)
  for (let block = 0; block * BLOCK < runs; block++) {
    sampleDurations(simulation, seed, block, days)
    for (let node = 0; node < graph.nodeCount; node++) {
      if (graph.isSummaryStart[node] === 0)
        own[graph.taskOfNode[node] as number]?.push(...days.subarray(node * BLOCK, (node + 1) * BLOCK))
    }
    risks.forEach(({ days: kept }, at) => {
      drawRisk((causes as NonNullable<typeof causes>).risks[at] as never, unitsPerDay, seed, block, row)
      kept.push(...Array.from(row, (units) => units / unitsPerDay))
    })
    drivers.forEach(({ values }, at) => {
      const driver = (causes as NonNullable<typeof causes>).drivers[at]
      if (driver === undefined) return
      drawDriver(driver, unitsPerDay, seed, block, row)
      values.push(...Array.from(row, (number) => number / (driver.isFactor ? 4096 : unitsPerDay)))
    })
  }
  return { own, risks, drivers }
}

/** Completions by the slow engine, with all risks but one left out. */
function slowCompletions(plan: Plan, simulation: Simulation, inputs: CommonCauses, seed: number, runs: number) {
  const { columns } = simulation.network.graph
  const draws = drawsOf(simulation, seed, runs)
  const elapsed = plan.tasks.map((_, at) =>
    elapsedDays(columns.durationDays[at] ?? 0, columns.percentComplete[at] ?? 0),
  )
  const drivers = draws.drivers.map(({ id, values }) => {
    const given = inputs.drivers.find((driver) => driver.id === id)
    return { tasks: given?.tasks ?? [], effect: given?.effect ?? ('factor' as const), values }
  })
  return (without: string | null): number[] => {
    const risks = draws.risks
      .filter(({ id }) => id !== without)
      .map(({ id, days }) => ({ tasks: inputs.risks.find((risk) => risk.id === id)?.tasks ?? [], days }))
    const days = shareDurations(draws.own, elapsed, drivers, risks, simulation.tables.unitsPerDay)
    return referenceReplay(plan, new Map(plan.tasks.map((row, at) => [row.id, days[at] ?? []])), runs).completions
  }
}

for (const [name, shape] of [
  ['plain plans', PLAIN],
  ['any plan', ANYTHING],
] as const) {
  t.test(`the draws, replayed one by one, give the completions and costs of every kernel: ${name}`, async (t) => {
    let moved = 0
    fc.assert(
      fc.property(
        randomPlan(shape),
        randomInputs,
        fc.integer({ min: 1, max: 50 }),
        fc.nat(),
        (plan, raw, runs, seed) => {
          const graph = buildGraph(columnsFromPlan(plan))
          const inputs = inputsFor(graph, raw)
          const options = checkOptions({ runs, seed, causes: inputs, taskFinishes: 'all' }, 1)
          const simulation = prepareSimulation(graph, options, tsKernel)
          const slow = slowCompletions(plan, simulation, inputs, seed, runs)
          const expected = slow(null)
          for (const kernel of kernels) {
            const sinks = allocateSinks(sinkSizes(simulation), options, ownMemory(kernel))
            runBlocks(simulation, options, sinks, kernel, allBlocks(runs))
            near([...sinks.completions], expected, () => `${kernel.name} ${JSON.stringify({ plan, inputs, seed })}`)
            const told = costsByRun(simulation, options, kernel)
            simulation.causes?.risks.forEach(({ id }, at) => {
              const without = slow(id)
              const costs = expected.map((value, run) => value - (without[run] as number))
              const row = told[at] as number[]
              const sum = (power: number) => BigInt(row.reduce((total, units) => total + units ** power, 0))
              if (sinks.riskCosts[at] !== sum(1) || sinks.riskCostSquares[at] !== sum(2))
                throw new Error(`sum of ${id}`)
              const found = row.map((units) => units / simulation.tables.unitsPerDay)
              // The fraction of a day that moves between calendars is no cost of what is not critical.
              const isFraction = (cost: number, run: number) =>
                shape !== PLAIN && found[run] === 0 && Math.abs(cost) < 1
              near(
                found,
                costs.map((cost, run) => (isFraction(cost, run) ? 0 : cost)),
                () => `cost of ${id}`,
              )
              if (costs.some((cost) => cost !== 0)) moved++
            })
          }
          const results = kernels.map((kernel) => textOf(simulatePrepared(simulation, options, kernel)))
          if (new Set(results).size > 1) throw new Error(`kernels differ: ${JSON.stringify({ plan, inputs, seed })}`)
        },
      ),
      { numRuns: caseCount(60), seed: 31 },
    )
    t.ok(moved > caseCount(60) / 4, `${moved} times a risk moved a finish`)
  })
}

function near(found: number[], expected: number[], text: () => string): void {
  const isNear =
    found.length === expected.length && found.every((value, at) => Math.abs(value - (expected[at] ?? 0)) < 1e-9)
  if (!isNear) throw new Error(`${text()}\nwant ${expected}\nhave ${found}`)
}

function textOf(value: object): string {
  return JSON.stringify(value, (_, field) => (ArrayBuffer.isView(field) ? Array.from(field as Int32Array) : field))
}

/** A, then B beside C, then D; on a week of seven days so that finishes are durations. */
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

t.test('quantiles rise from the least to the greatest value', async (t) => {
  fc.assert(
    fc.property(randomSpread(-50, 50), (spread) => {
      const quantile = quantileOf(spread)
      let before = leastOf(spread)
      for (let at = 0; at <= 200; at++) {
        const value = quantile(at / 200)
        if (value < before - 1e-9 || value > greatestOf(spread) + 1e-9)
          throw new Error(`${at}: ${value} after ${before}`)
        before = value
      }
    }),
    { numRuns: 200, seed: 3 },
  )
  t.pass()
})
