// What every table yields when all its variates are read, and what chains of many equal tasks end at: a shift that one task
// hides adds up along a chain, so no tolerance here is wider than a chain forgives.

import fc from 'fast-check'
import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { Plan, PlanTask } from '../../compute/plan/plan-document.ts'
import { checkOptions, type Distribution } from '../../compute/simulation/input/simulation-options.ts'
import { prepareSimulation } from '../../compute/simulation/prepare/prepare-simulation.ts'
import type { Simulation } from '../../compute/simulation/prepare/simulation.ts'
import { quantileOf } from '../../compute/simulation/prepare/tables/quantile-of-spread.ts'
import { allBlocks, runBlocks } from '../../compute/simulation/run/run-blocks.ts'
import { readTable } from '../../compute/simulation/run/sample-durations.ts'
import { allocateSinks, ownMemory, sinkSizes } from '../../compute/simulation/run/simulation-sinks.ts'
import { lanesFor } from '../../compute/simulation/run/wasm/choose-lanes.ts'
import type { Kernel } from '../../compute/wasm/choose-kernel.ts'
import { tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { kernels } from './all-kernels.ts'
import { buildPlan, task } from './build-plan.ts'
import {
  betaCumulants,
  betaSampler,
  type Cumulants,
  chainPercentile,
  triangularCumulants,
} from './reference/exact-draws.ts'
import { caseCount } from './reference/random-plan.ts'

const EVERY_DAY = { calendar: { working_days: [1, 2, 3, 4, 5, 6, 7] } }
const CUMULANTS: Record<Distribution, typeof betaCumulants> = { beta: betaCumulants, triangular: triangularCumulants }
type Triple = readonly [low: number, likely: number, high: number]

function estimate(id: string, [low, likely, high]: Triple): PlanTask {
  return task(id, likely, {
    optimistic_duration: low,
    most_likely_duration: likely,
    pessimistic_duration: high,
  })
}

/** Tasks one after the other, without a day off. */
function chain(rows: PlanTask[]): Plan {
  const links = rows.slice(1).map(({ id }, at) => ({ predecessor: rows[at]?.id ?? '', successor: id }))
  return buildPlan(rows, links, EVERY_DAY)
}

function prepare(plan: Plan, distribution: Distribution, kernel: Kernel): Simulation {
  return prepareSimulation(buildGraph(columnsFromPlan(plan)), checkOptions({ runs: 1, distribution }, 1), kernel)
}

/** The finish of every run, in days from the start. */
function finishes(plan: Plan, runs: number, kernel: Kernel, distribution: Distribution = 'beta'): Float64Array {
  const graph = buildGraph(columnsFromPlan(plan))
  const options = checkOptions({ runs, seed: 11, distribution, withCriticality: false, withSensitivity: false }, 1)
  const simulation = prepareSimulation(graph, options, kernel)
  const sinks = allocateSinks(sinkSizes(simulation), options, ownMemory(kernel))
  runBlocks(simulation, options, sinks, kernel, allBlocks(runs))
  return Float64Array.from(sinks.completions)
}

/** Mean and deviation in days of what a table yields, by reading it for every pair of uniforms that a variate can be made of. */
function momentsOf(
  { tables }: Simulation,
  row: number,
): { mean: number; deviation: number; least: number; most: number } {
  let [mean, square, least, most] = [0, 0, Number.POSITIVE_INFINITY, 0]
  const middle = readTable(tables, row, 0x8000)
  for (let variate = 0; variate < 65_536; variate++) {
    // Pairs that sum to 2 v - 1 or 2 v, of two uniforms from 0 to 65535.
    const chance = (variate < 0x8000 ? 4 * variate + 1 : 262_143 - 4 * variate) / 2 ** 32
    const units = readTable(tables, row, variate)
    mean += chance * (units - middle)
    square += chance * (units - middle) ** 2
    least = Math.min(least, units)
    most = Math.max(most, units)
  }
  const days = (units: number): number => units / tables.unitsPerDay
  return {
    mean: days(mean + middle),
    deviation: days(Math.sqrt(square - mean * mean)),
    least: days(least),
    most: days(most),
  }
}

/** A task beside a long one that leaves so many units to a day: the finest, the next, the coarsest, and too long for lanes. */
const BESIDE_DAYS = [1, 1100, 2100, 5000]

const randomTriple: fc.Arbitrary<Triple> = fc
  .record({
    low: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 500 })),
    range: fc.oneof(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 20_000 }),
    ),
    mode: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ low, range, mode }) => [low, low + Math.round(mode * range), low + range])

