// The network of a simulation as a stream for passes in windows, cut where a window opens and behind tasks too long for one.

import { MEMBER_EDGE } from '../../../model/expand-links.ts'
import { LINK_TYPE } from '../../../model/schedule-columns.ts'
import * as layout from '../../../wasm/layout.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import { isToStart } from '../../prepare/forward-block.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import { NARROW_LANES, rowOf, shiftOf } from './lanes.ts'
import { countsFromStart, MARGIN_UNITS, WINDOW_UNITS, type Windows } from './plan-windows.ts'
import { findAdjusted, type SimulationProgram, TraceStream } from './simulation-program.ts'

/** Nodes of the stream that follow each other, and what comes before them: addresses of records, 0 for none. */
export interface Stretch {
  estimate: number
  long: number
  open: number
  place: number
  word: number
  /** The first of their edges. */
  edge: number
}

/** A stretch whose records are not laid out yet. */
interface OpenStretch {
  estimate: number[] | null
  long: number[] | null
  /** The window that opens, -1 for none, and how far its bases lie before the estimate. */
  window: number
  less: number
  place: number
  word: number
  edge: number
}

export class WindowProgram {
  readonly program: SimulationProgram
  readonly stretches: readonly Stretch[]
  /** Words of the records, and where they go. */
  readonly records: Int32Array
  readonly recordsAddress: number
  /** Bounds in the first window, which stay. */
  readonly fixedBounds: { row: number; units: number }[] = []
  /** Rows of nodes, of zeros, of starts of long tasks and of bounds. */
  rowCount: number
  readonly #simulation: Simulation
  readonly #windows: Windows
  readonly #plan: MemoryPlan
  readonly #basesAddress: number
  /** A row that moves nothing. */
  readonly #noMove: number
  /** The row of zeros behind those of the nodes. */
  readonly #zeros: number
  readonly #words: number[] = []
  readonly #trace = new TraceStream()
  readonly #stretches: OpenStretch[] = []
  /** Windows in the order in which they open. */
  readonly #opened = [0]
  /** Addresses by window below and window above. */
  readonly #moves = new Map<number, { lower: number; upper: number; address: number }>()
  readonly #bounds = new Map<string, { window: number; units: number; row: number }>()
  readonly #startRows = new Map<number, number>()

