// The network of a simulation as two streams for the kernel: every node with the edges that lead to it, in order, and
// every node with the edges that leave it, from the last to the first. Completed tasks are left out, since nothing leads
// to or from them any more.

import { LINK_TYPE } from '../model/schedule-columns.ts'
import type { Simulation } from '../simulation/prepare-simulation.ts'
import { SAMPLE_KIND } from '../simulation/sampling-plan.ts'
import * as layout from '../wasm/layout.ts'

const LANE_MAX = 65_535
const STEP_MAX = 32_767
const NODE_WORDS = layout.NODE_BYTES / 4
const EDGE_WORDS = layout.EDGE_BYTES / 4

/** Whether a simulation fits 16-bit lanes: one calendar, plain links, every offset and step within range. */
export function canUseLanes(simulation: Simulation): boolean {
  const { network, tables } = simulation
  const { graph, edgeOffset, edgeAdd } = network
  if (graph.hasSummaryStarts || network.calendarsInUse.length > 1) return false
  if ((simulation.longestOffset + 1) * tables.unitsPerDay > LANE_MAX) return false
  for (let at = 0; at < tables.base.length; at++) {
    if (tables.base[at] > LANE_MAX || tables.delta[at] > STEP_MAX) return false
  }
  const isTooLong = (node: number): boolean => network.sampling.longestDays[node] * tables.unitsPerDay > LANE_MAX
  if (simulation.varyingNodes.some(isTooLong) || simulation.shared?.hitNodes.some(isTooLong)) return false
  const edgeCount = edgeOffset[graph.nodeCount]
  for (let edge = 0; edge < edgeCount; edge++) if (Number.isNaN(edgeAdd[edge])) return false
  return true
}

export interface SimulationProgram {
  nodeCount: number
  forward: Int32Array
  trace: Int32Array
  /** Pairs of a byte position of a row and units already worked. */
  adjust: Int32Array
}

export function writeProgram(simulation: Simulation): SimulationProgram {
  const { isConstant, graph } = simulation.network
  const edges = new LaneEdges(simulation)
  const forward = new Stream(graph.nodeCount, edges.count)
  const trace = new Stream(graph.nodeCount, edges.count)
  let nodeCount = 0
  for (let node = 0; node < graph.nodeCount; node++) {
    if (isConstant[node] === 1) continue
    nodeCount++
    edges.writeInto(forward, node)
  }
  const outgoing = edges.bySource()
  for (let node = graph.nodeCount - 1; node >= 0; node--) {
    if (isConstant[node] === 0) edges.writeFrom(trace, node, outgoing)
  }
  return { nodeCount, forward: forward.words, trace: trace.words, adjust: findAdjusted(simulation) }
}

class Stream {
  readonly words: Int32Array
  length = 0

  constructor(nodeCount: number, edgeCount: number) {
    this.words = new Int32Array((NODE_WORDS + EDGE_WORDS) * nodeCount + EDGE_WORDS * edgeCount)
  }

  push(word: number): void {
    this.words[this.length++] = word
  }
}

interface Outgoing {
  offset: Int32Array
  edge: Int32Array
  target: Int32Array
}

/** The edges of a network in units. */
class LaneEdges {
  readonly count: number
  readonly #simulation: Simulation
  /** The row of zeros behind those of the nodes. */
  readonly #zeros: number

  constructor(simulation: Simulation) {
    this.#simulation = simulation
    const { edgeOffset, graph } = simulation.network
    this.#zeros = rowOf(graph.nodeCount)
    this.count = edgeOffset[graph.nodeCount]
  }

