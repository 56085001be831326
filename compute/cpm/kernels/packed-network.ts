// A network of working days as small as it gets, for whole passes over networks that do not fit the caches: memory is what they
// wait for. Nodes stand in an order of their own, near the order of the tasks, so that what links connect lies near and
// results are written about in their order. An edge is one word: how far away its other end is, and its weight.

import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { STATE_HELD } from '../../wasm/layout.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { holdsStill, isDone, NO_CAP } from './place-in-workdays.ts'
import type { WorkdayNetwork } from './workday-network.ts'

export interface PackedNetwork {
  nodeCount: number
  /** The task at each place. */
  taskAt: Int32Array
  /** Latest start bound that no link sets, and days occupied. */
  floor: Uint16Array
  length: Uint16Array
  /** Edges that move the node at each place, and those that bind it in turn. */
  inCount: Uint8Array
  outCount: Uint8Array
  /** By target and by source: the distance in the lower half, the weight in the upper one. */
  inEdges: Int32Array
  outEdges: Int32Array
  /** The link each of the edges by source decides about; the number of links where it decides about none. */
  outLinks: Int32Array
  /** Complete tasks, whose late dates are their early ones. */
  doneTasks: Int32Array
  /**
   * Links to open nodes out of those that links do not bind in turn: link, source, target and weight. Whether they drive is asked
   * after the passes.
   */
  drivers: Int32Array
}

/** What a kernel makes of a packed network, which must finish within its days: it was run before it was packed. */
export interface PackedDates {
  /** The first position after the last finish, and the first start. */
  finish: number
  leastStart: number
  /** As those of `WorkdayDates`; the fifth is left alone. */
  columns: Int32Array
  isCritical: Uint8Array
  isDriving: Uint8Array
  /** 1 for every task. */
  isScheduled: Uint8Array
}

/** A packed network where a kernel keeps it. */
export interface ResidentPacked {
  /** What the last run made; the same object and memory after every run. */
  dates: PackedDates
  run(): PackedDates
}

/** Nodes that are ordered among themselves: few enough for what the passes know of them to stay in a near cache. */
const BLOCK_NODES = 256
const MOST_EDGES = 255
const MOST_DISTANCE = 65_535
const MOST_WEIGHT = 32_767
const MOST_DAYS = 65_535

/**
 * Packs a network; null where a distance, a weight, a number of edges or of days does not fit. A latest start is an edge like any
 * other, to the place past the last one, whose late start is 0.
 */
export function packNetwork(graph: ScheduleGraph, network: WorkdayNetwork): PackedNetwork | null {
  const { nodeCount, edgeCount, edgeOffset, edgeSource, edgeWeight, edgeLink, linkCount, states } = network
  const nodeAt = orderNodes(graph)
  const placeOf = invert(nodeAt)
  const stateAt = (place: number): number => (states === null ? NODE_STATE.open : states[nodeAt[place]])
  const floor = new Uint16Array(nodeCount)
  const length = new Uint16Array(nodeCount)
  const inCount = new Uint8Array(nodeCount)
  const inEdges = new Int32Array(edgeCount)
  const cursor = new Int32Array(nodeCount + 1)
  let edges = 0
  for (let place = 0; place < nodeCount; place++) {
    const node = nodeAt[place]
    const count = edgeOffset[node + 1] - edgeOffset[node]
    if (count > MOST_EDGES || network.floor[node] > MOST_DAYS || network.length[node] > MOST_DAYS) return null
    floor[place] = network.floor[node]
    length[place] = network.length[node]
    const state = stateAt(place)
    if (!holdsStill(state)) inCount[place] = count
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const source = placeOf[edgeSource[edge]]
      if (!fits(place - source, edgeWeight[edge])) return null
      if (!holdsStill(state)) inEdges[edges++] = pack(place - source, edgeWeight[edge])
      if (!isDone(state) && !isSettled(stateAt(source))) cursor[source + 1]++
    }
  }
  const capAt = latestStarts(network, nodeAt)
  const outCount = new Uint8Array(nodeCount)
  for (let place = 0; place < nodeCount; place++) {
    if (capAt !== null && capAt[place] !== NO_CAP) cursor[place + 1]++
    if (cursor[place + 1] > MOST_EDGES) return null
    outCount[place] = cursor[place + 1]
    cursor[place + 1] += cursor[place]
  }
  const outEdges = new Int32Array(cursor[nodeCount])
  const outLinks = new Int32Array(cursor[nodeCount])
  const drivers: number[] = []
  for (let place = 0; place < nodeCount; place++) {
    const node = nodeAt[place]
    const state = stateAt(place)
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1] && !isDone(state); edge++) {
      const source = placeOf[edgeSource[edge]]
      const link = state === NODE_STATE.open ? edgeLink[edge] : linkCount
      if (isSettled(stateAt(source))) {
        if (link < linkCount) drivers.push(link, source, place, edgeWeight[edge])
        continue
      }
      const to = cursor[source]++
      outEdges[to] = pack(place - source, edgeWeight[edge])
      outLinks[to] = link
    }
    if (capAt === null || capAt[place] === NO_CAP) continue
    if (!fits(nodeCount - place, capAt[place])) return null
    const to = cursor[place]++
    outEdges[to] = pack(nodeCount - place, -capAt[place])
    outLinks[to] = linkCount
  }
  const taskAt = nodeAt.map((node) => graph.taskOfNode[node])
  return {
    nodeCount,
    taskAt,
    floor,
    length,
    inCount,
    outCount,
    inEdges,
    outEdges,
    outLinks,
    doneTasks: taskAt.filter((_, place) => isDone(stateAt(place))),
    drivers: Int32Array.from(drivers),
  }
}

