import { LINK_TYPE } from '../../model/schedule-columns.ts'
import type { SimulationNetwork } from './simulation-network.ts'

/** Nodes that are put in order at a time: enough to find alike ones among, and near enough to each other for the caches. */
const BAND_NODES = 256
const NONE = -1

/**
 * The nodes that are not completed, each after all that lead to it, and those with as many edges of every kind one after the other as
 * far as that goes: a pass then turns as often for a node as for the one before it, which the processor foresees.
 */
export function orderNodes(network: SimulationNetwork): Int32Array {
  const { isConstant } = network
  const { nodeCount } = network.graph
  const live = new Int32Array(nodeCount)
  let count = 0
  for (let node = 0; node < nodeCount; node++) if (isConstant[node] === 0) live[count++] = node
  const order = new Int32Array(count)
  const bands = new Bands(network)
  for (let from = 0; from < count; from += BAND_NODES) {
    const to = Math.min(from + BAND_NODES, count)
    bands.order(live.subarray(from, to), order.subarray(from, to))
  }
  return order
}

/** Lists in columns, because a plan that comes once is put in order by code that runs for the first time. */
class Bands {
  readonly #network: SimulationNetwork
  readonly #kind: Int32Array
  /** Edges that lead to a node from others of its band which are not yet listed. */
  readonly #waits: Int32Array
  /** The edges inside the band that leave a node, the last one and those before it, and where each leads. */
  readonly #lastEdge: Int32Array
  readonly #edgeBefore: Int32Array
  readonly #target: Int32Array
  /** Nodes of each kind that wait for no other: the first and the last one, those behind, and how many. */
  readonly #first: Int32Array
  readonly #last: Int32Array
  readonly #behind: Int32Array
  readonly #ready: Int32Array

  constructor(network: SimulationNetwork) {
    const { nodeCount } = network.graph
    const edgeCount = network.edgeOffset[nodeCount]
    const { kind, kindCount } = findKinds(network)
    this.#network = network
    this.#kind = kind
    this.#waits = new Int32Array(nodeCount)
    this.#lastEdge = new Int32Array(nodeCount).fill(NONE)
    this.#edgeBefore = new Int32Array(edgeCount)
    this.#target = new Int32Array(edgeCount)
    this.#first = new Int32Array(kindCount).fill(NONE)
    this.#last = new Int32Array(kindCount)
    this.#behind = new Int32Array(nodeCount)
    this.#ready = new Int32Array(kindCount)
  }

  /** Puts nodes that follow each other in order, whatever leads to them from nodes before them being done. */
  order(band: Int32Array, order: Int32Array): void {
    const { edgeOffset, edgeSource } = this.#network
    for (const node of band) {
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
        const source = edgeSource[edge]
        if (source < band[0]) continue
        this.#target[edge] = node
        this.#edgeBefore[edge] = this.#lastEdge[source]
        this.#lastEdge[source] = edge
        this.#waits[node]++
      }
    }
    for (const node of band) if (this.#waits[node] === 0) this.#list(node)
    let kind = 0
    for (let place = 0; place < order.length; place++) {
      if (this.#ready[kind] === 0) kind = this.#mostReady()
      const node = this.#first[kind]
      this.#first[kind] = this.#behind[node]
      this.#ready[kind]--
      order[place] = node
      for (let edge = this.#lastEdge[node]; edge !== NONE; edge = this.#edgeBefore[edge]) {
        if (--this.#waits[this.#target[edge]] === 0) this.#list(this.#target[edge])
      }
    }
  }

  #list(node: number): void {
    const kind = this.#kind[node]
    this.#behind[node] = NONE
    if (this.#first[kind] === NONE) this.#first[kind] = node
    else this.#behind[this.#last[kind]] = node
    this.#last[kind] = node
    this.#ready[kind]++
  }

  #mostReady(): number {
    let most = 0
    for (let kind = 1; kind < this.#ready.length; kind++) if (this.#ready[kind] > this.#ready[most]) most = kind
    return most
  }
}

/**
 * Per node: how many calendars the edges between calendars enter that count from its finish, and how many those from its start, each a
 * digit of 16. Both tell how many bounds it sets, but for lags.
 */
function countEntered({ graph, edgeOffset, edgeSource, edgeType, edgeAdd, calendar }: SimulationNetwork): Uint8Array {
  const { nodeCount } = graph
  const ofFinish = new Int32Array(nodeCount)
  const ofStart = new Int32Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      if (!Number.isNaN(edgeAdd[edge])) continue
      const isFromStart = edgeType[edge] === LINK_TYPE.SS || edgeType[edge] === LINK_TYPE.SF
      const entered = isFromStart ? ofStart : ofFinish
      entered[edgeSource[edge]] |= 1 << (calendar[node] % 32)
    }
  }
  const counts = new Uint8Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) counts[node] = countOf(ofFinish[node]) + 16 * countOf(ofStart[node])
  return counts
}

/** How many bits there are, many of them as alike. */
function countOf(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0 && count < 15; left &= left - 1) count++
  return count
}

/** How many edges of each kind lead to a node, numbered as they are met; many of a kind count as alike. */
function findKinds(network: SimulationNetwork) {
  const { graph, edgeOffset, edgeType, edgeAdd } = network
  const { nodeCount } = graph
  const kind = new Int32Array(nodeCount)
  const entered = countEntered(network)
  const known = new Map<number, number>()
  for (let node = 0; node < nodeCount; node++) {
    let plain = 0
    let other = 0
    let converted = 0
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      if (Number.isNaN(edgeAdd[edge])) converted++
      else if (edgeType[edge] === LINK_TYPE.FS && edgeAdd[edge] === 0) plain++
      else other++
    }
    const key = Math.min(plain, 15) + 16 * Math.min(other, 15) + 256 * Math.min(converted, 15) + 4096 * entered[node]
    const number = known.get(key) ?? known.size
    known.set(key, number)
    kind[node] = number
  }
  return { kind, kindCount: known.size }
}
