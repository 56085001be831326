// The order in which a packed network has its nodes.

import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { listSuccessors } from '../successors.ts'

/** Nodes that are ordered among themselves: few enough for what the passes know of them to stay in a near cache. */
const BLOCK_NODES = 512

/**
 * A topological order near that of the tasks. In each block of it nodes with as many edges follow each other as long as some are
 * free: the passes then turn as often for a node as for the one before it, which the processor foresees. What becomes free
 * waits at the end of its queue, so that neighbours seldom wait for each other and the processor works on several at once.
 */
export function orderNodes(graph: ScheduleGraph, leastIn: number): Int32Array {
  const { nodeCount, edgeOffset } = graph
  const listed = listAfterSources(graph)
  const placeOf = invert(listed)
  const { offset, node: targets } = listSuccessors(graph)
  const waitsFor = new Int32Array(nodeCount)
  const kindOf = new Uint8Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    waitsFor[node] = edgeOffset[node + 1] - edgeOffset[node]
    kindOf[node] = kindFor(waitsFor[node], offset[node + 1] - offset[node], leastIn)
  }
  const free = new FreeNodes(kindOf)
  const order = new Int32Array(nodeCount)
  let blockEnd = 0
  for (let at = 0; at < nodeCount; at++) {
    if (at === blockEnd) {
      blockEnd = Math.min(nodeCount, at + BLOCK_NODES)
      for (let place = at; place < blockEnd; place++) if (waitsFor[listed[place]] === 0) free.add(listed[place])
    }
    const node = free.take()
    order[at] = node
    for (let to = offset[node]; to < offset[node + 1]; to++) {
      if (--waitsFor[targets[to]] === 0 && placeOf[targets[to]] < blockEnd) free.add(targets[to])
    }
  }
  return order
}

const MOST_COUNTED = 7
const COUNTS = MOST_COUNTED + 1

/** Nodes of one kind have as many edges in and out. */
function kindFor(edgesIn: number, edgesOut: number, leastIn: number): number {
  const ins = edgesIn === 0 ? 0 : Math.min(Math.max(edgesIn, leastIn), MOST_COUNTED)
  return ins * COUNTS + Math.min(edgesOut, MOST_COUNTED)
}

/** Nodes that wait for nothing more, a queue a kind. */
class FreeNodes {
  readonly #kindOf: Uint8Array
  readonly #next: Int32Array
  readonly #first = new Int32Array(COUNTS * COUNTS).fill(-1)
  readonly #last = new Int32Array(COUNTS * COUNTS)
  readonly #count = new Int32Array(COUNTS * COUNTS)
  #kind = 0

  constructor(kindOf: Uint8Array) {
    this.#kindOf = kindOf
    this.#next = new Int32Array(kindOf.length)
  }

  add(node: number): void {
    const kind = this.#kindOf[node]
    this.#next[node] = -1
    if (this.#first[kind] === -1) this.#first[kind] = node
    else this.#next[this.#last[kind]] = node
    this.#last[kind] = node
    this.#count[kind]++
  }

  /** The next node of the kind last taken, or of the kind that most are of, if possible one with as many edges at one end. */
  take(): number {
    if (this.#count[this.#kind] === 0) this.#kind = this.#nextKind()
    const node = this.#first[this.#kind]
    this.#first[this.#kind] = this.#next[node]
    this.#count[this.#kind]--
    return node
  }

  #nextKind(): number {
    const ins = Math.floor(this.#kind / COUNTS)
    const outs = this.#kind % COUNTS
    let best = 0
    let most = 0
    for (let kind = 0; kind < this.#count.length; kind++) {
      const isAlike = Math.floor(kind / COUNTS) === ins || kind % COUNTS === outs
      const weight = this.#count[kind] * (isAlike ? 4 : 1)
      if (weight <= most) continue
      most = weight
      best = kind
    }
    return best
  }
}

/**
 * How many edges lead into a node that has any. Where most have two, the only edge of the others is read twice: that costs less
 * than a number of turns that the processor does not foresee.
 */
export function findLeastIn({ nodeCount, edgeOffset }: ScheduleGraph): number {
  let [ones, twos] = [0, 0]
  for (let node = 0; node < nodeCount; node++) {
    const count = edgeOffset[node + 1] - edgeOffset[node]
    if (count === 1) ones++
    if (count === 2) twos++
  }
  return ones < twos ? 2 : 1
}

/** Nodes in the order of their tasks, each after those it waits for. */
function listAfterSources({ nodeCount, nodeOfTask, edgeOffset, edgeSource, columns }: ScheduleGraph): Int32Array {
  const order = new Int32Array(nodeCount)
  const isListed = new Uint8Array(nodeCount)
  const next = edgeOffset.slice(0, nodeCount)
  const stack = new Int32Array(nodeCount)
  let listed = 0
  for (let task = 0; task < columns.taskCount; task++) {
    const first = nodeOfTask[task]
    if (first === -1 || isListed[first] === 1) continue
    stack[0] = first
    for (let depth = 0; depth >= 0; ) {
      const node = stack[depth]
      let waitsFor = -1
      while (next[node] < edgeOffset[node + 1] && waitsFor === -1) {
        const source = edgeSource[next[node]++]
        if (isListed[source] === 0) waitsFor = source
      }
      if (waitsFor !== -1) stack[++depth] = waitsFor
      else {
        isListed[node] = 1
        order[listed++] = node
        depth--
      }
    }
  }
  return order
}

export function invert(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length)
  for (let place = 0; place < order.length; place++) places[order[place]] = place
  return places
}
