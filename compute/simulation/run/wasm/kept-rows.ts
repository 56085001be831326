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
  unitsPerDay: number
}

/** Rows of some that stand together: of the first of them in the first block, and so many of them. */
export interface PickedRows {
  rows: Uint16Array | Int32Array
  place: number
  count: number
}

/** Words of what is picked of each: its whole offset or `PICK_NO_DAY`, and its units. */
export const PICKED_WORDS = layout.PICK_VALUE_BYTES / 4

export class KeptRows {
  readonly #instance: KernelInstance
  readonly #header: Int32Array
  /** Deviations and width. */
  readonly #guesses: Float64Array
  readonly #padding: number
  readonly #values: Int32Array
  readonly #rows: number

  /** Room for rows of so many bytes. */
  static open(module: KernelModule, keptCount: number, bytes: number): KeptRows {
    const known = staying.get(module)
    if (known !== undefined && known.#values.length >= PICKED_WORDS * keptCount && known.#bytes >= bytes) return known
    const opened = new KeptRows(module, keptCount, bytes)
    if (opened.#bytes <= MOST_STAYING_BYTES) staying.set(module, opened)
    return opened
  }

  private constructor(module: KernelModule, keptCount: number, bytes: number) {
    const plan = new MemoryPlan(HEADER + layout.PICK_HEADER_BYTES)
    this.#padding = plan.take(layout.WIDE_ROW_BYTES)
    const values = plan.take(layout.PICK_VALUE_BYTES * keptCount)
    this.#rows = plan.take(bytes)
    this.#instance = instantiate(module, plan.size)
    const { buffer } = this.#instance
    this.#header = new Int32Array(buffer, HEADER, layout.PICK_HEADER_BYTES / 4)
    this.#header[layout.PICK_PADDING_ADDRESS / 4] = this.#padding
    this.#header[layout.PICK_VALUES_ADDRESS / 4] = values
    this.#guesses = new Float64Array(buffer, HEADER + layout.PICK_DEVIATIONS, 2)
    this.#values = new Int32Array(buffer, values, PICKED_WORDS * keptCount)
    inMemory.set(buffer, this)
  }

  get #bytes(): number {
    return this.#instance.buffer.byteLength - this.#rows
  }

  /** Cells of 16 or 32 bits. */
  cells(count: number, isWide: boolean): Uint16Array | Int32Array {
    const { buffer } = this.#instance
    return isWide ? new Int32Array(buffer, this.#rows, count) : new Uint16Array(buffer, this.#rows, count)
  }

  /** `PICKED_WORDS` of each; overwritten by the next call. */
  pick({ rows, place, count }: PickedRows, { runs, rank, deviations, density, unitsPerDay }: PickedRank): Int32Array {
    const { exports, buffer } = this.#instance
    const isWide = rows instanceof Int32Array
    const blockCount = Math.ceil(runs / layout.BLOCK_LANES)
    const inLast = runs - layout.BLOCK_LANES * (blockCount - 1)
    const Cells = isWide ? Int32Array : Uint16Array
    new Cells(buffer, this.#padding, layout.BLOCK_LANES).fill(0).fill(isWide ? 0x7fff_ffff : 0xffff, inLast)
    this.#header[layout.PICK_RANK / 4] = rank
    this.#header[layout.PICK_BLOCK_COUNT / 4] = blockCount
    this.#header[layout.PICK_STRIDE / 4] = count * layout.BLOCK_LANES * rows.BYTES_PER_ELEMENT
    this.#header[layout.PICK_ROWS_ADDRESS / 4] = rows.byteOffset + rows.BYTES_PER_ELEMENT * place
    this.#header[layout.PICK_TASK_COUNT / 4] = count
    this.#header[layout.PICK_UNITS_PER_DAY / 4] = unitsPerDay
    this.#guesses[0] = deviations
    this.#guesses[1] = 1 / (density * runs)
    if (isWide) exports.pickWideDays(HEADER)
    else exports.pickDays(HEADER)
    return this.#values
  }
}

/** The last ones of each kernel, and those that a buffer belongs to. */
const staying = new WeakMap<KernelModule, KeptRows>()
const inMemory = new WeakMap<ArrayBufferLike, KeptRows>()

/** The rows that some finishes are part of, from the first of these on; null where they are kept elsewhere. */
export function keptRowsOf(finishes: Uint16Array | Int32Array): KeptRows | null {
  return inMemory.get(finishes.buffer) ?? null
}
