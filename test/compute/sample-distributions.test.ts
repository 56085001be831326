// Every sampler against the distribution it stands for: the largest distance of the distribution functions, and moments.

import t from 'tap'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { PlanTask } from '../../compute/plan/plan-document.ts'
import { checkOptions, type Distribution } from '../../compute/simulation/input/simulation-options.ts'
import type { Spread } from '../../compute/simulation/input/spread.ts'
import { prepareSimulation } from '../../compute/simulation/prepare/prepare-simulation.ts'
import { percentile, percentileError, percentileErrorOfCounts } from '../../compute/simulation/result/percentiles.ts'
import { drawDriver, drawRisk } from '../../compute/simulation/run/draw-causes.ts'
import { sampleDurations } from '../../compute/simulation/run/sample-durations.ts'
import { simulate } from '../../compute/simulation/simulate.ts'
import { chooseKernel } from '../../compute/wasm/choose-kernel.ts'
import { buildPlan, task } from './build-plan.ts'

const BLOCK = 32
const BLOCKS = 3000
/** What chance alone reaches once in ten thousand times at 96,000 samples, and what tables of 16 segments add. */
const CHANCE = 2.23 / Math.sqrt(BLOCK * BLOCKS)
const TABLE = 0.006

/** The beta distribution by adding up its density, with the pole of the nearer end taken out by a change of variable. */
function betaBelow(x: number, alpha: number, beta: number): number {
  const part = (limit: number, a: number, b: number): number => {
    const steps = 4000
    const top = limit ** a
    let sum = 0
    for (let step = 0; step < steps; step++) sum += (1 - ((top * (step + 0.5)) / steps) ** (1 / a)) ** (b - 1)
    return (sum * top) / steps / a
  }
  const [left, right] = [part(0.5, alpha, beta), part(0.5, beta, alpha)]
  return (x <= 0.5 ? part(x, alpha, beta) : left + right - part(1 - x, beta, alpha)) / (left + right)
}

/** Distribution function on 0 to 1, mean and variance of an estimate whose mode lies at a share of its range. */
interface Truth {
  below: (x: number) => number
  mean: number
  variance: number
}

function betaOf(mode: number): Truth {
  const mean = (1 + 4 * mode) / 6
  const shape = 36 * mean * (1 - mean) - 1
  return { below: (x) => betaBelow(x, mean * shape, (1 - mean) * shape), mean, variance: 1 / 36 }
}

function triangleOf(mode: number): Truth {
  const below = (x: number): number => (x <= mode ? (x * x) / mode : 1 - (1 - x) ** 2 / (1 - mode))
  return { below, mean: (1 + mode) / 3, variance: (1 - mode + mode * mode) / 18 }
}

const UNIFORM: Truth = { below: (x) => x, mean: 0.5, variance: 1 / 12 }

/** Largest distance between the samples and the truth at 99 places, and how far the moments are off. */
function compare(samples: number[], truth: Truth): { distance: number; mean: number; variance: number } {
  const sorted = Float64Array.from(samples).sort()
  let [distance, at] = [0, 0]
  for (let step = 1; step < 100; step++) {
    while (at < sorted.length && (sorted[at] as number) <= step / 100) at++
    distance = Math.max(distance, Math.abs(at / sorted.length - truth.below(step / 100)))
  }
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length
  const variance = samples.reduce((sum, value) => sum + (value - mean) ** 2, 0) / samples.length
  return { distance, mean: mean - truth.mean, variance: variance / truth.variance - 1 }
}

/** Samples of a task, stretched to 0 to 1, from blocks of two seeds. */
function samplesOf(low: number, likely: number, high: number, distribution: Distribution): number[] {
  const row: Partial<PlanTask> = { optimistic_duration: low, most_likely_duration: likely, pessimistic_duration: high }
  const graph = buildGraph(columnsFromPlan(buildPlan([task('A', likely, row)])))
  const simulation = prepareSimulation(graph, checkOptions({ runs: 1, distribution }, 1), chooseKernel())
  const days = new Float64Array(BLOCK)
  const samples: number[] = []
  for (let block = 0; block < BLOCKS; block++) {
    sampleDurations(simulation, block % 2, block >> 1, days)
    samples.push(...Array.from(days, (value) => (value - low) / (high - low)))
  }
  return samples
}

for (const distribution of ['beta', 'triangular'] as const) {
  t.test(`${distribution} durations have their distribution`, async (t) => {
    for (const [low, likely, high] of [
      [5, 10, 15],
      [2, 4, 12],
      [3, 5, 10],
      [100, 100, 700],
      [100, 700, 700],
      [0, 1, 200],
      [1, 2, 3],
    ] as const) {
      const mode = (likely - low) / (high - low)
      const found = compare(
        samplesOf(low, likely, high, distribution),
        distribution === 'beta' ? betaOf(mode) : triangleOf(mode),
      )
      const name = `${low} ${likely} ${high}: ${JSON.stringify(found)}`
      // A sample is a whole number of 64ths of a day.
      const grid = 1 / 64 / (high - low)
      t.ok(found.distance < CHANCE + TABLE + 2 * grid, name)
      t.ok(Math.abs(found.mean) < 0.003 && Math.abs(found.variance) < 0.03, name)
    }
  })
}

