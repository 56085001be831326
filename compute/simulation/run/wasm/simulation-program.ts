// The network of a simulation as two streams for the kernel: every node with the edges that lead to it, in order, and the ends of
// all those edges for the trace. Completed tasks are left out, since nothing leads to or from them any more.

import { LINK_TYPE } from '../../../model/schedule-columns.ts'
import * as layout from '../../../wasm/layout.ts'
import { isToStart } from '../../prepare/forward-block.ts'
import { SAMPLE_KIND } from '../../prepare/sampling-plan.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import { DayTables } from './day-tables.ts'
import { LANE_MAX, NARROW_LANES, type RowLanes, rowOf, STEP_MAX, shiftOf } from './lanes.ts'

const NODE_WORDS = layout.NODE_BYTES / 4
const EDGE_WORDS = layout.EDGE_BYTES / 4
const DATE_WORDS = layout.DATE_BYTES / 4
const BOUND_WORDS = layout.BOUND_BYTES / 4
/** A least of 0 and a greatest of -1, 16 bits each. */
const NOTHING_YET = -1 << 16
/** Rows of 16 bits that a row of dates takes. */
const DATE_ROWS = layout.DATE_ROW_BYTES / layout.ROW_BYTES

/** Whether a simulation fits 16-bit lanes: no starts of summaries, every offset and step within range. */
export function fitsNarrowLanes(simulation: Simulation): boolean {
  const { network, tables } = simulation
  if (network.graph.hasSummaryStarts) return false
  // Tables have a bias, and rounding looks half a day ahead.
  if ((simulation.longestOffset + layout.TABLE_BIAS_DAYS + 1) * tables.unitsPerDay > LANE_MAX) return false
  return hasShortDays(simulation) && new DayTables(simulation).isFitting
}

/** Whether all durations fit 16 bits. */
export function hasShortDays({ network, tables }: Simulation): boolean {
  for (let at = 0; at < tables.base.length; at++) {
    if (tables.base[at] > LANE_MAX || tables.delta[at] > STEP_MAX) return false
  }
  if (tables.shift.some((shift) => shift > 0)) return false
  const { longestDays } = network.sampling
  return !longestDays.some((days, node) => network.isConstant[node] === 0 && days * tables.unitsPerDay > LANE_MAX)
}

export interface SimulationProgram {
  /** Nodes of the forward stream. */
  nodeCount: number
  /** Per node: where in the forward stream it begins, in words, and how many come before it. */
  wordOf: Int32Array
  placeOf: Int32Array
  forward: Int32Array
  trace: Int32Array
  /** Rows of room for what goes through tables: the bounds of all edges that lead to one node, or a date. */
  roomRows: number
  /** Pairs of a byte position of a row and units already worked. */
  adjust: Int32Array
}

export function writeProgram(simulation: Simulation, days: DayTables): SimulationProgram {
  const { graph, order } = simulation.network
  const edges = new LaneEdges(simulation, days)
  const forward = new Stream(graph.nodeCount, edges.count, days.boundCount)
  const trace = new TraceStream()
  const wordOf = new Int32Array(graph.nodeCount)
  const placeOf = new Int32Array(graph.nodeCount)
  for (const [place, node] of order.entries()) {
    wordOf[node] = forward.length
    placeOf[node] = place
    edges.writeInto(forward, trace, node)
  }
  return {
    nodeCount: order.length,
    wordOf,
    placeOf,
    forward: forward.words,
    trace: trace.words(),
    roomRows: DATE_ROWS,
    adjust: findAdjusted(simulation, NARROW_LANES),
  }
}

/** The edges of the forward stream for the trace. */
export class TraceStream {
  readonly #words: number[] = []

  get count(): number {
    return this.#words.length / 2
  }

  add(source: number, target: number): void {
    this.#words.push(4 * source, 4 * target)
  }

  words(): Int32Array {
    return Int32Array.from(this.#words)
  }
}

class Stream {
  readonly words: Int32Array
  length = 0

  constructor(nodeCount: number, edgeCount: number, boundCount: number) {
    this.words = new Int32Array(
      (NODE_WORDS + EDGE_WORDS + 2 * DATE_WORDS) * nodeCount +
        EDGE_WORDS * edgeCount +
        BOUND_WORDS * boundCount +
        NODE_WORDS,
    )
  }

  push(word: number): void {
    this.words[this.length++] = word
  }

  pushAll(...words: readonly number[]): void {
    for (const word of words) this.push(word)
  }
}

interface SortedEdges {
  plain: number[]
  other: number[]
  toStart: number[]
  toFinish: number[]
}

/** The edges of a network in units. */
class LaneEdges {
  readonly count: number
  readonly #simulation: Simulation
  readonly #days: DayTables
  /** The row of zeros behind those of the nodes. */
  readonly #zeros: number

