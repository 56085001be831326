import * as layout from '../../wasm/layout.ts'
import { instantiate, type KernelInstance, type KernelModule } from '../../wasm/load-module.ts'
import { MemoryPlan } from '../../wasm/memory-plan.ts'
import type { PackedDates, PackedNetwork, ResidentPacked } from './packed-network.ts'
import { NO_CAP } from './place-in-workdays.ts'
import { DATE_COLUMNS, type WorkdayNetwork } from './workday-network.ts'

const HEADER = 64

/** A packed network that lies in the memory of an instance of the kernel. */
export class WasmPacked implements ResidentPacked {
  readonly dates: PackedDates
  readonly #instance: KernelInstance
  readonly #header: Int32Array
  readonly #packed: PackedNetwork
  /** Late and early start of each place. */
  readonly #starts: Int32Array

  constructor(module: KernelModule, network: WorkdayNetwork, packed: PackedNetwork) {
    const { taskCount, linkCount, days } = network
    const { nodeCount } = packed
    const edgeCount = packed.outEdges.length
    const plan = new MemoryPlan(HEADER + layout.PACK_HEADER_BYTES)
    const rows = (count: number): number => plan.take(4 * count)
    const slots: [slot: number, address: number, values: Int32Array | Uint16Array | Uint8Array | null][] = [
      [layout.PACK_IN_COUNT_ADDRESS, plan.take(nodeCount), packed.inCount],
      [layout.PACK_OUT_COUNT_ADDRESS, plan.take(nodeCount), packed.outCount],
      [layout.PACK_IN_EDGES_ADDRESS, rows(packed.inEdges.length), packed.inEdges],
      [layout.PACK_OUT_EDGES_ADDRESS, rows(edgeCount), packed.outEdges],
      [layout.PACK_OUT_LINKS_ADDRESS, rows(edgeCount), packed.outLinks],
      [layout.PACK_FLOOR_ADDRESS, plan.take(2 * nodeCount), packed.floor],
      [layout.PACK_LENGTH_ADDRESS, plan.take(2 * nodeCount), packed.length],
      [layout.PACK_ROW_ADDRESS, rows(nodeCount), packed.taskAt.map((task) => 4 * task)],
      [layout.PACK_STARTS_ADDRESS, plan.take(layout.STARTS_BYTES * (nodeCount + 1)), null],
      [layout.PACK_DAYS_ADDRESS, rows(days.length), days],
      [layout.PACK_COLUMNS_ADDRESS, rows(DATE_COLUMNS * taskCount), null],
      [layout.PACK_CRITICAL_ADDRESS, plan.take(taskCount), null],
      [layout.PACK_DRIVING_ADDRESS, plan.take(linkCount + 1), null],
    ]
    this.#instance = instantiate(module, plan.size)
    const { buffer } = this.#instance
    this.#header = new Int32Array(buffer, HEADER, layout.PACK_HEADER_BYTES / 4)
    this.#header[layout.PACK_NODE_COUNT / 4] = nodeCount
    this.#header[layout.PACK_TASK_COUNT / 4] = taskCount
    this.#header[layout.PACK_EDGE_COUNT / 4] = edgeCount
    for (const [slot, address, values] of slots) {
      this.#header[slot / 4] = address
      if (values === null) continue
      new Uint8Array(buffer, address, values.byteLength).set(
        new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
      )
    }
    const addressOf = (slot: number): number => this.#header[slot / 4]
    this.#packed = packed
    this.#starts = new Int32Array(buffer, addressOf(layout.PACK_STARTS_ADDRESS), 2 * (nodeCount + 1))
    // What latest starts count from; it binds nobody's float.
    this.#starts.set([0, NO_CAP], 2 * nodeCount)
    this.dates = {
      finish: 0,
      leastStart: 0,
      columns: new Int32Array(buffer, addressOf(layout.PACK_COLUMNS_ADDRESS), DATE_COLUMNS * taskCount),
      isCritical: new Uint8Array(buffer, addressOf(layout.PACK_CRITICAL_ADDRESS), taskCount),
      isDriving: new Uint8Array(buffer, addressOf(layout.PACK_DRIVING_ADDRESS), linkCount),
      isScheduled: new Uint8Array(taskCount).fill(1),
    }
  }

  run(): PackedDates {
    const { exports } = this.#instance
    const { dates } = this
    dates.finish = exports.packedForward(HEADER)
    dates.leastStart = this.#header[layout.PACK_LEAST_START / 4]
    exports.packedBackward(HEADER, dates.finish)
    this.#closeDone()
    return dates
  }

  /** Of what is complete: dates without float, and which of its links drive. */
  #closeDone(): void {
    const { doneTasks, drivers } = this.#packed
    const { columns, isCritical, isDriving } = this.dates
    const taskCount = isCritical.length
    for (let at = 0; at < doneTasks.length; at++) {
      const task = doneTasks[at]
      columns[2 * taskCount + task] = columns[task]
      columns[3 * taskCount + task] = columns[taskCount + task]
      columns[5 * taskCount + task] = 0
      columns[6 * taskCount + task] = 0
      isCritical[task] = 0
    }
    for (let at = 0; at < drivers.length; at += 4) {
      const bound = this.#starts[2 * drivers[at + 2] + 1] - drivers[at + 3]
      isDriving[drivers[at]] = bound === this.#starts[2 * drivers[at + 1] + 1] ? 1 : 0
    }
  }
}
