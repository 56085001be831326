// Risks and drivers on random plans: draws replayed one by one give what every kernel has.

import fc from 'fast-check'
import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { ScheduleGraph } from '../../compute/model/schedule-graph.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { elapsedDays } from '../../compute/plan/remaining-days.ts'
import type { CommonCauses } from '../../compute/simulation/input/common-causes.ts'
import { checkOptions } from '../../compute/simulation/input/simulation-options.ts'
import { greatestOf, leastOf, type Spread } from '../../compute/simulation/input/spread.ts'
import { prepareSimulation } from '../../compute/simulation/prepare/prepare-simulation.ts'
import type { Simulation } from '../../compute/simulation/prepare/simulation.ts'
import { quantileOf } from '../../compute/simulation/prepare/tables/quantile-of-spread.ts'
import { drawDriver, drawRisk } from '../../compute/simulation/run/draw-causes.ts'
import { allBlocks, runBlocks } from '../../compute/simulation/run/run-blocks.ts'
import { sampleDurations } from '../../compute/simulation/run/sample-durations.ts'
import { allocateSinks, ownMemory, sinkSizes } from '../../compute/simulation/run/simulation-sinks.ts'
import { simulatePrepared } from '../../compute/simulation/simulate.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { kernels } from './all-kernels.ts'
import { costsByRun } from './costs-by-run.ts'
import { caseCount, FULL_SHAPE, type PlanShape, randomPlan } from './reference/random-plan.ts'
import { shareDurations } from './reference/reference-shared.ts'
import { referenceReplay } from './reference/reference-simulation.ts'

const BLOCK = 32

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
