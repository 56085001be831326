// How the delays of risks go with the finish: Spearman's correlation, as in `rank-correlation.ts`. A risk does not happen in most runs,
// which all have one rank, and so only the others are looked at.

import { BLOCK_RUNS } from '../run/sample-durations.ts'
import { lowBits, type SimulationSinks } from '../run/simulation-sinks.ts'
import { correlateDraws, MOST_VALUES_A_RUN } from './rank-correlation.ts'

export class DelayCorrelation {
  readonly #sinks: SimulationSinks
  readonly #ranks: Float64Array
  readonly #rankSquare: number
  readonly #riskCount: number
  readonly #blockCount: number
  /** By delay in units: runs that drew it, and their ranks on the other side; nothing between two risks. */
  #counts = new Int32Array(1024)
  #rankSums = new Float64Array(1024)

  /** Centred ranks of the finishes of the sampled runs, and the sum of their squares. */
  constructor(sinks: SimulationSinks, ranks: Float64Array, rankSquare: number) {
    this.#sinks = sinks
    this.#ranks = ranks
    this.#rankSquare = rankSquare
    this.#riskCount = sinks.riskRuns.length
    this.#blockCount = Math.ceil(sinks.sampledRuns / BLOCK_RUNS)
  }

  /** The correlation of a risk, no delay of which is longer than some units; null where either side does not vary. */
  of(risk: number, most: number): number | null {
    const { riskDelays, riskHappens, sampledRuns } = this.#sinks
    if (most > MOST_VALUES_A_RUN * sampledRuns)
      return correlateDraws(this.#drawsOf(risk), this.#ranks, this.#rankSquare)
    this.#reserve(most + 1)
    const counts = this.#counts
    const rankSums = this.#rankSums
    const ranks = this.#ranks
    // Centred ranks sum to 0, and so those of the other runs are what these lack.
    let idle = sampledRuns
    let idleRanks = 0
    for (let block = 0; block < this.#blockCount; block++) {
      const row = (block * this.#riskCount + risk) * BLOCK_RUNS
      const first = block * BLOCK_RUNS
      const counted = lowBits(Math.min(BLOCK_RUNS, sampledRuns - first))
      for (let left = riskHappens[block * this.#riskCount + risk] & counted; left !== 0; left &= left - 1) {
        const run = 31 - Math.clz32(left & -left)
        const delay = riskDelays[row + run]
        const rank = ranks[first + run]
        counts[delay]++
        rankSums[delay] += rank
        idle--
        idleRanks -= rank
      }
    }
    counts[0] += idle
    rankSums[0] += idleRanks
    let product = 0
    let square = 0
    for (let value = 0, below = 0; value <= most; value++) {
      const count = counts[value]
      const rank = 2 * below + count - sampledRuns
      product += rank * rankSums[value]
      square += count * rank * rank
      below += count
    }
    counts.fill(0, 0, most + 1)
    rankSums.fill(0, 0, most + 1)
    return square === 0 || this.#rankSquare === 0 ? null : product / Math.sqrt(square * this.#rankSquare)
  }

  #drawsOf(risk: number): Int32Array {
    const { riskDelays, sampledRuns } = this.#sinks
    return Int32Array.from({ length: sampledRuns }, (_, run) => {
      const block = Math.floor(run / BLOCK_RUNS)
      return riskDelays[(block * this.#riskCount + risk) * BLOCK_RUNS + (run % BLOCK_RUNS)]
    })
  }

  #reserve(length: number): void {
    if (length <= this.#counts.length) return
    this.#counts = new Int32Array(length)
    this.#rankSums = new Float64Array(length)
  }
}
