// What the blocks of one thread count of risks. Loops are over plain rows of numbers, because V8 throws compiled code away with the last
// object of a shape that it relies on, and no object of a simulation need outlive it.

import { BLOCK_RUNS } from './sample-durations.ts'
import type { SimulationSinks } from './simulation-sinks.ts'

/** Costs of a block, one after the other: whose they are, in which run of it, and how many units. */
export interface FoundCosts {
  count: number
  readonly risks: Int32Array
  readonly runs: Int32Array
  readonly units: Float64Array
}

/**
 * What one thread counted: per risk the runs in which it happened, those of them that are looked at for its cost, and sums of costs and of
 * their squares, which are whole.
 */
export interface RiskCounts {
  readonly runs: Int32Array
  readonly costHits: Int32Array
  readonly costs: Float64Array
  readonly costSquares: Float64Array
}

export function openRiskCounts(risks: number): RiskCounts {
  return {
    runs: new Int32Array(risks),
    costHits: new Int32Array(risks),
    costs: new Float64Array(risks),
    costSquares: new Float64Array(risks),
  }
}

/** Adds the costs of a block. */
export function addCosts({ costs, costSquares }: RiskCounts, { risks, units, count }: FoundCosts): void {
  addSums(risks, units, count, costs, costSquares)
}

function addSums(
  risks: Int32Array,
  units: Float64Array,
  count: number,
  sums: Float64Array,
  squares: Float64Array,
): void {
  for (let at = 0; at < count; at++) {
    sums[risks[at]] += units[at]
    squares[risks[at]] += units[at] * units[at]
  }
}

/** Keeps what the runs of a block drew for each risk: its delays, and a bit a run in which it happened. */
export function keepRisks(
  { riskDelays, riskHappens, sampledRuns, costRuns }: SimulationSinks,
  counts: RiskCounts,
  { delays, happens }: { readonly delays: Int32Array | Uint16Array; readonly happens: Int32Array },
  block: number,
  runCount: number,
): void {
  const firstRun = block * BLOCK_RUNS
  const counted = lowBits(runCount)
  const costed = lowBits(Math.min(runCount, Math.max(0, costRuns - firstRun)))
  addBits(happens, counted, counts.runs)
  addBits(happens, costed, counts.costHits)
  if (firstRun >= sampledRuns) return
  riskDelays.set(delays, block * delays.length)
  riskHappens.set(happens, block * happens.length)
}

function addBits(words: Int32Array, counted: number, counts: Int32Array): void {
  for (let at = 0; at < words.length; at++) counts[at] += bitCount(words[at] & counted)
}

/** Adds what a thread counted to what all did. */
export function addRiskCounts(sinks: SimulationSinks, counts: RiskCounts): void {
  for (let risk = 0; risk < sinks.riskRuns.length; risk++) {
    Atomics.add(sinks.riskRuns, risk, counts.runs[risk])
    Atomics.add(sinks.costHits, risk, counts.costHits[risk])
    if (counts.costSquares[risk] === 0) continue
    Atomics.add(sinks.riskCosts, risk, BigInt(counts.costs[risk]))
    Atomics.add(sinks.riskCostSquares, risk, BigInt(counts.costSquares[risk]))
  }
}

/** So many runs, a bit each. */
export function lowBits(count: number): number {
  return count === 32 ? -1 : (1 << count) - 1
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}