  /** A node with the edges that lead to it: first those without lag from finish to start. */
  writeInto(stream: Stream, node: number): void {
    const { network, tables } = this.#simulation
    const { edgeOffset, edgeSource, startBound, finishBound } = network
    const [from, to] = [edgeOffset[node], edgeOffset[node + 1]]
    let plainCount = 0
    for (let edge = from; edge < to; edge++) if (this.#isPlain(edge)) plainCount++
    stream.push(rowOf(node))
    stream.push(startBound[node] * tables.unitsPerDay)
    stream.push(plainCount)
    stream.push(to - from - plainCount + (finishBound[node] > 0 ? 1 : 0))
    for (let edge = from; edge < to; edge++) if (this.#isPlain(edge)) stream.push(rowOf(edgeSource[edge]))
    for (let edge = from; edge < to; edge++) {
      if (this.#isPlain(edge)) continue
      const source = edgeSource[edge]
      stream.push(rowOf(source))
      stream.push(this.#isFromFinish(edge) ? this.#zeros : rowOf(source))
      stream.push(this.#isToFinish(edge) ? rowOf(node) : this.#zeros)
      stream.push(this.#shiftOf(network.edgeAdd[edge]))
    }
    if (finishBound[node] <= 0) return
    for (const word of [this.#zeros, this.#zeros, rowOf(node), this.#shiftOf(finishBound[node])]) stream.push(word)
  }

  /** A node with the edges that leave it. */
  writeFrom(stream: Stream, node: number, { offset, edge, target }: Outgoing): void {
    let plainCount = 0
    for (let at = offset[node]; at < offset[node + 1]; at++) if (this.#isPlain(edge[at])) plainCount++
    stream.push(rowOf(node))
    stream.push(0)
    stream.push(plainCount)
    stream.push(offset[node + 1] - offset[node] - plainCount)
    for (let at = offset[node]; at < offset[node + 1]; at++) {
      if (this.#isPlain(edge[at])) stream.push(rowOf(target[at]))
    }
    for (let at = offset[node]; at < offset[node + 1]; at++) {
      if (this.#isPlain(edge[at])) continue
      stream.push(rowOf(target[at]))
      stream.push(this.#isToFinish(edge[at]) ? rowOf(target[at]) : this.#zeros)
      stream.push(this.#isFromFinish(edge[at]) ? this.#zeros : rowOf(node))
      stream.push(this.#shiftOf(this.#simulation.network.edgeAdd[edge[at]]))
    }
  }

  bySource(): Outgoing {
    const { edgeOffset, edgeSource, graph } = this.#simulation.network
    const offset = new Int32Array(graph.nodeCount + 1)
    for (let edge = 0; edge < this.count; edge++) offset[edgeSource[edge] + 1]++
    for (let node = 0; node < graph.nodeCount; node++) offset[node + 1] += offset[node]
    const cursor = offset.slice(0, graph.nodeCount)
    const outgoing = { offset, edge: new Int32Array(this.count), target: new Int32Array(this.count) }
    for (let node = 0; node < graph.nodeCount; node++) {
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
        const at = cursor[edgeSource[edge]]++
        outgoing.edge[at] = edge
        outgoing.target[at] = node
      }
    }
    return outgoing
  }

  #isPlain(edge: number): boolean {
    const { edgeType, edgeAdd } = this.#simulation.network
    return edgeType[edge] === LINK_TYPE.FS && edgeAdd[edge] === 0
  }

  #isToFinish(edge: number): boolean {
    const type = this.#simulation.network.edgeType[edge]
    return type === LINK_TYPE.FF || type === LINK_TYPE.SF
  }

  #isFromFinish(edge: number): boolean {
    const type = this.#simulation.network.edgeType[edge]
    return type === LINK_TYPE.FS || type === LINK_TYPE.FF
  }

  /** Units added or taken off. */
  #shiftOf(days: number): number {
    const inLane = (amount: number): number =>
      Math.min(LANE_MAX, Math.max(0, amount) * this.#simulation.tables.unitsPerDay)
    return inLane(days) | (inLane(-days) << 16)
  }
}

/** Byte position of the row of a node. */
function rowOf(node: number): number {
  return node * layout.ROW_BYTES
}

/** Tasks whose samples can fall below a day, or are partly worked off. */
function findAdjusted({ network, tables, shared }: Simulation): Int32Array {
  const { graph, sampling } = network
  const isSetAnew = new Uint8Array(graph.nodeCount)
  for (const node of shared?.hitNodes ?? []) isSetAnew[node] = 1
  const pairs: number[] = []
  for (let node = 0; node < graph.nodeCount; node++) {
    const isFixed = sampling.kind[node] === SAMPLE_KIND.fixed
    if (isFixed && isSetAnew[node] === 0) continue
    const mayBeShort = isFixed || graph.columns.optimisticDays[graph.taskOfNode[node]] < 1
    const isDriven = shared !== null && shared.hitByDriver[node] === 1
    if (sampling.elapsedDays[node] === 0 && !mayBeShort && !isDriven) continue
    pairs.push(node * layout.ROW_BYTES, Math.min(LANE_MAX, sampling.elapsedDays[node] * tables.unitsPerDay))
  }
  return Int32Array.from(pairs)
}
