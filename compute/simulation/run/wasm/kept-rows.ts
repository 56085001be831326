// Finishes that are kept, in the memory of a kernel, where their percentiles are picked. A thread that works alone writes them there
// at once. The memory stays for the simulations to come, because new pages take as long to be cleared and met as to be written.

import * as layout from '../../../wasm/layout.ts'
import { instantiate, type KernelInstance, type KernelModule } from '../../../wasm/load-module.ts'
import { MemoryPlan } from '../../../wasm/memory-plan.ts'

const HEADER = 64
/** Larger memory is made anew for each simulation. */
const MOST_STAYING_BYTES = 1 << 25

/** The rank of a percentile, and where values that scatter as finishes do have it. */
export interface PickedRank {
  runs: number
  /** How many runs are less. */
  rank: number
  /** How many deviations it lies above the mean, and how many runs lie within one there, of one run. */
  deviations: number
  density: number
}

export class KeptRows {
  /** Rows of runs. */
  readonly rows: Uint16Array
  readonly #instance: KernelInstance
  readonly #header: Int32Array
  /** Place and width. */
  readonly #guesses: Float64Array
  readonly #padding: Uint16Array
  readonly #values: Int32Array
  readonly #blockCount: number

  /** Room for some rows of as many blocks each; the last one of them may be partly filled. */
  static open(module: KernelModule, keptCount: number, blockCount: number): KeptRows {
    const known = staying.get(module)
    const cells = layout.BLOCK_LANES * blockCount * keptCount
    if (known !== undefined && known.#blockCount === blockCount && known.rows.length >= cells) return known
    const opened = new KeptRows(module, keptCount, blockCount)
    if (opened.rows.byteLength <= MOST_STAYING_BYTES) staying.set(module, opened)
    return opened
  }

  private constructor(module: KernelModule, keptCount: number, blockCount: number) {
    const plan = new MemoryPlan(HEADER + layout.PICK_HEADER_BYTES)
    const padding = plan.take(layout.ROW_BYTES)
    const together = plan.take(layout.ROW_BYTES * blockCount)
    const values = plan.take(8 * keptCount)
    const rows = plan.take(layout.ROW_BYTES * blockCount * keptCount)
    this.#instance = instantiate(module, plan.size)
    const { buffer } = this.#instance
    this.#header = new Int32Array(buffer, HEADER, layout.PICK_HEADER_BYTES / 4)
    this.#header[layout.PICK_BLOCK_COUNT / 4] = blockCount
    this.#header[layout.PICK_PADDING_ADDRESS / 4] = padding
    this.#header[layout.PICK_RUNS_ADDRESS / 4] = together
    this.#header[layout.PICK_VALUES_ADDRESS / 4] = values
    this.#guesses = new Float64Array(buffer, HEADER + layout.PICK_PLACE, 2)
    this.#padding = new Uint16Array(buffer, padding, layout.BLOCK_LANES)
    this.#values = new Int32Array(buffer, values, 2 * keptCount)
    this.rows = new Uint16Array(buffer, rows, layout.BLOCK_LANES * blockCount * keptCount)
    this.#blockCount = blockCount
    inMemory.set(buffer, this)
  }

  /** Of some that stand together from a place among the rows on the value at the rank, and the next one; overwritten by the next call. */
  pick(place: number, taskCount: number, { runs, rank, deviations, density }: PickedRank): Int32Array {
    this.#padding.fill(0).fill(0xffff, runs - layout.BLOCK_LANES * (this.#blockCount - 1))
    this.#header[layout.PICK_RANK / 4] = rank
    this.#header[layout.PICK_RUN_COUNT / 4] = runs
    this.#header[layout.PICK_ROWS_ADDRESS / 4] = this.rows.byteOffset + 2 * place
    this.#header[layout.PICK_TASK_COUNT / 4] = taskCount
    const range = 2 * mostDeviations(runs)
    this.#guesses[0] = 0.5 + deviations / range
    this.#guesses[1] = 1 / (range * density * runs)
    this.#instance.exports.pickValues(HEADER)
    return this.#values
  }
}

/** How many deviations above the mean the greatest of so many normal values lies, about; the more, the better. */
function mostDeviations(runs: number): number {
  const root = Math.sqrt(2 * Math.log(Math.max(runs, 8)))
  return root - (Math.log(Math.log(Math.max(runs, 8))) + Math.log(4 * Math.PI)) / (2 * root)
}

/** The last ones of each kernel, and those that a buffer belongs to. */
const staying = new WeakMap<KernelModule, KeptRows>()
const inMemory = new WeakMap<ArrayBufferLike, KeptRows>()

/** The rows that some finishes are part of, from the first of these on; null where they are kept elsewhere. */
export function keptRowsOf(finishes: Uint16Array): KeptRows | null {
  return inMemory.get(finishes.buffer) ?? null
}
