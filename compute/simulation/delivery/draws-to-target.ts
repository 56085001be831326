// How many sprints, or weeks, a team needs for what is left, by what it did in earlier ones.

import { drawBelow, seedTask } from '../run/random.ts'

const RUNS = 1000
/** The same every time: asking again about the same past gives the same answer. */
const SEED = 20_260_101
const MOST_DRAWS = 2000

/** By how many draws 50, 80 and 95 percent of the runs have reached the target. */
export interface DrawPercentiles {
  readonly p50: number
  readonly p80: number
  readonly p95: number
}

/**
 * Draws samples, each as likely as the others every time, until they add up to the target. The samples are above zero. A
 * run that takes very much longer than the mean says ends at a horizon.
 */
export function drawsToTarget(samples: readonly number[], target: number): DrawPercentiles {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
  const horizon = Math.min(4 * Math.ceil(target / mean) + 10, MOST_DRAWS)
  const counts = new Int32Array(RUNS)
  const state = seedTask(SEED, 0, 0)
  for (let run = 0; run < RUNS; run++) {
    let reached = 0
    let draws = 0
    while (reached < target && draws < horizon) {
      reached += samples[drawBelow(state, samples.length)]
      draws++
    }
    counts[run] = draws
  }
  counts.sort()
  return { p50: shareOf(counts, 0.5), p80: shareOf(counts, 0.8), p95: shareOf(counts, 0.95) }
}

/** The least number within which that share of the runs ends. */
function shareOf(sorted: Int32Array, share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1]
}
