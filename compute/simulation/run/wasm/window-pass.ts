import * as layout from '../../../wasm/layout.ts'
import type { KernelInstance } from '../../../wasm/load-module.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import type { Windows } from './plan-windows.ts'
import type { SimulationProgram } from './simulation-program.ts'
import type { WindowProgram } from './window-program.ts'

/** Blocks that may be lost for each that is not, and how many are tried in any case. */
const TRIED_BLOCKS = 4

interface LaidWindows {
  windows: Windows
  program: WindowProgram
  /** What takes a block that left its windows, and whether it needs durations in 32 bits; null where none can. */
  wide: { program: SimulationProgram; hasLong: boolean } | null
  rowCount: number
}

/** The forward pass in windows, or in wide lanes where a block is lost. */
export class WindowPass {
  readonly #program: WindowProgram
  readonly #wide: LaidWindows['wide']
  readonly #places: {
    finishes: number
    estimate: number
    widen: number
    wideDays: number
    longs: number
    wideForward: number
    wideTrace: number
  }
  readonly #widen: Int32Array
  readonly #longs: Int32Array
  #kernel: KernelInstance | null = null
  #header: Int32Array = new Int32Array(0)
  #headerAddress = 0
  #forwardAddress = 0
  #tightAddress = 0
  #traceAddress = 0
  #triedBlocks = 0
  #lostBlocks = 0
  #isLost = false
  readonly #order: Int32Array

  constructor({ network, tables }: Simulation, laid: LaidWindows, asked: Iterable<number>, plan: MemoryPlan) {
    const { isConstant, sampling } = network
    const { unitsPerDay } = tables
    const { windows, program, wide, rowCount } = laid
    this.#program = program
    this.#wide = wide
    this.#order = network.order
    const nodes = [...new Set(asked)].filter((node) => isConstant[node] === 0)
    this.#widen = Int32Array.from(
      nodes.flatMap((node) => [
        node * layout.ROW_BYTES,
        node * layout.WIDE_ROW_BYTES,
        program.basesOf(windows.ofFinish[node]),
      ]),
    )
    this.#longs = Int32Array.from(
      [...windows.shift.keys()]
        .filter((node) => windows.shift[node] > 0 && isConstant[node] === 0)
        .flatMap((node) => [
          node * layout.WIDE_ROW_BYTES,
          windows.shift[node],
          sampling.elapsedDays[node] * unitsPerDay,
        ]),
    )
    this.#places = {
      finishes: plan.take(layout.ROW_BYTES * rowCount),
      estimate: plan.take(layout.BASE_ROW_BYTES),
      widen: plan.take(this.#widen.byteLength),
      wideDays: plan.take(wide?.hasLong ? layout.WIDE_ROW_BYTES * rowCount : 0),
      longs: plan.take(this.#longs.byteLength),
      wideForward: plan.take(wide?.program.forward.byteLength ?? 0),
      wideTrace: plan.take(wide?.program.trace.byteLength ?? 0),
    }
  }

  place(kernel: KernelInstance, header: Int32Array): void {
    const { buffer } = kernel
    const { finishes, estimate, widen, wideDays, longs, wideForward, wideTrace } = this.#places
    this.#kernel = kernel
    this.#header = header
    this.#headerAddress = header.byteOffset
    this.#forwardAddress = header[layout.SIM_FORWARD_ADDRESS / 4]
    this.#traceAddress = header[layout.SIM_TRACE_ADDRESS / 4]
    this.#tightAddress = header[layout.SIM_TIGHT_ADDRESS / 4]
    header[layout.SIM_WINDOW_FINISHES_ADDRESS / 4] = finishes
    header[layout.SIM_ESTIMATE_ADDRESS / 4] = estimate
    header[layout.SIM_WIDEN_COUNT / 4] = this.#widen.byteLength / layout.WIDEN_BYTES
    header[layout.SIM_WIDEN_ADDRESS / 4] = widen
    header[layout.SIM_WIDE_DAYS_ADDRESS / 4] = wideDays
    header[layout.SIM_LONG_COUNT / 4] = this.#longs.length / 3
    header[layout.SIM_LONGS_ADDRESS / 4] = longs
    const write = (address: number, words: Int32Array): void => new Int32Array(buffer, address, words.length).set(words)
    write(widen, this.#widen)
    write(longs, this.#longs)
    write(this.#program.recordsAddress, this.#program.records)
    if (this.#wide !== null) {
      write(wideForward, this.#wide.program.forward)
      write(wideTrace, this.#wide.program.trace)
    }
    // One more than an offset stands for it in the first window, so that 0 stands for none.
    new Int32Array(buffer, this.#program.basesOf(0), layout.BLOCK_LANES).fill(-1)
    for (const { row, units } of this.#program.fixedBounds) {
      new Uint16Array(buffer, finishes + row * layout.ROW_BYTES, layout.BLOCK_LANES).fill(units)
    }
  }

  /** Blocks that were tried in windows, and those of them that were lost. */
  get blocks(): { tried: number; lost: number } {
    return { tried: this.#triedBlocks, lost: this.#lostBlocks }
  }

  forward(isTraced: boolean): void {
    this.#isLost = this.#wide !== null && this.#lostBlocks > this.#triedBlocks / 2 + TRIED_BLOCKS
    if (!this.#isLost) {
      this.#triedBlocks++
      this.#forwardIn(0, isTraced)
      if (this.#isLost) this.#lostBlocks++
    }
    if (this.#isLost) this.#forwardWide(isTraced)
    const { program } = this.#isLost && this.#wide !== null ? this.#wide : this.#program
    this.#set(layout.SIM_TRACE_ADDRESS, this.#isLost ? this.#places.wideTrace : this.#traceAddress)
    this.#set(layout.SIM_TRACE_COUNT, program.trace.byteLength / layout.TRACE_BYTES)
  }

  /** The last block once more, from a place in its order on; once it is lost all of it. */
  forwardFrom(place: number): void {
    if (!this.#isLost) this.#forwardIn(place, false)
    if (this.#isLost) this.#forwardWide(false)
  }

  /** The pass in windows, of which the block may be lost. */
  #forwardIn(from: number, isTraced: boolean): void {
    const { exports } = this.#laid
    const { stretches, program } = this.#program
    const pass = isTraced ? exports.windowTight : exports.windowForward
    this.#set(layout.SIM_IS_LOST, 0)
    for (const [at, { estimate, long, open, place, word, edge }] of stretches.entries()) {
      const end = stretches[at + 1]?.place ?? program.nodeCount
      if (place < from) {
        // Windows that opened before stay as they are.
        const bytes = this.#forwardAddress + 4 * program.wordOf[this.#order[from]]
        if (end > from) pass(this.#headerAddress, bytes, end - from, this.#tightAddress)
        continue
      }
      if (estimate > 0) exports.estimateStart(this.#headerAddress, estimate)
      if (long > 0) exports.finishLong(this.#headerAddress, long)
      if (open > 0) exports.openWindow(this.#headerAddress, open)
      if (long > 0) exports.placeLong(this.#headerAddress, long)
      pass(this.#headerAddress, this.#forwardAddress + 4 * word, end - place, this.#tightAddress + 4 * edge)
    }
    this.#isLost = this.#header[layout.SIM_IS_LOST / 4] !== 0
    if (!this.#isLost) exports.widenRows(this.#headerAddress)
  }

  #forwardWide(isTraced: boolean): void {
    if (this.#wide === null) throw new Error('a block of one window is lost')
    const { exports } = this.#laid
    const { program, hasLong } = this.#wide
    const daysAddress = this.#header[layout.SIM_DAYS_ADDRESS / 4]
    if (hasLong) {
      exports.widenDays(this.#headerAddress)
      this.#set(layout.SIM_DAYS_ADDRESS, this.#places.wideDays)
      this.#set(layout.SIM_HAS_SHORT_DAYS, 0)
    }
    const pass = isTraced ? exports.wideTight : exports.wideForward
    pass(this.#headerAddress, this.#places.wideForward, program.nodeCount)
    this.#set(layout.SIM_DAYS_ADDRESS, daysAddress)
    this.#set(layout.SIM_HAS_SHORT_DAYS, 1)
  }

  #set(slot: number, value: number): void {
    this.#header[slot / 4] = value
  }

  get #laid(): KernelInstance {
    if (this.#kernel === null) throw new Error('the pass has no place yet')
    return this.#kernel
  }
}
