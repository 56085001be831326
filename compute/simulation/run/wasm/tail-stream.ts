// A network from its end, for the costs of risks: the edges that leave each node, and those that lead past some of them. In columns, because
// a plan that comes once is laid out by code that runs for the first time.

import { LINK_TYPE } from '../../../model/schedule-columns.ts'
import * as layout from '../../../wasm/layout.ts'
import { isToStart } from '../../prepare/forward-block.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import type { SimulationNetwork } from '../../prepare/simulation-network.ts'
import { rowOf, shiftOf } from './lanes.ts'

const NODE_WORDS = layout.TAIL_BYTES / 4
const OUT_WORDS = layout.OUT_BYTES / 4

/** The nodes from the last to the first, with the edges that leave them. */
export interface TailStream {
  words: Int32Array
  /** Per edge the place of its words, or of the one word of a plain edge. */
  wordOf: Int32Array
}

export function writeTails({ network, tables }: Simulation): TailStream {
  const { graph, isConstant, edgeOffset, edgeSource, edgeType, edgeAdd, startBound, finishBound } = network
  const { nodeCount } = graph
  const { unitsPerDay } = tables
  const edgeCount = edgeOffset[nodeCount]
  const plainCount = new Int32Array(nodeCount)
  const otherCount = new Int32Array(nodeCount)
  for (let edge = 0; edge < edgeCount; edge++) {
    if (isPlain(network, edge)) plainCount[edgeSource[edge]]++
    else otherCount[edgeSource[edge]]++
  }
  /** Where the next plain edge of a node goes, and the next other one. */
  const nextPlain = new Int32Array(nodeCount)
  const nextOther = new Int32Array(nodeCount)
  let length = 0
  for (let node = nodeCount - 1; node >= 0; node--) {
    if (isConstant[node] === 1) continue
    nextPlain[node] = length + NODE_WORDS
    nextOther[node] = nextPlain[node] + plainCount[node]
    length = nextOther[node] + OUT_WORDS * otherCount[node]
  }
  const words = new Int32Array(length)
  const wordOf = new Int32Array(edgeCount)
  const zeros = rowOf(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    if (isConstant[node] === 1) continue
    // No edge that leaves the node is written yet, because all lead to nodes behind it.
    const own = nextPlain[node] - NODE_WORDS
    words[own + layout.TAIL_ROW / 4] = rowOf(node)
    words[own + layout.TAIL_BOUND / 4] = startBound[node] * unitsPerDay
    words[own + layout.TAIL_FINISH_BOUND / 4] = finishBound[node] > 0 ? finishBound[node] * unitsPerDay : -1
    words[own + layout.TAIL_PLAIN_COUNT / 4] = plainCount[node]
    words[own + layout.TAIL_OTHER_COUNT / 4] = otherCount[node]
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const source = edgeSource[edge]
      if (isPlain(network, edge)) {
        wordOf[edge] = nextPlain[source]
        words[nextPlain[source]++] = rowOf(node)
        continue
      }
      const at = nextOther[source]
      const isFromStart = leavesStart(edgeType[edge])
      nextOther[source] += OUT_WORDS
      wordOf[edge] = at
      words[at + layout.OUT_SOURCE / 4] = rowOf(source)
      words[at + layout.OUT_ROW / 4] = rowOf(node)
      words[at + layout.OUT_LESS / 4] = isFromStart ? rowOf(source) : zeros
      words[at + layout.OUT_OWN / 4] = isToStart(network, edge) ? zeros : rowOf(node)
      words[at + layout.OUT_SHIFT / 4] = shiftOf(edgeAdd[edge], unitsPerDay)
      words[at + layout.OUT_FROM_START / 4] = Number(isFromStart)
    }
  }
  return { words, wordOf }
}

/** The edges that lead past some nodes, those of one node after the other, plain ones first. */
export interface PastEdges {
  edges: Int32Array
  /** Per node where its edges begin, and behind the last one where they end. */
  offset: Int32Array
  /** Per node where its plain edges end. */
  plainEnd: Int32Array
  /** Per edge of the network: where it leads. */
  target: Int32Array
}

/**
 * Edges past each of some nodes, which are in order; null where they are more than some. One that leaves from the start of a node leads
 * past its length, and so does one that leads to its end.
 */
export function findPast(network: SimulationNetwork, looked: readonly number[], most: number): PastEdges | null {
  const { graph, edgeOffset, edgeSource, edgeType } = network
  const { nodeCount } = graph
  const edgeCount = edgeOffset[nodeCount]
  /** Per node how many of those that are looked at come before it. */
  const before = new Int32Array(nodeCount + 1)
  for (const node of looked) before[node + 1]++
  for (let node = 1; node <= nodeCount; node++) before[node] += before[node - 1]
  const target = new Int32Array(edgeCount)
  const from = new Int32Array(edgeCount)
  const to = new Int32Array(edgeCount)
  // How many more lead past a node than past the one before it.
  const plainCount = new Int32Array(looked.length + 1)
  const count = new Int32Array(looked.length + 1)
  let total = 0
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      target[edge] = node
      from[edge] = before[edgeSource[edge] + (leavesStart(edgeType[edge]) ? 0 : 1)]
      to[edge] = Math.max(from[edge], before[node + (isToStart(network, edge) ? 0 : 1)])
      total += to[edge] - from[edge]
      count[from[edge]]++
      count[to[edge]]--
      if (!isPlain(network, edge)) continue
      plainCount[from[edge]]++
      plainCount[to[edge]]--
    }
  }
  if (total > most) return null
  const offset = new Int32Array(looked.length + 1)
  const plainEnd = new Int32Array(looked.length)
  for (let at = 0, all = 0, plain = 0; at < looked.length; at++) {
    all += count[at]
    plain += plainCount[at]
    plainEnd[at] = offset[at] + plain
    offset[at + 1] = offset[at] + all
  }
  const edges = new Int32Array(total)
  const nextPlain = offset.slice()
  const nextOther = plainEnd.slice()
  for (let edge = 0; edge < edgeCount; edge++) {
    const next = isPlain(network, edge) ? nextPlain : nextOther
    for (let at = from[edge]; at < to[edge]; at++) edges[next[at]++] = edge
  }
  return { edges, offset, plainEnd, target }
}

function isPlain({ edgeType, edgeAdd }: SimulationNetwork, edge: number): boolean {
  return edgeType[edge] === LINK_TYPE.FS && edgeAdd[edge] === 0
}

function leavesStart(type: number): boolean {
  return type === LINK_TYPE.SS || type === LINK_TYPE.SF
}
