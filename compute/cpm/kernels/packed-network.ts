// A network of working days as small as it gets, for whole passes over networks that do not fit the caches: memory is what they
// wait for. Nodes stand in an order of their own, near the order of the tasks, so that what links connect lies near and
// results are written about in their order. An edge is one word: how far away its other end is, and its weight.

import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { STATE_HELD } from '../../wasm/layout.ts'
import { NODE_STATE } from '../place-nodes.ts'
import { findLeastIn, invert, orderNodes } from './order-nodes.ts'
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
  const leastIn = findLeastIn(graph)
  const nodeAt = orderNodes(graph, leastIn)
  const placeOf = invert(nodeAt)
  const stateAt = (place: number): number => (states === null ? NODE_STATE.open : states[nodeAt[place]])
  const floor = new Uint16Array(nodeCount)
  const length = new Uint16Array(nodeCount)
  const inCount = new Uint8Array(nodeCount)
  const inEdges = new Int32Array(edgeCount + nodeCount)
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
    if (inCount[place] === 1 && leastIn === 2) {
      inEdges[edges] = inEdges[edges - 1]
      inCount[place] = leastIn
      edges++
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
    inEdges: inEdges.subarray(0, edges),
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