t.test('mean and deviation of every table are those of its distribution', async (t) => {
  const units = new Map<number, number>()
  const distributions = fc.constantFrom<Distribution>('beta', 'triangular')
  fc.assert(
    fc.property(randomTriple, fc.constantFrom(...BESIDE_DAYS), distributions, (triple, beside, distribution) => {
      const [low, likely, high] = triple
      const plan = buildPlan([estimate('A', triple), task('B', beside)], [], EVERY_DAY)
      const simulation = prepare(plan, distribution, tsKernel)
      units.set(simulation.tables.unitsPerDay, (units.get(simulation.tables.unitsPerDay) ?? 0) + 1)
      const found = momentsOf(simulation, 0)
      const exact = CUMULANTS[distribution](low, likely, high)
      const off = [found.mean - exact.mean, found.deviation - Math.sqrt(exact.variance)]
      const isWithin = found.least >= low && found.most <= high
      if (off.some((days) => Math.abs(days) > 1e-4 * (high - low)) || !isWithin) {
        throw new Error(`${distribution} ${triple} beside ${beside}: off by ${off}, ${JSON.stringify(found)}`)
      }
    }),
    { numRuns: caseCount(300), seed: 31 },
  )
  t.strictSame([...units.keys()].sort(), [16, 32, 64], 'every unit was met')
})

t.test('narrow estimates, which have the fewest whole samples, keep their moments too', async (t) => {
  for (let range = 1; range <= 6; range++) {
    for (let mode = 0; mode <= range; mode++) {
      for (const [beside, distribution] of BESIDE_DAYS.flatMap((days) => [
        [days, 'beta'] as const,
        [days, 'triangular'] as const,
      ])) {
        const triple = [3, 3 + mode, 3 + range] as const
        const plan = buildPlan([estimate('A', triple), task('B', beside)], [], EVERY_DAY)
        const found = momentsOf(prepare(plan, distribution, tsKernel), 0)
        const exact = CUMULANTS[distribution](...triple)
        const off = Math.max(Math.abs(found.mean - exact.mean), Math.abs(found.deviation - Math.sqrt(exact.variance)))
        if (off > 1e-4 * range) t.fail(`${distribution} ${triple} beside ${beside}: off by ${off / range} of the range`)
      }
    }
  }
  t.pass()
})

t.test('every kernel reads the tables of every unit alike', async (t) => {
  const seen = new Set<string>()
  for (const beside of BESIDE_DAYS) {
    const plan = chain([
      task('long', beside),
      estimate('A', [2, 3, 9]),
      estimate('B', [0, 1, 700]),
      estimate('C', [4, 5, 5]),
    ])
    const { tables, ...rest } = prepare(plan, 'beta', tsKernel)
    seen.add(`${tables.unitsPerDay} ${lanesFor({ tables, ...rest })?.rowBytes}`)
    const [readable, ...others] = kernels.map((kernel) => finishes(plan, 1000, kernel))
    for (const other of others) t.strictSame(other, readable, `${tables.unitsPerDay} units a day`)
  }
  t.strictSame([...seen], ['64 64', '32 64', '16 64', '16 128'], 'units, and bytes of a row of lanes')
})

t.test('the exact percentiles of chains are those of real draws', async (t) => {
  for (const [count, triple] of CHAINS) {
    const runs = 10_000
    const draw = betaSampler(...triple, 5)
    const ends = Float64Array.from({ length: runs }, () => {
      let days = 0
      for (let left = count; left > 0; left--) days += draw()
      return days
    }).sort()
    const deviation = Math.sqrt(count) * ((triple[2] - triple[0]) / 6)
    for (const [name, share, errors] of SHARES) {
      const exact = chainPercentile(count, betaCumulants(...triple), name)
      const error = (errors * deviation) / Math.sqrt(runs)
      const drawn = ends[Math.round((runs - 1) * share)] ?? 0
      t.ok(Math.abs(drawn - exact) < 3.5 * error, `${count} x ${triple} ${name}: ${drawn} for ${exact}`)
    }
  }
})

