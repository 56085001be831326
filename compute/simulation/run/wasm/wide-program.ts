// The network of a simulation as streams for wide lanes. They take what 16 bits do not: any length, and starts of summaries,
// which are rows of minima. A start whose leaves lie on several calendars has a row for every way it binds.

import { MEMBER_EDGE } from '../../../model/expand-links.ts'
import { LINK_TYPE } from '../../../model/schedule-columns.ts'
import * as layout from '../../../wasm/layout.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import { isToStart } from '../../prepare/forward-block.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import type { RowLanes } from './lanes.ts'
import { findAdjusted, type SimulationProgram, TraceStream } from './simulation-program.ts'
import { WideArcs } from './wide-arcs.ts'
import { WideConversions } from './wide-conversions.ts'

const NODE_WORDS = layout.WIDE_NODE_BYTES / 4
const EDGE_WORDS = layout.EDGE_BYTES / 4

/** Collects the edges of a network, and writes them once the conversions have their place. */
export class WideProgram {
  readonly #simulation: Simulation
  /** Rows of durations. */
  readonly #days: RowLanes
  readonly #conversions: WideConversions
  readonly #arcs: WideArcs
  /** Rows in the order of the forward pass, the zero row and completed tasks left out. */
  readonly #order: number[] = []
  /** Greatest bound of rows of minima; none for all others. */
  readonly #cap = new Map<number, number>()
  readonly #extra = new Map<string, number>()
  /** The row of zeros behind those of the nodes. */
  readonly #zeros: number
  #rowCount: number
  /** The most edges that lead to one row through tables. */
  #mostConverted = 0