  constructor(simulation: Simulation, days: DayTables) {
    this.#simulation = simulation
    this.#days = days
    const { edgeOffset, graph } = simulation.network
    this.#zeros = rowOf(graph.nodeCount)
    this.count = edgeOffset[graph.nodeCount]
  }

  /** A node with the edges that lead to it. */
  writeInto(stream: Stream, trace: TraceStream, node: number): void {
    const { network, tables } = this.#simulation
    const { edgeOffset, edgeSource, edgeAdd, startBound, finishBound, graph } = network
    const { plain, other, toStart, toFinish } = this.#sort(edgeOffset[node], edgeOffset[node + 1])
    const dates = this.#days.datesOf(node)
    const dateBytes = dates.reduce((sum, { bounds }) => sum + layout.DATE_BYTES + layout.BOUND_BYTES * bounds.length, 0)
    const hasBound = finishBound[node] > 0
    stream.pushAll(rowOf(node), startBound[node] * tables.unitsPerDay)
    stream.pushAll(plain.length, other.length + (hasBound ? 1 : 0), toStart.length | (toFinish.length << 16), dateBytes)
    for (const edge of plain) {
      stream.push(rowOf(edgeSource[edge]))
      trace.add(edgeSource[edge], node)
    }
    // A finish bound is an edge from nothing.
    if (hasBound) {
      stream.pushAll(this.#zeros, this.#zeros, rowOf(node), shiftOf(finishBound[node], tables.unitsPerDay))
      trace.add(graph.nodeCount, node)
    }
    for (const edge of other) {
      const source = rowOf(edgeSource[edge])
      const less = this.#isFromFinish(edge) ? this.#zeros : source
      stream.pushAll(source, less, this.#ownOf(edge, node), shiftOf(edgeAdd[edge], tables.unitsPerDay))
      trace.add(edgeSource[edge], node)
    }
    for (const edge of toStart) {
      stream.push(this.#days.rowOf(edge))
      trace.add(edgeSource[edge], node)
    }
    for (const edge of toFinish) {
      stream.pushAll(this.#days.rowOf(edge), rowOf(node))
      trace.add(edgeSource[edge], node)
    }
    // What the kernel notes of dates and bounds when it meets them comes last in each.
    for (const { isStart, leave, bounds } of dates) {
      stream.pushAll(
        isStart ? rowOf(node) : this.#zeros,
        leave,
        Number(isStart) | (bounds.length << 16),
        NOTHING_YET,
        0,
        0,
        0,
      )
      for (const { row, enter, shiftDays } of bounds) {
        stream.pushAll(row, shiftOf(shiftDays, tables.unitsPerDay), enter, -1, 0, 0)
      }
    }
  }

  /** Edges by what they ask of the kernel: plain ones are those without lag from finish to start. */
  #sort(from: number, to: number): SortedEdges {
    const { edgeType, edgeAdd } = this.#simulation.network
    const sorted: SortedEdges = { plain: [], other: [], toStart: [], toFinish: [] }
    for (let edge = from; edge < to; edge++) {
      if (this.#days.has(edge)) sorted[isToStart(this.#simulation.network, edge) ? 'toStart' : 'toFinish'].push(edge)
      else if (edgeType[edge] === LINK_TYPE.FS && edgeAdd[edge] === 0) sorted.plain.push(edge)
      else sorted.other.push(edge)
    }
    return sorted
  }

  /** The row of what an edge takes off the bound of a node: its duration where it binds the finish. */
  #ownOf(edge: number, node: number): number {
    return isToStart(this.#simulation.network, edge) ? this.#zeros : rowOf(node)
  }

  #isFromFinish(edge: number): boolean {
    const type = this.#simulation.network.edgeType[edge]
    return type === LINK_TYPE.FS || type === LINK_TYPE.FF
  }
}

/** Tasks whose samples can fall below a day, or are partly worked off. */
export function findAdjusted(
  { network, tables, causes }: Simulation,
  { rowBytes, most }: RowLanes,
  isTaken: (node: number) => boolean = () => true,
): Int32Array {
  const { graph, sampling, isConstant } = network
  const isSetAnew = new Uint8Array(graph.nodeCount)
  for (const node of causes?.hitNodes ?? []) isSetAnew[node] = 1
  const pairs: number[] = []
  for (let node = 0; node < graph.nodeCount; node++) {
    const isFixed = sampling.kind[node] === SAMPLE_KIND.fixed
    if (isConstant[node] === 1 || (isFixed && isSetAnew[node] === 0)) continue
    const mayBeShort = isFixed || graph.columns.optimisticDays[graph.taskOfNode[node]] < 1
    // What drivers shorten is raised by them, unless it is begun.
    const isRaised = !mayBeShort || (causes !== null && causes.hitByDriver[node] === 1)
    if ((sampling.elapsedDays[node] === 0 && isRaised) || !isTaken(node)) continue
    pairs.push(node * rowBytes, Math.min(most, sampling.elapsedDays[node] * tables.unitsPerDay))
  }
  return Int32Array.from(pairs)
}
