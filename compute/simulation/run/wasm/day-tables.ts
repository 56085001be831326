// Edges between calendars, or with lags in elapsed days, by way of days: how a calendar is left, from a whole offset to the place of its
// day, and how one is entered, from a place to an offset. So tables grow with calendars and not with edges, and the day of a date is
// found once for all edges that count from it. Places are days from the first of the tables on.

import { LAG_UNIT, LINK_TYPE } from '../../../model/schedule-columns.ts'
import { ROW_BYTES, TABLE_BIAS_DAYS } from '../../../wasm/layout.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import { dayAtOffset, offsetOf } from '../../prepare/simulation-network.ts'
import { STEP_MAX } from './lanes.ts'
import {
  type Breaks,
  breaksEntered,
  breaksLeft,
  DAYS_A_WEEK,
  MOST_RANK,
  turnOf,
  Week,
  writeRule,
} from './week-rules.ts'

const CELL_MAX = 65_535
const HALF_RANGE = 32_768
const NONE = -1

/** A date that edges count from: the finish of a node, or its start. */
interface NodeDate {
  isStart: boolean
  /** Address of how the calendar is left. */
  leave: number
  bounds: readonly SetBound[]
}

/** A bound that a date sets, for all edges that enter the same calendar alike. */
interface SetBound {
  /** Byte position among the rows; -1 before it has one. */
  row: number
  /** Address of how the calendar is entered. */
  enter: number
  /** Working days added to the offset there. */
  shiftDays: number
}

type Addresses = readonly [cells: number, spans: number, breaks: number]

/** A calendar that edges lead to. */
interface Entered {
  addresses: Addresses
  week: Week
  /** Addresses of rules, by the places that edges move by. */
  rules: Map<number, number>
}

export class DayTables {
  readonly #simulation: Simulation
  /** The edges that go through tables, and where they lead. */
  readonly #targets: ReadonlyMap<number, number>
  /** Days that edges add to the day of their source. */
  readonly #leastMove: number
  readonly #mostMove: number
  /** By calendar: addresses of how it is left, and how it is entered. */
  readonly #left = new Map<number, number>()
  readonly #entered = new Map<number, Entered>()
  readonly #regions: { address: number; values: Uint8Array | Uint16Array }[] = []
  /** The bounds that dates set, finishes at even keys and starts at odd ones; and those that edges read. */
  readonly #boundsOf = new Map<number, SetBound[]>()
  readonly #boundOf = new Map<number, SetBound>()
  #boundCount = 0
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
   * Whether places fit 15 bits, because they are signed. Offsets do where finishes do, also before a lead is taken off them: the last
   * finish is counted on a ruler of all calendars, and no calendar has more days up to it.
   */
  get isFitting(): boolean {
    return this.isEmpty || this.#placeCount <= STEP_MAX
  }

  /** Takes the memory of tables and rows. */
  place(plan: MemoryPlan): void {
    const { edgeSource, calendar } = this.#simulation.network
    for (const [edge, target] of this.#targets) {
      const [from, to] = [calendar[edgeSource[edge]], calendar[target]]
      if (!this.#left.has(from)) this.#left.set(from, this.#leave(from, plan))
      const entered = this.#entered.get(to) ?? this.#enter(to, plan)
      this.#entered.set(to, entered)
      const move = this.#moveOf(edge) - this.#leastMove
      if (!entered.rules.has(move)) entered.rules.set(move, this.#enterMoved(entered, move, plan))
    }
    this.#listBounds()
    this.#rowsAddress = plan.take(ROW_BYTES * this.#layRows())
  }

  get rowsAddress(): number {
    return this.#rowsAddress
  }

  /** How many bounds there are. */
  get boundCount(): number {
    return this.#boundCount
  }

  /** The dates of a node that edges count from. */
  datesOf(node: number): NodeDate[] {
    if (this.isEmpty) return []
    const calendar = this.#simulation.network.calendar[node]
    const leave = this.#left.get(calendar) as number
    return [false, true].flatMap((isStart) => {
      const bounds = this.#boundsOf.get(2 * node + Number(isStart))
      return bounds === undefined ? [] : [{ isStart, leave, bounds }]
    })
  }

  /** Byte position of the row of the bound that an edge reads. */
  rowOf(edge: number): number {
    return (this.#boundOf.get(edge) as SetBound).row
  }

  /** Finds the bounds that edges ask for, each once. */
  #listBounds(): void {
    for (const edge of this.#targets.keys()) {
      const key = this.#keyOf(edge)
      const bounds = this.#boundsOf.get(key) ?? []
      const [enter, shiftDays] = [this.#enterOf(edge), this.#shiftOf(edge)]
      let bound = bounds.find((bound) => bound.enter === enter && bound.shiftDays === shiftDays)
      if (bound === undefined) {
        bound = { row: NONE, enter, shiftDays }
        bounds.push(bound)
        this.#boundCount++
      }
      this.#boundsOf.set(key, bounds)
      this.#boundOf.set(edge, bound)
    }
  }

  /**
   * Gives each bound a row, and says how many there are. The row of a bound that no later node reads goes to the next one, so that they
   * stay in the cache; but runs without a risk begin in the middle of a pass, and need all that stands before.
   */
  #layRows(): number {
    const { network, causes } = this.#simulation
    const { order, edgeOffset } = network
    const isReused = (causes?.risks.length ?? 0) === 0
    const lastReader = new Map<SetBound, number>()
    for (const node of order) {
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
        const bound = this.#boundOf.get(edge)
        if (bound !== undefined) lastReader.set(bound, node)
      }
    }
    const free: number[] = []
    let count = 0
    for (const node of order) {
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
        const bound = isReused ? this.#boundOf.get(edge) : undefined
        if (bound === undefined || lastReader.get(bound) !== node) continue
        free.push(bound.row)
        lastReader.delete(bound)
      }
      for (const key of [2 * node, 2 * node + 1])
        for (const bound of this.#boundsOf.get(key) ?? []) bound.row = free.pop() ?? ROW_BYTES * count++
    }
    return count
  }

  /** Address of how an edge enters the calendar of its target. */
  #enterOf(edge: number): number {
    const to = this.#simulation.network.calendar[this.#targets.get(edge) as number]
    return this.#entered.get(to)?.rules.get(this.#moveOf(edge) - this.#leastMove) as number
  }

