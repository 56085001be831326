// P80 of every task whose finishes were kept: of counts, of rows of runs, and of rows in the memory of the kernel, all with the
// same values.

import type { Kernel } from '../../wasm/choose-kernel.ts'
import { BLOCK_LANES } from '../../wasm/layout.ts'
import type { KernelModule } from '../../wasm/load-module.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import type { Simulation } from '../prepare/simulation.ts'
import { finishesTogether, KEPT_TOGETHER, readRuns, rowOf, type SimulationSinks } from '../run/simulation-sinks.ts'
import { KeptRows, keptRowsOf } from '../run/wasm/kept-rows.ts'
import { between, percentile, percentileOfCounts } from './percentiles.ts'

const SHARE = 0.8
/** Where a normal value has it: how far above the mean, and the density there. Only how long it is looked for depends on these. */
const NORMAL = { deviations: 0.8416, density: 0.28 }
/** Units between two finishes of a task that 16 bits hold. */
const MOST_SPAN = 65_534

export interface KeptPercentiles {
  /** Units, of up to `KEPT_TOGETHER` tasks from the first one on; overwritten by the next call. Completed tasks have any. */
  read(first: number): Float64Array
}

export function openPercentiles(
  simulation: Simulation,
  { runs }: CheckedOptions,
  sinks: SimulationSinks,
  kernel: Kernel,
): KeptPercentiles {
  return sinks.isCounted ? new OfCounts(simulation, sinks, runs) : openRowPercentiles(sinks, runs, kernel)
}

/** The same of finishes that were not counted. */
export function openRowPercentiles(sinks: SimulationSinks, runs: number, { module }: Kernel): KeptPercentiles {
  return module === null ? new OfRows(sinks, runs) : new InKernel(module, sinks, runs)
}

class OfCounts implements KeptPercentiles {
  readonly #simulation: Simulation
  readonly #sinks: SimulationSinks
  readonly #runs: number
  readonly #units = new Float64Array(KEPT_TOGETHER)

  constructor(simulation: Simulation, sinks: SimulationSinks, runs: number) {
    this.#simulation = simulation
    this.#sinks = sinks
    this.#runs = runs
  }

  read(first: number): Float64Array {
    const { keptNodes, keptOffset, network } = this.#simulation
    for (let kept = first; kept < Math.min(first + KEPT_TOGETHER, keptNodes.length); kept++) {
      if (network.isConstant[keptNodes[kept]] === 1) continue
      const counts = this.#sinks.finishCounts.subarray(keptOffset[kept], keptOffset[kept + 1])
      this.#units[kept - first] = percentileOfCounts(counts, this.#runs, SHARE)
    }
    return this.#units
  }
}

class OfRows implements KeptPercentiles {
  readonly #sinks: SimulationSinks
  readonly #finishes: Int32Array
  readonly #units = new Float64Array(KEPT_TOGETHER)

  constructor(sinks: SimulationSinks, runs: number) {
    this.#sinks = sinks
    this.#finishes = new Int32Array(runs)
  }

  read(first: number): Float64Array {
    const end = Math.min(first + KEPT_TOGETHER, this.#sinks.keptCount)
    for (let kept = first; kept < end; kept++) this.#units[kept - first] = this.of(kept)
    return this.#units
  }

  of(kept: number): number {
    readRuns(this.#sinks, kept, this.#finishes)
    return percentile(this.#finishes.sort(), SHARE)
  }
}

class InKernel implements KeptPercentiles {
  readonly #sinks: SimulationSinks
  readonly #runs: number
  readonly #rank: number
  readonly #kept: KeptRows
  /** Whether the finishes were written into the kernel at once. */
  readonly #isThere: boolean
  /** Of the tasks at hand, what their finishes are counted from, and by how much the last one is later. */
  readonly #least = new Int32Array(KEPT_TOGETHER)
  readonly #span = new Int32Array(KEPT_TOGETHER)
  readonly #others: OfRows
  readonly #units = new Float64Array(KEPT_TOGETHER)

  constructor(module: KernelModule, sinks: SimulationSinks, runs: number) {
    const there = sinks.finishes instanceof Int32Array ? null : keptRowsOf(sinks.finishes)
    this.#sinks = sinks
    this.#runs = runs
    this.#rank = (runs - 1) * SHARE
    this.#kept = there ?? KeptRows.open(module, KEPT_TOGETHER, sinks.blockCount)
    this.#isThere = there !== null
    this.#others = new OfRows(sinks, runs)
  }

  read(first: number): Float64Array {
    const rank = Math.floor(this.#rank)
    const count = Math.min(KEPT_TOGETHER, this.#sinks.keptCount - first)
    if (!this.#isThere) this.#bring(finishesTogether(this.#sinks, first), count)
    const place = this.#isThere ? rowOf(this.#sinks, first, 0) : 0
    const values = this.#kept.pick(place, count, { runs: this.#runs, rank, ...NORMAL })
    for (let at = 0; at < count; at++) {
      const least = this.#least[at]
      this.#units[at] =
        this.#span[at] > MOST_SPAN
          ? this.#others.of(first + at)
          : between(least + values[2 * at], least + values[2 * at + 1], this.#rank - rank)
    }
    return this.#units
  }

  #bring(finishes: Uint16Array | Int32Array, count: number): void {
    if (finishes instanceof Uint16Array) this.#kept.rows.set(finishes)
    else this.#narrow(finishes, count)
  }

  /** Finishes of 32 bits, from the least of each task on. */
  #narrow(finishes: Int32Array, count: number): void {
    const { rows } = this.#kept
    const width = BLOCK_LANES * count
    for (let task = 0; task < count; task++) {
      let least = finishes[BLOCK_LANES * task]
      let most = least
      for (let run = 0, from = BLOCK_LANES * task; run < this.#runs; from += width) {
        const end = from + Math.min(BLOCK_LANES, this.#runs - run)
        for (let at = from; at < end; at++) {
          least = Math.min(least, finishes[at])
          most = Math.max(most, finishes[at])
        }
        run += BLOCK_LANES
      }
      for (let from = BLOCK_LANES * task; from < finishes.length; from += width) {
        for (let at = from; at < from + BLOCK_LANES; at++) rows[at] = finishes[at] - least
      }
      this.#least[task] = least
      this.#span[task] = most - least
    }
  }
}
