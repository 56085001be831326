import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { HeaderRegions } from '../../wasm/header-regions.ts'
import * as layout from '../../wasm/layout.ts'
import type { KernelInstance } from '../../wasm/load-module.ts'
import { groupCountOf, NodeQueue, wordCountOf } from '../node-queue.ts'
import { listSuccessors, type NodeLinks } from '../successors.ts'
import type { Crossings } from './crossings.ts'
import { EDIT_FACT, type EditedNetwork } from './edited-network.ts'
import { invert } from './order-nodes.ts'
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
  readonly #network: WorkdayNetwork
  readonly #inPairs: Int32Array
  readonly #outPairs: Int32Array
  /** Where each edge stands among those by source. */
  readonly #outPlace: Int32Array

  constructor(instantiate: (bytes: number) => KernelInstance, network: WorkdayNetwork, graph: ScheduleGraph) {
    const { nodeCount } = network
    const successors = listSuccessors(graph)
    const bits = 4 * wordCountOf(nodeCount)
    const groups = 4 * groupCountOf(nodeCount)
    const regionsAt = (header: number): HeaderRegions => {
      const regions = new HeaderRegions(header, layout.EDIT_HEADER_BYTES)
      regions.room(layout.EDIT_AHEAD_BITS_ADDRESS, bits)
      regions.room(layout.EDIT_AHEAD_GROUPS_ADDRESS, groups)
      regions.room(layout.EDIT_BACK_BITS_ADDRESS, bits)
      regions.room(layout.EDIT_BACK_GROUPS_ADDRESS, groups)
      regions.room(layout.EDIT_TOUCHED_ADDRESS, 4 * (nodeCount + 1))
      regions.room(layout.EDIT_IS_TOUCHED_ADDRESS, nodeCount)
      regions.values(layout.EDIT_OUT_OFFSET_ADDRESS, successors.offset)
      regions.values(layout.EDIT_OUT_NODE_ADDRESS, successors.node)
      regions.values(layout.EDIT_OUT_EDGE_ADDRESS, successors.edge)
      regions.values(layout.EDIT_TASK_OF_NODE_ADDRESS, graph.taskOfNode)
      regions.room(layout.EDIT_IN_PAIRS_ADDRESS, layout.PAIR_BYTES * nodeCount)
      regions.room(layout.EDIT_OUT_PAIRS_ADDRESS, layout.PAIR_BYTES * nodeCount)
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
    const queue = (slot: number, own: number, ends: number): NodeQueue =>
      new NodeQueue(rows(slot, bits / 4), rows(own, groups / 4), facts.subarray(ends, ends + 2))
    facts[layout.EDIT_GROUP_COUNT / 4] = groups / 4
    this.#instance = instance
    this.#header = header
    this.successors = successors
    this.facts = facts
    this.ahead = queue(layout.EDIT_AHEAD_BITS_ADDRESS, layout.EDIT_AHEAD_GROUPS_ADDRESS, EDIT_FACT.aheadEnds)
    this.back = queue(layout.EDIT_BACK_BITS_ADDRESS, layout.EDIT_BACK_GROUPS_ADDRESS, EDIT_FACT.backEnds)
    this.touched = rows(layout.EDIT_TOUCHED_ADDRESS, nodeCount + 1)
    const { edgeOffset, edgeSource } = network
    const weightOf = (edge: number): number => this.resident.edgeWeight[edge]
    const words = layout.PAIR_BYTES / 4
    this.#inPairs = rows(layout.EDIT_IN_PAIRS_ADDRESS, words * nodeCount)
    fillPairs(this.#inPairs, edgeOffset, edgeSource, weightOf, nodeCount + layout.NO_SOURCE)
    this.#outPairs = rows(layout.EDIT_OUT_PAIRS_ADDRESS, words * nodeCount)
    const outWeight = (at: number): number => weightOf(successors.edge[at])
    fillPairs(this.#outPairs, successors.offset, successors.node, outWeight, nodeCount + layout.NO_TARGET)
    this.#outPlace = invert(successors.edge)
    this.#network = network
    this.isTouched = new Uint8Array(buffer, facts[layout.EDIT_IS_TOUCHED_ADDRESS / 4], nodeCount)
  }

  weigh(edge: number, target: number, weight: number): void {
    const { edgeOffset, edgeSource } = this.#network
    this.resident.edgeWeight[edge] = weight
    const { offset } = this.successors
    const source = edgeSource[edge]
    const at = edge - edgeOffset[target]
    if (at < 2) weighPair(this.#inPairs, target, at, edgeOffset[target + 1] - edgeOffset[target], weight)
    const out = this.#outPlace[edge] - offset[source]
    if (out < 2) weighPair(this.#outPairs, source, out, offset[source + 1] - offset[source], weight)
  }

  moveAhead(most: number): number {
    return this.#instance.exports.moveAhead(HEADER, this.#header, most)
  }

  moveBack(most: number): number {
    return this.#instance.exports.moveBack(HEADER, this.#header, most)
  }

  sweepAhead(from: number): number {
    return this.#instance.exports.sweepAhead(HEADER, this.#header, from)
  }

  sweepBack(from: number): void {
    this.#instance.exports.sweepBack(HEADER, this.#header, from)
  }

  findNext(): void {
    this.#instance.exports.findNext(HEADER)
  }

  addCapped(): number {
    const { latestStart, crossings } = this.#network
    return latestStart === null && crossings === null ? 0 : this.#instance.exports.addCapped(HEADER, this.#header)
  }

  updateCrossing(edge: number): void {
    this.resident.updateCrossings(this.#network.crossings as Crossings, edge, edge + 1)
  }

  findFinish(): number {
    return this.resident.findFinish()
  }

  latestEnd(count: number): number {
    return this.#instance.exports.latestEnd(HEADER, count)
  }

  leastLate(): number {
    return this.#instance.exports.leastLate(HEADER)
  }

  writeTouched(): void {
    this.#instance.exports.writeTouched(HEADER, this.#header)
  }
}

/** The first two edges of each node, as the kernel has them. */
function fillPairs(
  pairs: Int32Array,
  offset: Int32Array,
  ends: Int32Array,
  weightOf: (at: number) => number,
  none: number,
): void {
  for (let node = 0; node < offset.length - 1; node++) {
    const first = offset[node]
    const count = offset[node + 1] - first
    const second = count > 1 ? first + 1 : first
    if (count === 0) pairs.set([none, 0, none, 0], 4 * node)
    else pairs.set([ends[first], weightOf(first), ends[second], weightOf(second)], 4 * node)
  }
}

/** An only edge stands there twice. */
function weighPair(pairs: Int32Array, node: number, at: number, count: number, weight: number): void {
  pairs[4 * node + 2 * at + 1] = weight
  if (count === 1) pairs[4 * node + 3] = weight
}
