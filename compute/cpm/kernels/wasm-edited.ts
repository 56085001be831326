import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { HeaderRegions } from '../../wasm/header-regions.ts'
import * as layout from '../../wasm/layout.ts'
import type { KernelInstance } from '../../wasm/load-module.ts'
import { groupCountOf, NodeQueue, wordCountOf } from '../node-queue.ts'
import { listSuccessors, type NodeLinks } from '../successors.ts'
import { EDIT_FACT, type EditedNetwork } from './edited-network.ts'
import { HEADER, WasmCpm } from './wasm-cpm.ts'
import type { WorkdayNetwork } from './workday-network.ts'

/** An edited network in the memory of an instance of the kernel, behind what its passes need. */
export class WasmEdited implements EditedNetwork {
  readonly resident: WasmCpm
  readonly successors: NodeLinks
  readonly facts: Int32Array
  readonly ahead: NodeQueue
  readonly back: NodeQueue
  readonly touched: Int32Array
  readonly isTouched: Uint8Array
  readonly #instance: KernelInstance
  readonly #header: number

  constructor(instantiate: (bytes: number) => KernelInstance, network: WorkdayNetwork, graph: ScheduleGraph) {
    const { nodeCount } = network
    const successors = listSuccessors(graph)
    const words = 4 * wordCountOf(nodeCount)
    const groups = 4 * groupCountOf(nodeCount)
    const regionsAt = (header: number): HeaderRegions => {
      const regions = new HeaderRegions(header, layout.EDIT_HEADER_BYTES)
      regions.room(layout.EDIT_AHEAD_BITS_ADDRESS, words)
      regions.room(layout.EDIT_AHEAD_GROUPS_ADDRESS, groups)
      regions.room(layout.EDIT_BACK_BITS_ADDRESS, words)
      regions.room(layout.EDIT_BACK_GROUPS_ADDRESS, groups)
      regions.room(layout.EDIT_TOUCHED_ADDRESS, 4 * (nodeCount + 1))
      regions.room(layout.EDIT_IS_TOUCHED_ADDRESS, nodeCount)
      regions.values(layout.EDIT_OUT_OFFSET_ADDRESS, successors.offset)
      regions.values(layout.EDIT_OUT_NODE_ADDRESS, successors.node)
      regions.values(layout.EDIT_OUT_EDGE_ADDRESS, successors.edge)
      regions.values(layout.EDIT_TASK_OF_NODE_ADDRESS, graph.taskOfNode)
      return regions
    }
    let header = 0
    this.resident = new WasmCpm((bytes) => {
      header = (bytes + 63) & ~63
      return instantiate(regionsAt(header).size)
    }, network)
    const { instance } = this.resident
    const { buffer } = instance
    const facts = regionsAt(header).write(buffer)
    const rows = (slot: number, count: number): Int32Array => new Int32Array(buffer, facts[slot / 4], count)
    const queue = (bits: number, own: number, ends: number): NodeQueue =>
      new NodeQueue(rows(bits, words / 4), rows(own, groups / 4), facts.subarray(ends, ends + 2))
    facts[layout.EDIT_GROUP_COUNT / 4] = groups / 4
    this.#instance = instance
    this.#header = header
    this.successors = successors
    this.facts = facts
    this.ahead = queue(layout.EDIT_AHEAD_BITS_ADDRESS, layout.EDIT_AHEAD_GROUPS_ADDRESS, EDIT_FACT.aheadEnds)
    this.back = queue(layout.EDIT_BACK_BITS_ADDRESS, layout.EDIT_BACK_GROUPS_ADDRESS, EDIT_FACT.backEnds)
    this.touched = rows(layout.EDIT_TOUCHED_ADDRESS, nodeCount + 1)
    this.isTouched = new Uint8Array(buffer, facts[layout.EDIT_IS_TOUCHED_ADDRESS / 4], nodeCount)
  }

  moveAhead(most: number): boolean {
    return this.#instance.exports.moveAhead(HEADER, this.#header, most) === 1
  }

  moveBack(most: number): boolean {
    return this.#instance.exports.moveBack(HEADER, this.#header, most) === 1
  }

  writeTouched(): void {
    this.#instance.exports.writeTouched(HEADER, this.#header)
  }
}
