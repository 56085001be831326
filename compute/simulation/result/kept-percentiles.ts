// P80 of every task whose finishes were kept: of counts, of rows of runs, and of rows in the memory of the kernel, all with the
// same values.

import type { Kernel } from '../../wasm/choose-kernel.ts'
import type { KernelModule } from '../../wasm/load-module.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import type { Simulation } from '../prepare/simulation.ts'
import { finishesTogether, KEPT_TOGETHER, readFinishes, rowOf, type SimulationSinks } from '../run/simulation-sinks.ts'
import { KeptRows, keptRowsOf } from '../run/wasm/kept-rows.ts'
import { between, CountedPercentiles, percentileOfCounts } from './percentiles.ts'

const SHARE = 0.8
/** Where a normal value has it: how far above the mean, and the density there. Only how long it is looked for depends on these. */
const NORMAL = { deviations: 0.8416, density: 0.28 }
/** Rows of finishes that are brought together at a time; they stay in the fast memory of a core. */
const READ_TOGETHER = 8

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
  if (module === null || sinks.finishes instanceof Int32Array) return new OfRows(sinks, runs)
  return new InKernel(module, sinks, sinks.finishes, runs)
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
  readonly #runs: number
  readonly #finishes: Int32Array
  readonly #ends = new Int32Array(2 * READ_TOGETHER)
  readonly #counts = new CountedPercentiles()
  readonly #units = new Float64Array(KEPT_TOGETHER)

  constructor(sinks: SimulationSinks, runs: number) {
    this.#sinks = sinks
    this.#runs = runs
    this.#finishes = new Int32Array(READ_TOGETHER * runs)
  }

  read(first: number): Float64Array {
    const end = Math.min(first + KEPT_TOGETHER, this.#sinks.keptCount)
    for (let from = first; from < end; from += READ_TOGETHER) {
      const to = Math.min(from + READ_TOGETHER, end)
      readFinishes(this.#sinks, { from, to }, this.#runs, this.#finishes, this.#ends)
      for (let at = 0; at < to - from; at++) {
        const row = this.#finishes.subarray(at * this.#runs, (at + 1) * this.#runs)
        this.#units[from - first + at] = this.#counts.of(row, this.#ends[2 * at], this.#ends[2 * at + 1], SHARE)
      }
    }
    return this.#units
  }
}

class InKernel implements KeptPercentiles {
  readonly #sinks: SimulationSinks
  readonly #runs: number
  readonly #rank: number
  readonly #kept: KeptRows
  /** Whether the finishes were written into the kernel at once. */
  readonly #isThere: boolean
  readonly #units = new Float64Array(KEPT_TOGETHER)

  constructor(module: KernelModule, sinks: SimulationSinks, finishes: Uint16Array, runs: number) {
    const there = keptRowsOf(finishes)
    this.#sinks = sinks
    this.#runs = runs
    this.#rank = (runs - 1) * SHARE
    this.#kept = there ?? KeptRows.open(module, KEPT_TOGETHER, sinks.blockCount)
    this.#isThere = there !== null
  }

  read(first: number): Float64Array {
    const rank = Math.floor(this.#rank)
    const count = Math.min(KEPT_TOGETHER, this.#sinks.keptCount - first)
    if (!this.#isThere) this.#kept.rows.set(finishesTogether(this.#sinks, first))
    const place = this.#isThere ? rowOf(this.#sinks, first, 0) : 0
    const values = this.#kept.pick(place, count, { runs: this.#runs, rank, ...NORMAL })
    for (let at = 0; at < count; at++) {
      this.#units[at] = between(values[2 * at], values[2 * at + 1], this.#rank - rank)
    }
    return this.#units
  }
}
