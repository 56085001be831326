// The day of P80 of every task whose finishes were kept, as a whole offset: of counts, of rows of runs, and of rows in the memory of
// the kernel, all with the same values.

import type { Kernel } from '../../wasm/choose-kernel.ts'
import { PICK_NO_DAY } from '../../wasm/layout.ts'
import type { KernelModule } from '../../wasm/load-module.ts'
import type { CheckedOptions } from '../input/simulation-options.ts'
import { roundHalfEven } from '../prepare/round-half-even.ts'
import type { Simulation } from '../prepare/simulation.ts'
import { finishesTogether, readRuns, rowOf, type SimulationSinks } from '../run/simulation-sinks.ts'
import { KeptRows, keptRowsOf, PICKED_WORDS, type PickedRank } from '../run/wasm/kept-rows.ts'
import { between, percentile, percentileOfCounts } from './percentiles.ts'

const SHARE = 0.8
/** Where a normal value has it: how far above the mean, and the density there. Only how long it is looked for depends on these. */
const NORMAL = { deviations: 0.8416, density: 0.28 }

export interface KeptPercentiles {
  /** Whole offsets, of those that stand together from the first one on; overwritten by the next call. Completed tasks have any. */
  read(first: number): Int32Array
}

export function openPercentiles(
  simulation: Simulation,
  { runs }: CheckedOptions,
  sinks: SimulationSinks,
  kernel: Kernel,
): KeptPercentiles {
  if (sinks.isCounted) return new OfCounts(simulation, sinks, runs)
  return openRowPercentiles(sinks, { runs, unitsPerDay: simulation.tables.unitsPerDay }, kernel)
}

interface RunUnits {
  runs: number
  unitsPerDay: number
}

/** The same of finishes that were not counted. */
export function openRowPercentiles(sinks: SimulationSinks, units: RunUnits, { module }: Kernel): KeptPercentiles {
  return module === null ? new OfRows(sinks, units) : new InKernel(module, sinks, units)
}

class OfCounts implements KeptPercentiles {
  readonly #simulation: Simulation
  readonly #sinks: SimulationSinks
  readonly #runs: number
  readonly #wholes: Int32Array

  constructor(simulation: Simulation, sinks: SimulationSinks, runs: number) {
    this.#simulation = simulation
    this.#sinks = sinks
    this.#runs = runs
    this.#wholes = new Int32Array(sinks.keptTogether)
  }

  read(first: number): Int32Array {
    const { keptNodes, keptOffset, network, tables } = this.#simulation
    for (let kept = first; kept < Math.min(first + this.#wholes.length, keptNodes.length); kept++) {
      if (network.isConstant[keptNodes[kept]] === 1) continue
      const counts = this.#sinks.finishCounts.subarray(keptOffset[kept], keptOffset[kept + 1])
      const units = percentileOfCounts(counts, this.#runs, SHARE)
      this.#wholes[kept - first] = roundHalfEven(units / tables.unitsPerDay)
    }
    return this.#wholes
  }
}

class OfRows implements KeptPercentiles {
  readonly #sinks: SimulationSinks
  readonly #unitsPerDay: number
  readonly #finishes: Int32Array
  readonly #wholes: Int32Array

  constructor(sinks: SimulationSinks, { runs, unitsPerDay }: RunUnits) {
    this.#sinks = sinks
    this.#unitsPerDay = unitsPerDay
    this.#finishes = new Int32Array(runs)
    this.#wholes = new Int32Array(sinks.keptTogether)
  }

  read(first: number): Int32Array {
    const end = Math.min(first + this.#wholes.length, this.#sinks.keptCount)
    for (let kept = first; kept < end; kept++) {
      readRuns(this.#sinks, kept, this.#finishes)
      this.#wholes[kept - first] = roundHalfEven(percentile(this.#finishes.sort(), SHARE) / this.#unitsPerDay)
    }
    return this.#wholes
  }
}

class InKernel implements KeptPercentiles {
  readonly #sinks: SimulationSinks
  /** Of the runs that lie between the rank and the next one. */
  readonly #part: number
  readonly #rank: PickedRank
  readonly #kept: KeptRows
  /** Whether the finishes were written into the kernel at once. */
  readonly #isThere: boolean
  readonly #wholes: Int32Array

  constructor(module: KernelModule, sinks: SimulationSinks, { runs, unitsPerDay }: RunUnits) {
    const there = keptRowsOf(sinks.finishes)
    const rank = Math.floor((runs - 1) * SHARE)
    this.#sinks = sinks
    this.#part = (runs - 1) * SHARE - rank
    this.#rank = { runs, rank, unitsPerDay, ...NORMAL }
    this.#wholes = new Int32Array(sinks.keptTogether)
    this.#kept = there ?? KeptRows.open(module, sinks.keptTogether, finishesTogether(sinks, 0).byteLength)
    this.#isThere = there !== null
  }

  read(first: number): Int32Array {
    const count = Math.min(this.#wholes.length, this.#sinks.keptCount - first)
    const picked = this.#kept.pick({ ...this.#rowsFrom(first), count }, this.#rank)
    settle(picked, count, this.#part, this.#rank.unitsPerDay, this.#wholes)
    return this.#wholes
  }

  #rowsFrom(first: number) {
    if (this.#isThere) return { rows: this.#sinks.finishes, place: rowOf(this.#sinks, first, 0) }
    const finishes = finishesTogether(this.#sinks, first)
    const rows = this.#kept.cells(finishes.length, finishes instanceof Int32Array)
    rows.set(finishes)
    return { rows, place: 0 }
  }
}

/** Whole offsets of what was picked. A loop of numbers only: what it relies on is there with the next simulation. */
function settle(picked: Int32Array, count: number, part: number, unitsPerDay: number, wholes: Int32Array): void {
  for (let at = 0, from = 0; at < count; at++, from += PICKED_WORDS) {
    wholes[at] =
      picked[from] === PICK_NO_DAY
        ? roundHalfEven(between(picked[from + 1], picked[from + 2], part) / unitsPerDay)
        : picked[from]
  }
}
