// How a task's duration goes with the finish: Spearman's correlation. The finish is ranked by sorting. A sample with a
// table rises with its variate, and what share of all variates lies below one is known, so that share takes the place of
// the rank among the runs: nothing has to be kept or sorted, and the sums of `run/correlation-sums.ts` are all there is to it.

import type { Simulation } from '../prepare/simulation.ts'
import type { SimulationSinks } from '../run/simulation-sinks.ts'

/** Twice the average ranks of some values, minus their mean: whole numbers that sum to 0. */
export function centredRanks(values: Float64Array): Float64Array {
  const sorted = values.toSorted()
  const rankOf = new Map<number, number>()
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1
    while (to < sorted.length && sorted[to] === sorted[from]) to++
    rankOf.set(sorted[from], from + to - values.length)
    from = to
  }
  return values.map((value) => rankOf.get(value) as number)
}

/** The ranks of the finishes that sensitivities look at. */
export function rankFinishes({ tables }: Simulation, { completions, sampledRuns }: SimulationSinks): Float64Array {
  return centredRanksOfSteps(completions.subarray(0, sampledRuns), 1 / tables.unitsPerDay)
}

/** The same ranks of values that are whole multiples of a step: by counting them where they lie close together. */
export function centredRanksOfSteps(values: Float64Array, step: number): Float64Array {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let at = 0; at < values.length; at++) {
    if (values[at] < least) least = values[at]
    if (values[at] > most) most = values[at]
  }
  if ((most - least) / step > 8 * values.length + 1024) return centredRanks(values)
  const counts = new Int32Array((most - least) / step + 1)
  for (let at = 0; at < values.length; at++) counts[(values[at] - least) / step]++
  const rankOf = new Float64Array(counts.length)
  for (let at = 0, before = 0; at < counts.length; before += counts[at++]) {
    rankOf[at] = 2 * before + counts[at] - values.length
  }
  const ranks = new Float64Array(values.length)
  for (let at = 0; at < values.length; at++) ranks[at] = rankOf[(values[at] - least) / step]
  return ranks
}

/** The correlation of two rows of centred ranks; null when either does not vary. */
export function correlateRanks(left: Float64Array, right: Float64Array): number | null {
  let product = 0
  let leftSquare = 0
  let rightSquare = 0
  for (let at = 0; at < left.length; at++) {
    product += left[at] * right[at]
    leftSquare += left[at] * left[at]
    rightSquare += right[at] * right[at]
  }
  return leftSquare === 0 || rightSquare === 0 ? null : product / Math.sqrt(leftSquare * rightSquare)
}

/** Values that are counted by what they are must lie so close together. */
export const MOST_VALUES_A_RUN = 64

/**
 * The same of whole numbers, given as they were drawn, and centred ranks with the sum of their squares: runs that drew alike have one
 * rank, so their ranks on the other side are added up first. All sums are whole, so their order is free.
 */
export function correlateDraws(draws: Int32Array, ranks: Float64Array, rankSquare: number): number | null {
  let least = draws[0]
  let most = draws[0]
  for (let at = 1; at < draws.length; at++) {
    if (draws[at] < least) least = draws[at]
    if (draws[at] > most) most = draws[at]
  }
  if (most - least > MOST_VALUES_A_RUN * draws.length)
    return correlateRanks(centredRanks(Float64Array.from(draws)), ranks)
  const counts = new Int32Array(most - least + 1)
  const rankSums = new Float64Array(most - least + 1)
  for (let at = 0; at < draws.length; at++) {
    counts[draws[at] - least]++
    rankSums[draws[at] - least] += ranks[at]
  }
  let product = 0
  let square = 0
  for (let value = 0, below = 0; value < counts.length; below += counts[value++]) {
    const rank = 2 * below + counts[value] - draws.length
    product += rank * rankSums[value]
    square += counts[value] * rank * rank
  }
  return square === 0 || rankSquare === 0 ? null : product / Math.sqrt(square * rankSquare)
}

/** The correlation that the sums of a table stand for. */
export function correlationOf(sums: ArrayLike<number>, rankSquare: number, runs: number): number | null {
  const square = sums[1] - (sums[2] * sums[2]) / runs
  return square <= 0 || rankSquare === 0 ? null : sums[0] / Math.sqrt(square * rankSquare)
}