  /** Working days that an edge adds to the offset of its target. */
  #shiftOf(edge: number): number {
    const { edgeType, edgeLag, edgeUnit } = this.#simulation.network
    const isToFinish = edgeType[edge] === LINK_TYPE.FF || edgeType[edge] === LINK_TYPE.SF
    return (edgeUnit[edge] === LAG_UNIT.elapsed ? 0 : edgeLag[edge]) + (isToFinish ? 1 : 0)
  }

  write(buffer: ArrayBuffer): void {
    for (const { address, values } of this.#regions) {
      new Uint8Array(buffer, address, values.byteLength).set(
        new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
      )
    }
  }

  /** By whole offset and one more: cell n is the day before offset n, on which a finish there lies. There is none at 0. */
  #leave(calendar: number, plan: MemoryPlan): number {
    const { network, tables } = this.#simulation
    const { firstDay } = network.table
    const week = this.#weekOf(calendar, firstDay - 1)
    const cells = new Uint16Array(this.#offsetCount + 1)
    const placeAt = (cell: number): number => dayAtOffset(network, calendar, Math.max(cell, 1) - 1) - firstDay + 1
    const missingAt = (cell: number): number | null => {
      const rank = week.rankOf(placeAt(cell))
      return week.isWorking(placeAt(cell)) && rank <= MOST_RANK ? rank - Math.max(cell, 1) : null
    }
    for (let cell = 0; cell < cells.length; cell++) {
      cells[cell] = (Math.floor(placeAt(cell) / DAYS_A_WEEK) << 3) | (placeAt(cell) % DAYS_A_WEEK)
    }
    const breaks = breaksLeft(cells.length, missingAt, placeAt)
    const { centre, factor } = turnOf(week.workingDays)
    const part = HALF_RANGE / tables.unitsPerDay
    return this.#keep(
      writeRule({
        addresses: this.#keepCells(cells, breaks, plan),
        shorts: [
          week.workingDays,
          centre,
          factor,
          tables.unitsPerDay - 1 - HALF_RANGE,
          part,
          part - 1,
          cells.length - 1,
        ],
        days: Array.from({ ...week.workingPlaces, length: 16 }, (place: number | undefined) => place ?? 0xff),
        mask: 0x0f00,
      }),
      plan,
    )
  }

  #enter(calendar: number, plan: MemoryPlan): Entered {
    const { network, tables } = this.#simulation
    const firstDay = network.table.firstDay - 1 + this.#leastMove
    const week = this.#weekOf(calendar, firstDay)
    const cells = new Uint16Array(this.#placeCount)
    const offsetAt = (place: number): number => TABLE_BIAS_DAYS + offsetOf(network, calendar, firstDay + place)
    for (let place = 0; place < cells.length; place++) {
      cells[place] = Math.min(CELL_MAX, offsetAt(place) * tables.unitsPerDay)
    }
    const breaks = breaksEntered(cells.length, offsetAt, (place) => week.rankOf(place))
    return { addresses: this.#keepCells(cells, breaks, plan), week, rules: new Map() }
  }

  #enterMoved({ addresses, week }: Entered, move: number, plan: MemoryPlan): number {
    const rank = week.rankOf(move)
    const days = Array.from({ length: DAYS_A_WEEK }, (_, place) => week.rankOf(move + place) - rank)
    return this.#keep(writeRule({ addresses, shorts: [week.workingDays, rank, move], days, mask: 0xff00 }), plan)
  }

  #keepCells(cells: Uint16Array, { spans, words }: Breaks, plan: MemoryPlan): Addresses {
    return [this.#keep(cells, plan), this.#keep(spans, plan), this.#keep(words, plan)]
  }

  #keep(values: Uint8Array | Uint16Array, plan: MemoryPlan): number {
    const address = plan.take(values.byteLength)
    this.#regions.push({ address, values })
    return address
  }

  /** What most weeks of a calendar are like, in places from a day on. */
  #weekOf(calendar: number, firstDay: number): Week {
    const { table, originRank } = this.#simulation.network
    const origin = table.dayAt(calendar, originRank[calendar])
    const working = new Int32Array(DAYS_A_WEEK)
    let weeks = 0
    for (let day = origin; day < table.endDay; day += DAYS_A_WEEK, weeks++) {
      for (let more = 0; more < DAYS_A_WEEK; more++) {
        const at = day + more
        const place = (((at - firstDay) % DAYS_A_WEEK) + DAYS_A_WEEK) % DAYS_A_WEEK
        working[place] += table.rankOf(calendar, at + 1) - table.rankOf(calendar, at)
      }
    }
    return new Week(Array.from(working, (count) => 2 * count > weeks))
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
