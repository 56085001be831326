// P80 of every task whose finishes were kept: of counts, of rows of runs, and of rows in the memory of the kernel, all with the
// same values.

import type { Kernel } from '../../wasm/choose-kernel.ts'
import * as layout from '../../wasm/layout.ts'
import { instantiate, type KernelInstance, type KernelModule } from '../../wasm/load-module.ts'
import { MemoryPlan } from '../../wasm/memory-plan.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import type { Simulation } from '../prepare/simulation.ts'
import { BLOCK_RUNS } from '../run/sample-durations.ts'
import { finishesTogether, KEPT_TOGETHER, readFinishes, type SimulationSinks } from '../run/simulation-sinks.ts'
import { between, CountedPercentiles, percentileOfCounts } from './percentiles.ts'

const SHARE = 0.8
/** Rows of finishes that are brought together at a time; they stay in the fast memory of a core. */
const READ_TOGETHER = 8
const HEADER = 64

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
  return new InKernel(module, sinks, runs)
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
  readonly #instance: KernelInstance
  readonly #header: Int32Array
  readonly #rows: Uint16Array
  /** Of each task the value at the rank below the share, and the next one. */
  readonly #values: Int32Array
  /** How far the percentile is from the first to the second of them. */
  readonly #part: number
  readonly #units = new Float64Array(KEPT_TOGETHER)

  constructor(module: KernelModule, sinks: SimulationSinks, runs: number) {
    const rank = (runs - 1) * SHARE
    const { blockCount } = sinks
    this.#sinks = sinks
    this.#part = rank - Math.floor(rank)
    const plan = new MemoryPlan(HEADER + layout.PICK_HEADER_BYTES)
    const rows = plan.take(layout.ROW_BYTES * blockCount * KEPT_TOGETHER)
    const padding = plan.take(layout.ROW_BYTES)
    const together = plan.take(layout.ROW_BYTES * blockCount)
    const values = plan.take(8 * KEPT_TOGETHER)
    this.#instance = instantiate(module, plan.size)
    const { buffer } = this.#instance
    this.#header = new Int32Array(buffer, HEADER, layout.PICK_HEADER_BYTES / 4)
    this.#header[layout.PICK_BLOCK_COUNT / 4] = blockCount
    this.#header[layout.PICK_RANK / 4] = Math.floor(rank)
    this.#header[layout.PICK_RUN_COUNT / 4] = runs
    this.#header[layout.PICK_ROWS_ADDRESS / 4] = rows
    this.#header[layout.PICK_PADDING_ADDRESS / 4] = padding
    this.#header[layout.PICK_RUNS_ADDRESS / 4] = together
    this.#header[layout.PICK_VALUES_ADDRESS / 4] = values
    const lastRuns = runs - BLOCK_RUNS * (blockCount - 1)
    new Uint16Array(buffer, padding, BLOCK_RUNS).fill(0xffff, lastRuns)
    this.#rows = new Uint16Array(buffer, rows, BLOCK_RUNS * blockCount * KEPT_TOGETHER)
    this.#values = new Int32Array(buffer, values, 2 * KEPT_TOGETHER)
  }

  read(first: number): Float64Array {
    this.#rows.set(finishesTogether(this.#sinks, first))
    this.#header[layout.PICK_TASK_COUNT / 4] = Math.min(KEPT_TOGETHER, this.#sinks.keptCount - first)
    this.#instance.exports.pickValues(HEADER)
    for (let at = 0; at < KEPT_TOGETHER; at++) {
      this.#units[at] = between(this.#values[2 * at], this.#values[2 * at + 1], this.#part)
    }
    return this.#units
  }
}
