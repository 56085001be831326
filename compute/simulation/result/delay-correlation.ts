// How the delays of risks go with the finish: Spearman's correlation, as in `rank-correlation.ts`. A risk does not happen in most runs,
// which all have one rank, and so only the others are looked at. The loops are over plain rows of numbers and know no object of a
// simulation: V8 throws compiled code away with the last object of a shape that it relies on.

import { lowBits } from '../run/risk-counts.ts'
import { BLOCK_RUNS } from '../run/sample-durations.ts'
import type { SimulationSinks } from '../run/simulation-sinks.ts'
import { correlateDraws, MOST_VALUES_A_RUN } from './rank-correlation.ts'

/**
 * The correlation of each risk with centred ranks of the finishes of the sampled runs, the sum of whose squares is given; null where either
 * side does not vary. `most` is the longest delay of each in units.
 */
export function correlateDelays(
  { riskRuns, riskDelays, riskHappens, sampledRuns }: SimulationSinks,
  ranks: Float64Array,
  rankSquare: number,
  most: readonly number[],
): (number | null)[] {
  const widest = MOST_VALUES_A_RUN * sampledRuns
  const room = most.reduce((room, units) => (units > widest ? room : Math.max(room, units)), 0) + 1
  /** By delay in units: runs that drew it, and their ranks on the other side; nothing between two risks. */
  const counts = new Int32Array(room)
  const rankSums = new Float64Array(room)
  const sums = new Float64Array(2)
  return most.map((units, risk) => {
    if (units > widest) {
      return correlateDraws(drawsOf(riskDelays, riskRuns.length, risk, sampledRuns), ranks, rankSquare)
    }
    countDelays(riskDelays, riskHappens, riskRuns.length, risk, ranks, counts, rankSums)
    addRanks(counts, rankSums, units, sampledRuns, sums)
    const [product, square] = sums
    return square === 0 || rankSquare === 0 ? null : product / Math.sqrt(square * rankSquare)
  })
}

/** Counts the runs by the delay of a risk in them, and adds up their ranks. */
function countDelays(
  delays: Int32Array | Uint16Array,
  happens: Int32Array,
  riskCount: number,
  risk: number,
  ranks: Float64Array,
  counts: Int32Array,
  rankSums: Float64Array,
): void {
  // Centred ranks sum to 0, and so those of the other runs are what these lack.
  let idle = ranks.length
  let idleRanks = 0
  for (let block = 0, first = 0; first < ranks.length; block++, first += BLOCK_RUNS) {
    const row = (block * riskCount + risk) * BLOCK_RUNS
    const counted = lowBits(Math.min(BLOCK_RUNS, ranks.length - first))
    for (let left = happens[block * riskCount + risk] & counted; left !== 0; left &= left - 1) {
      const run = 31 - Math.clz32(left & -left)
      const delay = delays[row + run]
      const rank = ranks[first + run]
      counts[delay]++
      rankSums[delay] += rank
      idle--
      idleRanks -= rank
    }
  }
  counts[0] += idle
  rankSums[0] += idleRanks
}

/** Products of the ranks of delays with those on the other side, and their squares, summed over all runs. Leaves the counts empty. */
function addRanks(counts: Int32Array, rankSums: Float64Array, most: number, runs: number, sums: Float64Array): void {
  let product = 0
  let square = 0
  for (let value = 0, below = 0; value <= most; value++) {
    const count = counts[value]
    if (count === 0) continue
    const rank = 2 * below + count - runs
    product += rank * rankSums[value]
    square += count * rank * rank
    below += count
    counts[value] = 0
    rankSums[value] = 0
  }
  sums[0] = product
  sums[1] = square
}

/** What each run drew of a risk. */
function drawsOf(delays: Int32Array | Uint16Array, riskCount: number, risk: number, runs: number): Int32Array {
  return Int32Array.from({ length: runs }, (_, run) => {
    const block = Math.floor(run / BLOCK_RUNS)
    return delays[(block * riskCount + risk) * BLOCK_RUNS + (run % BLOCK_RUNS)]
  })
}