/** Percentiles, and what their standard errors are in deviations over the root of the number of draws. */
const SHARES = [
  ['p50', 0.5, 1.2533],
  ['p80', 0.8, 1.4288],
  ['p95', 0.95, 2.1131],
] as const

/** So many equal tasks one after the other. */
const CHAINS: readonly (readonly [count: number, triple: Triple])[] = [
  [300, [1, 3, 9]],
  [300, [2, 8, 10]],
  [300, [5, 6, 10]],
  [100, [2, 10, 30]],
]

t.test('the percentiles of chains are within half a day of exact draws', async (t) => {
  // Figures of 100,000 exact draws, found elsewhere.
  t.ok(Math.abs(chainPercentile(300, betaCumulants(1, 3, 9), 'p50') - 1100) < 0.1)
  t.ok(Math.abs(chainPercentile(300, betaCumulants(2, 8, 10), 'p50') - 2200.1) < 0.1)
  t.ok(Math.abs(chainPercentile(300, betaCumulants(5, 6, 10), 'p50') - 1949.9) < 0.1)
  t.ok(Math.abs(chainPercentile(100, betaCumulants(2, 10, 30), 'p95') - 1277.3) < 0.3)
  for (const [count, triple] of CHAINS) t.strictSame(faultsOf(count, triple, 'beta'), [])
})

t.test('chains of narrow, wide and triangular estimates are within half a day too', async (t) => {
  t.strictSame(faultsOf(1000, [1, 1, 2], 'beta'), [])
  t.strictSame(faultsOf(1000, [1, 2, 2], 'beta'), [])
  t.strictSame(faultsOf(60, [1, 2, 15], 'beta'), [])
  t.strictSame(faultsOf(300, [1, 1, 9], 'triangular'), [])
  t.strictSame(faultsOf(300, [2, 8, 10], 'triangular'), [])
})

/** What a chain of so many equal tasks gets wrong. */
function faultsOf(count: number, triple: Triple, distribution: Distribution): string[] {
  const plan = chain(Array.from({ length: count }, (_, at) => estimate(`T${at}`, triple)))
  const exact: Cumulants = CUMULANTS[distribution](...triple)
  const runs = 100_000
  const ends = finishes(plan, runs, kernels.at(-1) ?? tsKernel, distribution).sort()
  const mean = ends.reduce((sum, days) => sum + days, 0) / runs
  const error = Math.sqrt((count * exact.variance) / runs)
  const name = `${count} x ${triple} ${distribution}`
  const faults: string[] = []
  if (Math.abs(mean - count * exact.mean) > 4 * error + 0.05) faults.push(`${name}: mean ${mean}`)
  for (const [percentile, share] of SHARES) {
    const found = ends[Math.round((runs - 1) * share)] ?? 0
    const wanted = chainPercentile(count, exact, percentile)
    if (Math.abs(found - wanted) > 0.5) faults.push(`${name} ${percentile}: ${found} for ${wanted}`)
  }
  return faults
}

t.test('delays of risks and factors of drivers keep mean and deviation as well', async (t) => {
  for (const [low, likely, high] of [
    [0, 5, 200],
    [0, 0, 7],
    [0.5, 1, 3],
    [0.9, 1.4, 1.4],
    [1, 2, 3],
  ] as const) {
    const quantile = quantileOf({ distribution: 'pert', low, likely, high })
    let [mean, square] = [0, 0]
    const steps = 200_000
    for (let step = 0; step < steps; step++) {
      const value = quantile((step + 0.5) / steps)
      mean += value / steps
      square += (value * value) / steps
    }
    const exact = betaCumulants(low, likely, high)
    const off = [mean - exact.mean, Math.sqrt(square - mean * mean) - Math.sqrt(exact.variance)]
    t.ok(
      off.every((value) => Math.abs(value) < 1e-4 * (high - low)),
      `${low} ${likely} ${high}: ${off}`,
    )
  }
})