t.test('spreads of risks and drivers have their distributions', async (t) => {
  const plan = buildPlan([task('A', 1)])
  const graph = buildGraph(columnsFromPlan(plan))
  const draw = (spread: Spread, kind: 'risk' | 'factor'): number[] => {
    const causes =
      kind === 'risk'
        ? { risks: [{ id: 'r', probability: 1, delayDays: spread, tasks: [0] }], drivers: [] }
        : { risks: [], drivers: [{ id: 'd', effect: kind, spread, tasks: [0] }] }
    const simulation = prepareSimulation(graph, checkOptions({ runs: 1, causes }, 1), chooseKernel())
    const [risk, driver] = [simulation.causes?.risks[0], simulation.causes?.drivers[0]]
    const { unitsPerDay } = simulation.tables
    const row = new Int32Array(BLOCK)
    const samples: number[] = []
    for (let block = 0; block < BLOCKS; block++) {
      if (risk !== undefined) drawRisk(risk, unitsPerDay, block % 2, block >> 1, row)
      if (driver !== undefined) drawDriver(driver, unitsPerDay, block % 2, block >> 1, row)
      samples.push(...Array.from(row, (value) => value / (risk === undefined ? 4096 : unitsPerDay)))
    }
    return samples
  }
  for (const [kind, low, likely, high] of [
    ['risk', 0, 5, 200],
    ['risk', 0, 150, 200],
    ['factor', 0.5, 1, 3],
    ['factor', 0.9, 0.9, 1.4],
  ] as const) {
    const mode = (likely - low) / (high - low)
    for (const [spread, truth] of [
      [{ distribution: 'uniform', low, high }, UNIFORM],
      [{ distribution: 'triangular', low, likely, high }, triangleOf(mode)],
      [{ distribution: 'pert', low, likely, high }, betaOf(mode)],
    ] as const) {
      const found = compare(
        draw(spread, kind).map((value) => (value - low) / (high - low)),
        truth,
      )
      const name = `${kind} ${JSON.stringify(spread)}: ${JSON.stringify(found)}`
      t.ok(found.distance < CHANCE + (spread.distribution === 'pert' ? TABLE : 0.001), name)
      t.ok(Math.abs(found.mean) < 0.003 && Math.abs(found.variance) < 0.03, name)
    }
  }
  t.strictSame(new Set(draw({ distribution: 'fixed', value: 2.5 }, 'risk')), new Set([2.5]))
})

t.test('sprints until the points are reached have the distribution of all their sums', async (t) => {
  const velocities = [5, 8, 8, 13]
  const rest = { velocity_samples: [...velocities, 0], sprint_length_days: 10 }
  const row = { delivery_mode: 'scrum', story_points: 37 } as const
  const graph = buildGraph(columnsFromPlan(buildPlan([task('A', 1, row)], [], rest)))
  const simulation = prepareSimulation(graph, checkOptions({ runs: 1 }, 1), chooseKernel())
  const days = new Float64Array(BLOCK)
  const seen = new Map<number, number>()
  for (let block = 0; block < BLOCKS; block++) {
    sampleDurations(simulation, block % 2, block >> 1, days)
    for (const value of days) seen.set(value, (seen.get(value) ?? 0) + 1 / (BLOCK * BLOCKS))
  }
  let open = new Map([[0, 1]])
  for (let sprint = 1; open.size > 0; sprint++) {
    const next = new Map<number, number>()
    let reached = 0
    for (const [points, share] of open) {
      for (const velocity of velocities) {
        const part = share / velocities.length
        if (points + velocity >= 37) reached += part
        else next.set(points + velocity, (next.get(points + velocity) ?? 0) + part)
      }
    }
    const error = Math.abs((seen.get(sprint * 10) ?? 0) - reached)
    t.ok(error < 0.0065, `${sprint} sprints: ${reached} off by ${error}`)
    open = next
  }
})

t.test('the standard error of a percentile is how far it scatters over seeds', async (t) => {
  const row = { optimistic_duration: 100, most_likely_duration: 200, pessimistic_duration: 900 }
  const graph = buildGraph(
    columnsFromPlan(buildPlan([task('A', 200, row)], [], { calendar: { working_days: [1, 2, 3, 4, 5, 6, 7] } })),
  )
  for (const runs of [400, 2000]) {
    const results = Array.from({ length: 300 }, (_, seed) => simulate(graph, { runs, seed, withCriticality: false }))
    for (const share of ['p50', 'p80', 'p95'] as const) {
      const days = results.map((result) => result[`${share}Day`])
      const mean = days.reduce((sum, day) => sum + day, 0) / days.length
      const scatter = Math.sqrt(days.reduce((sum, day) => sum + (day - mean) ** 2, 0) / (days.length - 1))
      const error = results.reduce((sum, result) => sum + result[`${share}Error`], 0) / results.length
      t.ok(error / scatter > 0.85 && error / scatter < 1.18, `${runs} runs, ${share}: ${error} for ${scatter}`)
    }
  }
})

t.test('errors of percentiles, also of counts and of few runs', async (t) => {
  const sorted = Float64Array.from({ length: 101 }, (_, at) => at)
  const deviation = Math.sqrt(0.25 / 101)
  t.ok(Math.abs(percentileError(sorted, 0.5) - 100 * deviation) < 1e-9)
  t.ok(Math.abs(percentileErrorOfCounts(new Int32Array(101).fill(1), 101, 0.5) - 100 * deviation) < 1e-9)
  t.equal(percentileError(Float64Array.of(3), 0.95), 0, 'one run tells nothing of its error')
  t.equal(percentileError(Float64Array.of(3, 3, 3), 0.5), 0)
  t.equal(percentile(sorted, 1), 100)
})
