import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { HeaderRegions } from '../../wasm/header-regions.ts'
import * as layout from '../../wasm/layout.ts'
import type { KernelInstance } from '../../wasm/load-module.ts'
import { groupCountOf } from '../node-queue.ts'
import type { SuspectEdges } from './path-order.ts'

const HEADER = 64

/** A network and what its path is ordered by, in the memory of an instance of the kernel. */
export class WasmPathOrder {
  /** How long suspects may be. */
  readonly room: number
  readonly #graph: ScheduleGraph
  readonly #instance: KernelInstance
  readonly #header: Int32Array
  readonly #starts: Int32Array
  readonly #marked: Uint8Array
  #suspects: SuspectEdges

  /** The memory may hold what another network left. */
  constructor(instantiate: (bytes: number) => KernelInstance, graph: ScheduleGraph, suspects: SuspectEdges) {
    const { columns, hierarchy, nodeCount, edgeCount } = graph
    const { taskCount } = columns
    const groups = groupCountOf(Math.max(nodeCount, taskCount))
    const sorted = Math.max(4 * (taskCount + 1), layout.KEYED_BYTES * layout.ORDER_FEW)
    const regions = new HeaderRegions(HEADER, layout.ORDER_HEADER_BYTES)
    const rows = (slot: number, count: number): number => regions.room(slot, 4 * count)
    regions.values(layout.ORDER_RANK_ADDRESS, columns.idRank)
    rows(layout.ORDER_TASKS_ADDRESS, taskCount)
    const starts = rows(layout.ORDER_STARTS_ADDRESS, taskCount)
    const marked = rows(layout.ORDER_MARKED_ADDRESS, (taskCount >> 2) + 2)
    regions.values(layout.ORDER_SUMMARIES_ADDRESS, hierarchy.summaryOrder)
    regions.room(layout.ORDER_LIST_ADDRESS, sorted)
    regions.room(layout.ORDER_ROOM_ADDRESS, sorted)
    rows(layout.ORDER_COUNTS_ADDRESS, 1 << layout.ORDER_DIGIT_BITS)
    rows(layout.ORDER_MERGED_ADDRESS, taskCount)
    // Edits bring a few more.
    this.room = suspects.length + (suspects.length >> 2) + 64
    const suspectsAt = rows(layout.ORDER_SUSPECTS_ADDRESS, this.room)
    regions.room(layout.ORDER_TOLD_ADDRESS, layout.SUSPECT_BYTES * (this.room >> 1))
    regions.values(layout.ORDER_TASK_OF_NODE_ADDRESS, graph.taskOfNode)
    regions.values(layout.ORDER_IS_START_ADDRESS, graph.isSummaryStart)
    rows(layout.ORDER_EDGE_OFFSET_ADDRESS, nodeCount + 1)
    rows(layout.ORDER_EDGE_SOURCE_ADDRESS, edgeCount)
    rows(layout.ORDER_OUT_OFFSET_ADDRESS, nodeCount + 2)
    rows(layout.ORDER_OUT_NODE_ADDRESS, edgeCount)
    rows(layout.ORDER_AWAITED_ADDRESS, nodeCount)
    rows(layout.ORDER_DELAYED_ADDRESS, nodeCount)
    rows(layout.ORDER_SLOTS_ADDRESS, nodeCount)
    rows(layout.ORDER_SLOT_OF_ADDRESS, nodeCount)
    rows(layout.ORDER_OPEN_EDGES_ADDRESS, nodeCount)
    rows(layout.ORDER_QUEUE_BITS_ADDRESS, groups << 5)
    rows(layout.ORDER_QUEUE_GROUPS_ADDRESS, groups)
    regions.room(layout.ORDER_FLAGS_ADDRESS, taskCount)
    rows(layout.ORDER_CURSOR_ADDRESS, taskCount)
    this.#instance = instantiate(regions.size)
    const { buffer, exports } = this.#instance
    const header = regions.write(buffer)
    header[layout.ORDER_TASK_COUNT / 4] = taskCount
    header[layout.ORDER_NODE_COUNT / 4] = nodeCount
    header[layout.ORDER_SUMMARY_COUNT / 4] = hierarchy.summaryCount
    header[layout.ORDER_GROUP_COUNT / 4] = groups
    header[layout.ORDER_HAS_EDGES / 4] = 0
    exports.layOutOrder(HEADER)
    this.#graph = graph
    this.#header = header
    this.#starts = new Int32Array(buffer, starts, taskCount)
    this.#marked = new Uint8Array(buffer, marked, taskCount)
    this.#suspects = suspects
    this.#write(suspects, suspectsAt)
  }

  /** As `PathOrder` says. */
  list(startDay: Int32Array, isCritical: Uint8Array, suspects: SuspectEdges): Int32Array {
    const { exports, buffer } = this.#instance
    if (suspects !== this.#suspects) this.#write(suspects, this.#header[layout.ORDER_SUSPECTS_ADDRESS / 4])
    this.#starts.set(startDay)
    this.#marked.set(isCritical)
    let count = exports.orderPath(HEADER)
    if (count === layout.ORDER_ASKS_EDGES) {
      this.#writeEdges()
      count = exports.orderPath(HEADER)
    }
    return new Int32Array(buffer, this.#header[layout.ORDER_LISTED_ADDRESS / 4], count)
  }

  #write(suspects: SuspectEdges, address: number): void {
    this.#suspects = suspects
    this.#header[layout.ORDER_SUSPECT_COUNT / 4] = suspects.length >> 1
    new Int32Array(this.#instance.buffer, address, suspects.length).set(suspects)
    this.#instance.exports.layOutSuspects(HEADER)
  }

  /** Most networks never need them. */
  #writeEdges(): void {
    const { exports, buffer } = this.#instance
    const { edgeOffset, edgeSource, edgeCount, nodeCount } = this.#graph
    const offsets = this.#header[layout.ORDER_EDGE_OFFSET_ADDRESS / 4]
    const sources = this.#header[layout.ORDER_EDGE_SOURCE_ADDRESS / 4]
    new Int32Array(buffer, offsets, nodeCount + 1).set(edgeOffset.subarray(0, nodeCount + 1))
    new Int32Array(buffer, sources, edgeCount).set(edgeSource.subarray(0, edgeCount))
    exports.layOutDelays(HEADER)
  }
}