  constructor(simulation: Simulation, days: RowLanes) {
    this.#simulation = simulation
    this.#days = days
    const { graph, edgeOffset, calendar, order } = simulation.network
    this.#conversions = new WideConversions(simulation)
    this.#arcs = new WideArcs()
    this.#zeros = graph.nodeCount
    this.#rowCount = graph.nodeCount + 1
    for (const node of order) {
      if (calendar[node] === -1) continue
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) this.#addEdge(node, edge)
      this.#holdFinish(node)
      this.#order.push(node)
      if (graph.isSummaryStart[node] === 1) this.#cap.set(node, layout.WIDE_NO_BOUND)
    }
  }

  /** Rows of nodes, of zeros, and of minima. */
  get rowCount(): number {
    return this.#rowCount
  }

  place(plan: MemoryPlan): void {
    this.#conversions.place(plan)
  }

  writeConversions(buffer: ArrayBuffer): void {
    this.#conversions.write(buffer)
  }

  writeStreams(): SimulationProgram {
    const { network, tables } = this.#simulation
    const incoming = this.#arcs.byTarget(this.#rowCount)
    const forward = new Stream(this.#order.length, this.#arcs.count)
    const trace = new TraceStream()
    const wordOf = new Int32Array(this.#zeros)
    const placeOf = new Int32Array(this.#zeros)
    for (const [place, row] of this.#order.entries()) {
      if (row < this.#zeros) {
        wordOf[row] = forward.length
        placeOf[row] = place
      }
      const cap = this.#cap.get(row)
      const bound = row < this.#zeros ? network.startBound[row] * tables.unitsPerDay : 0
      this.#write(forward, row, cap ?? bound, incoming, trace)
    }
    return {
      nodeCount: this.#order.length,
      wordOf,
      placeOf,
      forward: forward.words,
      trace: trace.words(),
      roomRows: this.#mostConverted,
      adjust: findAdjusted(this.#simulation, this.#days),
    }
  }

  #addEdge(node: number, edge: number): void {
    const { network } = this.#simulation
    const { edgeSource, edgeType, edgeCap, calendar } = network
    const source = edgeSource[edge]
    const type = edgeType[edge]
    if (type === MEMBER_EDGE) {
      this.#arcs.add({ from: source, to: node, isFromStart: true, isLeast: true })
      return
    }
    const isToFinish = !isToStart(network, edge)
    if (calendar[source] === -1) {
      // Leaves on several calendars have no start in common: each link asks them one by one.
      const least = this.#rowOfMembers(source, node, edge)
      const capped = this.#capped(least, edgeCap[edge], `${least}`, (to) => {
        this.#arcs.add({ from: least, to, isLeast: true, only: 'forward' })
      })
      this.#arcs.add({ from: capped, to: node, isToFinish, only: capped === least ? undefined : 'forward' })
      if (capped !== least) this.#arcs.add({ from: least, to: node, isToFinish, only: 'trace' })
      return
    }
    const isFromStart = type === LINK_TYPE.SS || type === LINK_TYPE.SF
    const own = { from: source, isFromStart, ...this.#moveOf(edge, calendar[source], calendar[node]) }
    const key = `${source} ${own.shift} ${own.conversion}`
    const capped = this.#capped(-1, edgeCap[edge], key, (to) => {
      this.#arcs.add({ ...own, to, isLeast: true, only: 'forward' })
    })
    if (capped !== -1) this.#arcs.add({ from: capped, to: node, isToFinish, only: 'forward' })
    this.#arcs.add({ ...own, to: node, isToFinish, only: capped === -1 ? undefined : 'trace' })
  }

  /** The row of the least bound that the leaves of a summary make by a link. */
  #rowOfMembers(start: number, node: number, edge: number): number {
    const { edgeOffset, edgeSource, calendar, edgeType, edgeLag, edgeUnit } = this.#simulation.network
    const key = `${start} ${edgeType[edge]} ${edgeLag[edge]} ${edgeUnit[edge]} ${calendar[node]}`
    return this.#extraRow(key, layout.WIDE_NO_BOUND, (to) => {
      for (let member = edgeOffset[start]; member < edgeOffset[start + 1]; member++) {
        const from = edgeSource[member]
        const conversion = this.#convert(edge, calendar[from], calendar[node])
        this.#arcs.add({ from, to, isFromStart: true, isLeast: true, conversion })
      }
    })
  }

  /** A row of what an edge binds but no later than what completed leaves bind; `row` itself where they bind nothing. */
  #capped(row: number, cap: number, key: string, fill: (to: number) => void): number {
    if (cap === Number.POSITIVE_INFINITY) return row
    const units = cap * this.#simulation.tables.unitsPerDay
    const to = this.#extraRow(`${key} capped ${units}`, units, fill)
    return to
  }

  #extraRow(key: string, cap: number, fill: (to: number) => void): number {
    const known = this.#extra.get(key)
    if (known !== undefined) return known
    const row = this.#rowCount++
    this.#extra.set(key, row)
    this.#cap.set(row, cap)
    fill(row)
    this.#order.push(row)
    return row
  }

  /** A finish bound is an edge from nothing. */
  #holdFinish(node: number): void {
    const { network, tables } = this.#simulation
    if (!(network.finishBound[node] > 0)) return
    const shift = network.finishBound[node] * tables.unitsPerDay
    this.#arcs.add({ from: this.#zeros, to: node, isToFinish: true, shift, only: 'forward' })
  }

  #moveOf(edge: number, from: number, to: number): { shift: number; conversion: number } {
    const { network, tables } = this.#simulation
    const add = network.edgeAdd[edge]
    return Number.isNaN(add)
      ? { shift: 0, conversion: this.#convert(edge, from, to) }
      : { shift: add * tables.unitsPerDay, conversion: -1 }
  }

  #convert(edge: number, from: number, to: number): number {
    const { edgeType, edgeLag, edgeUnit } = this.#simulation.network
    return this.#conversions.numberOf({ from, to, type: edgeType[edge], lag: edgeLag[edge], unit: edgeUnit[edge] })
  }

  #write(
    stream: Stream,
    row: number,
    bound: number,
    incoming: { offset: Int32Array; arc: Int32Array },
    trace: TraceStream,
  ): void {
    const arcs = this.#arcs
    const sorted: [plain: number[], other: number[], converted: number[]] = [[], [], []]
    const asked: [none: number[], other: number[], converted: number[]] = [[], [], []]
    for (let at = incoming.offset[row]; at < incoming.offset[row + 1]; at++) {
      const arc = incoming.arc[at]
      if (arcs.isForward(arc)) sorted[arcs.kindOf(arc)].push(arc)
      else asked[arcs.kindOf(arc) === 2 ? 2 : 1].push(arc)
    }
    const [plain, other, converted] = sorted
    const askedCount = asked[1].length + asked[2].length
    stream.push(addressOf(row), bound, plain.length, other.length)
    stream.push(converted.length, this.#cap.has(row) ? 1 : 0, askedCount | (asked[2].length << 16))
    for (const arc of plain) stream.push(addressOf(arcs.from(arc)))
    for (const arc of [...other, ...converted, ...asked[1], ...asked[2]]) {
      const less = arcs.isFromStart(arc) ? arcs.from(arc) : this.#zeros
      const own = arcs.isToFinish(arc) ? arcs.to(arc) : this.#zeros
      const conversion = arcs.conversionOf(arc)
      const move = conversion < 0 ? arcs.shiftOf(arc) : this.#conversions.addressOf(conversion)
      const { rowBytes } = this.#days
      stream.push(addressOf(arcs.from(arc)), less * rowBytes, own * rowBytes, move)
    }
    for (const arc of [...plain, ...other, ...converted, ...asked[1], ...asked[2]]) {
      // What no trace follows comes from the row of zeros.
      trace.add(arcs.isTrace(arc) ? arcs.from(arc) : this.#zeros, row)
    }
    this.#mostConverted = Math.max(this.#mostConverted, converted.length)
  }
}

class Stream {
  readonly words: Int32Array
  length = 0

  constructor(nodeCount: number, arcCount: number) {
    this.words = new Int32Array(NODE_WORDS * nodeCount + EDGE_WORDS * arcCount)
  }

  push(...words: number[]): void {
    for (const word of words) this.words[this.length++] = word
  }
}

/** Byte position of a row. */
function addressOf(row: number): number {
  return row * layout.WIDE_ROW_BYTES
}
