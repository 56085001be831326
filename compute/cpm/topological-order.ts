// Levels by Kahn's algorithm: a node's level is the length of the longest chain of links before it. Levels give an
// order that depends on the network and the ids only, never on the order in which tasks and links were written.
//
// On shuffled networks nothing can be foreseen, and a wrong guess of the processor costs more than some work for nothing:
// every node has room for three targets, those it has not are a target that nobody waits for, and a target enters the queue
// by a place that is only kept when it was the last predecessor.

export interface Levels {
  /** Per node. */
  level: Int32Array
  /** How many nodes are on lower levels; one entry more than levels. */
  start: Int32Array
}

/** Words of a node: predecessors it waits for, and places of three targets. */
const WORDS = 4
const WORDS_SHIFT = 2
const TARGETS = 3

/** The levels of nodes, or null when the links contain a cycle. Linear in nodes and links. */
export function findLevels(nodeCount: number, from: Int32Array, to: Int32Array): Levels | null {
  const nobody = WORDS * nodeCount
  const nodes = new Int32Array(nobody + WORDS)
  const { firstMore, nextMore } = placeTargets(nodes, from, to)
  const level = new Int32Array(nodeCount)
  const start = new Int32Array(nodeCount + 1)
  const queue = new Int32Array(nodeCount + 1)
  let queued = 0
  for (let place = 0; place < nobody; place += WORDS) {
    queue[queued] = place
    queued += isZero(nodes[place])
  }
  let levels = 0
  for (let taken = 0; taken < queued; ) {
    start[levels] = taken
    for (const end = queued; taken < end; taken++) {
      const place = queue[taken]
      level[place >> WORDS_SHIFT] = levels
      queued += pass(nodes, nodes[place + 1], queue, queued)
      queued += pass(nodes, nodes[place + 2], queue, queued)
      queued += pass(nodes, nodes[place + 3], queue, queued)
      for (let edge = firstMore[place >> WORDS_SHIFT]; edge !== 0; edge = nextMore[edge]) {
        queued += pass(nodes, WORDS * to[edge - 1], queue, queued)
      }
    }
    levels++
  }
  start[levels] = queued
  return queued === nodeCount ? { level, start: start.subarray(0, levels + 1) } : null
}

/** Tells a target that one of its predecessors is done; returns how many places the queue has grown by. */
function pass(nodes: Int32Array, target: number, queue: Int32Array, queued: number): number {
  const waiting = nodes[target] - 1
  nodes[target] = waiting
  queue[queued] = target
  return isZero(waiting)
}

/** Counts predecessors and writes the first targets of every node; lists the edges to others, numbered from 1. */
function placeTargets(nodes: Int32Array, from: Int32Array, to: Int32Array) {
  const nobody = nodes.length - WORDS
  const nodeCount = nobody >> WORDS_SHIFT
  const firstMore = new Int32Array(nodeCount)
  const nextMore = new Int32Array(from.length + 1)
  const count = new Int32Array(nodeCount)
  nodes.fill(nobody)
  for (let place = 0; place < nobody; place += WORDS) nodes[place] = 0
  nodes[nobody] = 2_147_483_647
  for (let edge = 0; edge < from.length; edge++) {
    const target = WORDS * to[edge]
    const source = from[edge]
    nodes[target]++
    const before = count[source]++
    if (before < TARGETS) nodes[WORDS * source + 1 + before] = target
    else {
      nextMore[edge + 1] = firstMore[source]
      firstMore[source] = edge + 1
    }
  }
  return { firstMore, nextMore }
}

/** 1 for zero, 0 for what is greater. */
function isZero(value: number): number {
  return (value - 1) >>> 31
}

/** Sorts nodes, given in their order of preference, by level; stable and linear. Not all nodes need be given. */
export function orderByLevel(preferred: Int32Array, { level, start }: Levels): Int32Array {
  const cursor = start.slice()
  if (preferred.length < level.length) {
    cursor.fill(0)
    for (let at = 0; at < preferred.length; at++) cursor[level[preferred[at]] + 1]++
    for (let at = 1; at < cursor.length; at++) cursor[at] += cursor[at - 1]
  }
  const order = new Int32Array(preferred.length)
  for (let at = 0; at < preferred.length; at++) order[cursor[level[preferred[at]]]++] = preferred[at]
  return order
}