  constructor(simulation: Simulation, windows: Windows, plan: MemoryPlan) {
    const { graph, order } = simulation.network
    this.#simulation = simulation
    this.#windows = windows
    this.#plan = plan
    this.#zeros = graph.nodeCount
    this.rowCount = graph.nodeCount + 1
    this.#basesAddress = plan.take(layout.BASE_ROW_BYTES * windows.count)
    this.#noMove = plan.take(layout.ROW_BYTES)
    const wordOf = new Int32Array(graph.nodeCount)
    const placeOf = new Int32Array(graph.nodeCount)
    this.#stretch(0, {})
    for (const [place, node] of order.entries()) {
      const window = windows.ofStart[node]
      if (!this.#opened.includes(window)) this.#stretch(place, this.#openBefore(node, window))
      wordOf[node] = this.#words.length
      placeOf[node] = place
      this.#write(node)
      if (this.#startRows.has(node)) this.#stretch(place + 1, this.#finishLong(node))
    }
    this.program = {
      nodeCount: order.length,
      wordOf,
      placeOf,
      forward: Int32Array.from(this.#words),
      trace: this.#trace.words(),
      roomRows: 0,
      adjust: findAdjusted(simulation, NARROW_LANES, (node) => windows.shift[node] === 0),
    }
    const records: number[] = []
    const at = this.#stretches.map((stretch) => {
      const open = stretch.window < 0 ? null : this.#opening(stretch.window, stretch.less)
      return [stretch.estimate, stretch.long, open].map((words) => {
        if (words === null) return -1
        const first = records.length
        for (const word of words) records.push(word)
        return first
      })
    })
    this.records = Int32Array.from(records)
    this.recordsAddress = plan.take(this.records.byteLength)
    const addressOf = (word: number): number => (word < 0 ? 0 : this.recordsAddress + 4 * word)
    this.stretches = this.#stretches.map(({ place, word, edge }, index) => {
      const [estimate, long, open] = at[index].map(addressOf)
      return { estimate, long, open, place, word, edge }
    })
  }

  /** Address of the bases of a window. */
  basesOf(window: number): number {
    return this.#basesAddress + layout.BASE_ROW_BYTES * window
  }

  #stretch(place: number, opening: Partial<OpenStretch>): void {
    const [word, edge] = [this.#words.length, this.#trace.count]
    this.#stretches.push({ estimate: null, long: null, window: -1, less: 0, ...opening, place, word, edge })
  }

  #write(node: number): void {
    const { network, tables } = this.#simulation
    const { edgeOffset, edgeSource, edgeType, edgeAdd, startBound, finishBound } = network
    const { ofStart, ofFinish } = this.#windows
    const window = ofStart[node]
    if (window !== ofFinish[node]) this.#startRows.set(node, this.rowCount++)
    const row = this.#startRows.get(node) ?? node
    const plain: number[] = []
    const moved: number[] = []
    const other: number[] = []
    const members: number[] = []
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      if (edgeType[edge] === MEMBER_EDGE) members.push(edge)
      else if (edgeType[edge] !== LINK_TYPE.FS || edgeAdd[edge] !== 0) other.push(edge)
      else if (ofFinish[edgeSource[edge]] === window) plain.push(edge)
      else moved.push(edge)
    }
    // Starts and finishes are bound by rows, whose units count from the bases; but starts in the first window stay.
    const isFixed = window === 0
    const startRow = !isFixed && startBound[node] > 0 ? [this.#boundRow(window, startBound[node])] : []
    const finishRow = finishBound[node] > 0 ? [this.#boundRow(window, finishBound[node])] : []
    this.#push(rowOf(row), isFixed ? startBound[node] * tables.unitsPerDay + 1 : 0)
    this.#push(plain.length + startRow.length, other.length + finishRow.length, moved.length, members.length)
    for (const source of [...startRow, ...plain.map((edge) => edgeSource[edge])]) {
      this.#push(rowOf(source))
      this.#trace.add(source, row)
    }
    for (const edge of moved) {
      const source = edgeSource[edge]
      this.#push(rowOf(source), this.#moveBetween(ofFinish[source], window))
      this.#trace.add(source, row)
    }
    for (const bound of finishRow) {
      this.#push(rowOf(bound), rowOf(this.#zeros), rowOf(node), 0, this.#noMove)
      this.#trace.add(bound, row)
    }
    for (const edge of other) {
      const { source, less, from } = this.#dateOf(edge)
      this.#push(rowOf(source), rowOf(less), rowOf(isToStart(network, edge) ? this.#zeros : node))
      this.#push(shiftOf(edgeAdd[edge], tables.unitsPerDay), this.#moveBetween(from, window))
      // Who waits for the start of a long task makes the task critical, and so the row of its start.
      this.#trace.add(edgeSource[edge], row)
    }
    for (const edge of members) {
      const { source, less, from } = this.#dateOf(edge)
      this.#push(rowOf(source), rowOf(less), this.#moveBetween(window, from))
      this.#trace.add(edgeSource[edge], row)
    }
  }

  /** The row that an edge counts from, what is taken off it, and the window it is in. */
  #dateOf(edge: number): { source: number; less: number; from: number } {
    const { edgeSource, edgeType } = this.#simulation.network
    const { ofStart, ofFinish } = this.#windows
    const source = edgeSource[edge]
    if (!countsFromStart(edgeType[edge])) return { source, less: this.#zeros, from: ofFinish[source] }
    const start = this.#startRows.get(source)
    return start === undefined
      ? { source, less: source, from: ofStart[source] }
      : { source: start, less: this.#zeros, from: ofStart[source] }
  }

  /** A window that opens before a node, estimated by what leads to it. */
  #openBefore(node: number, window: number): Partial<OpenStretch> {
    const { network, tables, longestFinish } = this.#simulation
    const { edgeOffset, startBound } = network
    const bound = startBound[node] * tables.unitsPerDay
    let longest = bound
    const pairs: number[] = []
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const { source, from } = this.#dateOf(edge)
      longest = Math.max(longest, (longestFinish[source] ?? 0) * tables.unitsPerDay)
      pairs.push(rowOf(source), this.basesOf(from))
    }
    return { estimate: [bound, pairs.length / 2, ...pairs], ...this.#open(window, longest) }
  }

  /** What puts the finish of a long task in its window, which may open with it. */
  #finishLong(node: number): Partial<OpenStretch> {
    const { network, tables, longestFinish } = this.#simulation
    const { ofStart, ofFinish, shift } = this.#windows
    const start = this.#startRows.get(node) as number
    const worked = shift[node] === 0 ? 0 : network.sampling.elapsedDays[node] * tables.unitsPerDay
    const bases = [this.basesOf(ofStart[node]), this.basesOf(ofFinish[node])]
    const long = [rowOf(start), bases[0], rowOf(node), bases[1], shift[node], worked, 4 * this.#trace.count]
    this.#trace.add(start, node)
    const isOpen = this.#opened.includes(ofFinish[node])
    return { long, ...(isOpen ? {} : this.#open(ofFinish[node], longestFinish[node] * tables.unitsPerDay)) }
  }

  #open(window: number, longestUnits: number): Pick<OpenStretch, 'window' | 'less'> {
    this.#opened.push(window)
    return { window, less: Math.max(0, longestUnits - WINDOW_UNITS * window) + MARGIN_UNITS }
  }

  /** The words of a window that opens, all moves and bounds being known. */
  #opening(window: number, less: number): number[] {
    const before = this.#opened.slice(1, this.#opened.indexOf(window))
    const isOpen = (other: number): boolean => other === 0 || before.includes(other)
    const lowers = before.filter((other) => other < window).map((other) => this.basesOf(other))
    const uppers = before.filter((other) => other > window).map((other) => this.basesOf(other))
    const moves = [...this.#moves.values()].filter(
      ({ lower, upper }) => (lower === window && isOpen(upper)) || (upper === window && isOpen(lower)),
    )
    const bounds = [...this.#bounds.values()].filter((bound) => bound.window === window)
    return [
      ...[this.basesOf(window), less, lowers.length, uppers.length, moves.length, bounds.length],
      ...[...lowers, ...uppers],
      ...moves.flatMap(({ lower, upper, address }) => [this.basesOf(lower), this.basesOf(upper), address]),
      ...bounds.flatMap(({ units, row }) => [units, rowOf(row)]),
    ]
  }

  /** Address of how far the bases of two windows lie apart. */
  #moveBetween(lower: number, upper: number): number {
    if (lower === upper) return this.#noMove
    const key = lower * this.#windows.count + upper
    const known = this.#moves.get(key)
    if (known !== undefined) return known.address
    const address = this.#plan.take(layout.ROW_BYTES)
    this.#moves.set(key, { lower, upper, address })
    return address
  }

  /** The row of a bound in a window. */
  #boundRow(window: number, days: number): number {
    const key = `${window} ${days}`
    const known = this.#bounds.get(key)
    if (known !== undefined) return known.row
    const bound = { window, units: days * this.#simulation.tables.unitsPerDay, row: this.rowCount++ }
    this.#bounds.set(key, bound)
    if (window === 0) this.fixedBounds.push({ row: bound.row, units: bound.units + 1 })
    return bound.row
  }

  #push(...words: number[]): void {
    for (const word of words) this.#words.push(word)
  }
}
