// Edges between calendars, or with lags in elapsed days, by way of days: by whole offset the place of its day, once for every
// calendar left, and by place the offset, once for every calendar entered. So tables grow with calendars and not with edges, and
// the day of a date is looked up once for all edges that count from it.

import { LAG_UNIT, LINK_TYPE } from '../../../model/schedule-columns.ts'
import { DATE_ROW_BYTES, TABLE_BIAS_DAYS } from '../../../wasm/layout.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import { dayAtOffset, offsetOf } from '../../prepare/simulation-network.ts'

const CELL_BYTES = 2
const CELL_MAX = 65_535

/** A row of dates: of the finish of a node, or of its start. */
interface DateRow {
  isStart: boolean
  /** Address of the places by whole offset. */
  places: number
  /** Byte position among the rows. */
  row: number
}

export class DayTables {
  readonly #simulation: Simulation
  /** The edges that go through tables, and where they lead. */
  readonly #targets: ReadonlyMap<number, number>
  /** Days that edges add to the day of their source. */
  readonly #leastMove: number
  readonly #mostMove: number
  /** Addresses of tables, by calendar. */
  readonly #places = new Map<number, number>()
  readonly #offsets = new Map<number, number>()
  /** Byte positions of rows of dates, finishes at even keys and starts at odd ones. */
  readonly #rows = new Map<number, number>()
  #rowsAddress = 0

  constructor(simulation: Simulation) {
    this.#simulation = simulation
    this.#targets = findConverted(simulation)
    const moves = Array.from(this.#targets.keys(), (edge) => this.#moveOf(edge))
    this.#leastMove = moves.reduce((least, days) => Math.min(least, days), 0)
    this.#mostMove = moves.reduce((most, days) => Math.max(most, days), 0)
  }

  get isEmpty(): boolean {
    return this.#targets.size === 0
  }

  /** Whether an edge goes through tables. */
  has(edge: number): boolean {
    return this.#targets.has(edge)
  }

  /**
   * Whether places fit 16 bits, which are byte positions. Offsets do where finishes do, also before a lead is taken off them: the last
   * finish is counted on a ruler of all calendars, and no calendar has more days up to it.
   */
  get isFitting(): boolean {
    return this.isEmpty || CELL_BYTES * this.#placeCount <= CELL_MAX
  }

  /** Takes the memory of tables and rows. */
  place(plan: MemoryPlan): void {
    const { edgeSource, calendar } = this.#simulation.network
    for (const [edge, target] of this.#targets) {
      const [from, to] = [calendar[edgeSource[edge]], calendar[target]]
      if (!this.#places.has(from)) this.#places.set(from, plan.take(CELL_BYTES * (this.#offsetCount + 1)))
      if (!this.#offsets.has(to)) this.#offsets.set(to, plan.take(CELL_BYTES * this.#placeCount))
      const key = this.#keyOf(edge)
      if (!this.#rows.has(key)) this.#rows.set(key, DATE_ROW_BYTES * this.#rows.size)
    }
    this.#rowsAddress = plan.take(DATE_ROW_BYTES * this.#rows.size)
  }

  get rowsAddress(): number {
    return this.#rowsAddress
  }

  /** The dates of a node that edges count from. */
  datesOf(node: number): DateRow[] {
    if (this.isEmpty) return []
    const calendar = this.#simulation.network.calendar[node]
    const places = this.#places.get(calendar) as number
    return [false, true].flatMap((isStart) => {
      const row = this.#rows.get(2 * node + Number(isStart))
      // Of a finish the day before counts.
      return row === undefined ? [] : [{ isStart, places: places + (isStart ? CELL_BYTES : 0), row }]
    })
  }

  /** Byte position of the row of dates that an edge counts from. */
  rowOf(edge: number): number {
    return this.#rows.get(this.#keyOf(edge)) as number
  }

  /** Address of the offsets by place of an edge. */
  offsetsOf(edge: number): number {
    const to = this.#simulation.network.calendar[this.#targets.get(edge) as number]
    return (this.#offsets.get(to) as number) + CELL_BYTES * (this.#moveOf(edge) - this.#leastMove)
  }

  /** Working days that an edge adds to the offset of its target. */
  shiftOf(edge: number): number {
    const { edgeType, edgeLag, edgeUnit } = this.#simulation.network
    const isToFinish = edgeType[edge] === LINK_TYPE.FF || edgeType[edge] === LINK_TYPE.SF
    return (edgeUnit[edge] === LAG_UNIT.elapsed ? 0 : edgeLag[edge]) + (isToFinish ? 1 : 0)
  }

  write(buffer: ArrayBuffer): void {
    for (const [calendar, address] of this.#places) this.#writePlaces(calendar, buffer, address)
    for (const [calendar, address] of this.#offsets) this.#writeOffsets(calendar, buffer, address)
  }

  /** One cell in front, for finishes. */
  #writePlaces(calendar: number, buffer: ArrayBuffer, address: number): void {
    const { network } = this.#simulation
    const cells = new Uint16Array(buffer, address, this.#offsetCount + 1)
    for (let whole = 0; whole < this.#offsetCount; whole++) {
      cells[whole + 1] = CELL_BYTES * (dayAtOffset(network, calendar, whole) - network.table.firstDay + 1)
    }
  }

  #writeOffsets(calendar: number, buffer: ArrayBuffer, address: number): void {
    const { network, tables } = this.#simulation
    const cells = new Uint16Array(buffer, address, this.#placeCount)
    const firstDay = network.table.firstDay - 1 + this.#leastMove
    for (let place = 0; place < cells.length; place++) {
      const days = TABLE_BIAS_DAYS + offsetOf(network, calendar, firstDay + place)
      cells[place] = Math.min(CELL_MAX, days * tables.unitsPerDay)
    }
  }

  #keyOf(edge: number): number {
    const { edgeSource, edgeType } = this.#simulation.network
    const isFromStart = edgeType[edge] === LINK_TYPE.SS || edgeType[edge] === LINK_TYPE.SF
    return 2 * edgeSource[edge] + Number(isFromStart)
  }

  /** Days between the day of a source and the first that can bind. */
  #moveOf(edge: number): number {
    const { edgeType, edgeLag, edgeUnit } = this.#simulation.network
    return (edgeType[edge] === LINK_TYPE.FS ? 1 : 0) + (edgeUnit[edge] === LAG_UNIT.elapsed ? edgeLag[edge] : 0)
  }

  /** Whole offsets a run can reach. */
  get #offsetCount(): number {
    return Math.ceil(this.#simulation.longestOffset) + 2
  }

  /** Days of the calendars, with the sentinels around them and all that edges add. */
  get #placeCount(): number {
    const { firstDay, endDay } = this.#simulation.network.table
    return endDay - firstDay + 2 + this.#mostMove - this.#leastMove
  }
}

function findConverted({ network }: Simulation): Map<number, number> {
  const { edgeOffset, edgeAdd, graph } = network
  const targets = new Map<number, number>()
  for (let node = 0; node < graph.nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      if (Number.isNaN(edgeAdd[edge])) targets.set(edge, node)
    }
  }
  return targets
}