function pack(distance: number, weight: number): number {
  return distance | (weight << 16)
}

function fits(distance: number, weight: number): boolean {
  return distance <= MOST_DISTANCE && weight <= MOST_WEIGHT && weight >= -MOST_WEIGHT
}

/** Whether late dates are known before the passes. */
function isSettled(state: number): boolean {
  return isDone(state) || state === STATE_HELD
}

/** Latest starts that can bind, by place. */
function latestStarts({ latestStart, states, days }: WorkdayNetwork, nodeAt: Int32Array): Int32Array | null {
  if (latestStart === null) return null
  return nodeAt.map((node) => {
    const binds = latestStart[node] < days.length && !(states !== null && isDone(states[node]))
    return binds ? latestStart[node] : NO_CAP
  })
}

/**
 * A topological order near that of the tasks. In each block of it nodes stand by level, and by how many edges they have
 * within a level: neighbours seldom wait for each other, so that the processor works on several at once, and the passes
 * turn as often for a node as for the one before it, which the processor then foresees.
 */
function orderNodes(graph: ScheduleGraph): Int32Array {
  const { nodeCount, edgeCount, edgeOffset, edgeSource } = graph
  const order = listAfterSources(graph)
  const placeOf = invert(order)
  const outCount = new Int32Array(nodeCount)
  for (let edge = 0; edge < edgeCount; edge++) outCount[edgeSource[edge]]++
  const level = new Int32Array(nodeCount)
  const key = new Int32Array(nodeCount)
  const cursor = new Int32Array(BLOCK_NODES * KEYS_PER_LEVEL + 1)
  const sorted = new Int32Array(nodeCount)
  for (let from = 0; from < nodeCount; from += BLOCK_NODES) {
    const to = Math.min(from + BLOCK_NODES, nodeCount)
    let last = 0
    for (let place = from; place < to; place++) {
      const node = order[place]
      const end = edgeOffset[node + 1]
      for (let edge = edgeOffset[node]; edge < end; edge++) {
        const source = placeOf[edgeSource[edge]]
        if (source >= from && level[source] >= level[place]) level[place] = level[source] + 1
      }
      key[place] = level[place] * KEYS_PER_LEVEL + keyOf(end - edgeOffset[node], outCount[node])
      last = Math.max(last, key[place])
    }
    cursor.fill(0, 0, last + 2)
    for (let place = from; place < to; place++) cursor[key[place] + 1]++
    for (let at = 0; at <= last; at++) cursor[at + 1] += cursor[at]
    for (let place = from; place < to; place++) sorted[from + cursor[key[place]]++] = order[place]
  }
  return sorted
}

const MOST_COUNTED = 7
const KEYS_PER_LEVEL = (MOST_COUNTED + 1) ** 2

/** Nodes with the same edges in stand together, and in there up and down by turns, those with the same edges out. */
function keyOf(edgesIn: number, edgesOut: number): number {
  const ins = Math.min(edgesIn, MOST_COUNTED)
  const outs = Math.min(edgesOut, MOST_COUNTED)
  return ins * (MOST_COUNTED + 1) + (ins % 2 === 0 ? outs : MOST_COUNTED - outs)
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

function invert(order: Int32Array): Int32Array {
  const places = new Int32Array(order.length)
  for (let place = 0; place < order.length; place++) places[order[place]] = place
  return places
}
