// Several calendars and elapsed lags in a network of working days. A position names a working day of the calendar of its node: all
// of them lie in one row of days, calendar after calendar, so that positions differ by working days of their own calendar and
// each names its day. Most edges still add a weight to it; those between calendars and of elapsed days cross over by the tables.

import { CalendarTable } from '../../calendar/calendar-table.ts'
import { calendarColumns, LAG_UNIT, LINK_TYPE, type ScheduleColumns } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { CROSS_IN, CROSS_OTHER, CROSS_OUT, EDGE_META_CROSSING, EDGE_META_ELAPSED } from '../../wasm/layout.ts'

const EVERY_DAY = 0b111_1111

/** The weight of an edge that crosses over: as a plain one it would bind nothing. */
export const NO_WEIGHT = -0x2000_0000

export class Crossings {
  /** Of all calendars, and of one more where something is recorded on a day off. */
  readonly table: CalendarTable
  /** The calendar of each node, by its row of days; of what is recorded on a day off one more, on which every day works. */
  readonly calendar: Int32Array
  /** The calendar that links out of each node count on. */
  readonly own: Int32Array
  /** The one that most nodes have: the project finish is a position of it. */
  readonly main: number
  /** Bits a node: whether edges that cross over lead to it or leave it, and whether its calendar is another than the main one. */
  readonly kinds: Uint8Array
  /** A byte an edge. */
  readonly isCrossing: Uint8Array
  /** The day of the project finish, and the first position after it on each calendar, less that on the main one. */
  finishDay = 0
  readonly ends: Int32Array
  readonly #graph: ScheduleGraph

  /** `isOff` marks complete nodes that are recorded on a day off; null where none is. */
  constructor(graph: ScheduleGraph, table: CalendarTable, isOff: Uint8Array | null) {
    const { nodeCount, edgeCount, edgeOffset, edgeSource, edgeUnit, taskOfNode, columns } = graph
    const { calendarIndex } = columns
    const rowOf = firstAlike(table.dayOffset)
    const everyDay = rowOf.length
    this.table = isOff === null ? table : withEveryDay(table, rowOf, columns)
    this.#graph = graph
    this.calendar = new Int32Array(nodeCount)
    this.own = new Int32Array(nodeCount)
    this.kinds = new Uint8Array(nodeCount)
    this.isCrossing = new Uint8Array(edgeCount)
    this.ends = new Int32Array(this.table.dayOffset.length)
    const counts = new Int32Array(this.ends.length)
    for (let node = 0; node < nodeCount; node++) {
      this.own[node] = rowOf[calendarIndex[taskOfNode[node]]]
      this.calendar[node] = isOff?.[node] === 1 ? everyDay : this.own[node]
      counts[this.calendar[node]]++
    }
    this.main = counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0))
    for (let node = 0; node < nodeCount; node++) {
      if (this.calendar[node] !== this.main) this.kinds[node] |= CROSS_OTHER
      for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
        const source = edgeSource[edge]
        if (this.calendar[source] === this.calendar[node] && edgeUnit[edge] !== LAG_UNIT.elapsed) continue
        this.isCrossing[edge] = 1
        this.kinds[node] |= CROSS_IN
        this.kinds[source] |= CROSS_OUT
      }
    }
  }

  /** Whether a node has its days on the calendar on which every day works: complete it must be. */
  isOff(node: number): boolean {
    return this.calendar[node] !== this.own[node]
  }

  /** The position of the first day of a node's calendar. */
  firstOf(node: number): number {
    return this.table.dayOffset[this.calendar[node]]
  }

  /** The position after the last day of a node's calendar. */
  endOf(node: number): number {
    const calendar = this.calendar[node]
    return this.table.dayOffset[calendar] + this.table.workingCount[calendar]
  }

  /** The day at a position of a node, or the sentinel of the end it lies past. */
  dayAt(node: number, position: number): number {
    const { table } = this
    const calendar = this.calendar[node]
    return table.dayAt(calendar, position - table.dayOffset[calendar])
  }

  /**
   * Takes over where the project ends: the position after the last end on the main calendar, 0 for none, and the last day on others.
   * Returns the position on the main calendar after that day.
   */
  finish(latestEnd: number, otherDay: number): number {
    const { table, main } = this
    const first = table.dayOffset[main]
    const ownDay = latestEnd > first ? table.dayAt(main, latestEnd - 1 - first) : otherDay
    this.finishDay = Math.max(ownDay, otherDay)
    const finish = first + table.rankOf(main, this.finishDay + 1)
    for (let calendar = 0; calendar < this.ends.length; calendar++) {
      this.ends[calendar] = table.dayOffset[calendar] + table.rankOf(calendar, this.finishDay + 1) - finish
    }
    return finish
  }

  /** Whether the project finishes past the tables. */
  isBeyond(): boolean {
    return this.finishDay >= this.table.endDay
  }

  /** What the kernel knows of an edge. */
  describe(edge: number): number {
    const { edgeType, edgeUnit } = this.#graph
    const isElapsed = edgeUnit[edge] === LAG_UNIT.elapsed
    return edgeType[edge] | (isElapsed ? EDGE_META_ELAPSED : 0) | (this.isCrossing[edge] === 1 ? EDGE_META_CROSSING : 0)
  }

  lagOf(edge: number): number {
    return this.#graph.edgeLag[edge]
  }

  /** Where an edge lets its target start, by the start of its source and the days both take. */
  ahead(edge: number, source: number, target: number, start: number, sourceDays: number, targetDays: number): number {
    const { table } = this
    const { edgeType, edgeLag, edgeUnit } = this.#graph
    const type = edgeType[edge]
    const lag = edgeLag[edge]
    const calendar = this.calendar[target]
    const day = this.dayAt(source, isFromFinish(type) ? start + sourceDays - 1 : start) + stepOf(type)
    const rank =
      edgeUnit[edge] === LAG_UNIT.elapsed ? table.rankOf(calendar, day + lag) : table.rankOf(calendar, day) + lag
    return table.dayOffset[calendar] + rank - (isToStart(type) ? 0 : targetDays - 1)
  }

  /**
   * The inverse: how late the source may start for its target to start there. Of a source that is recorded on a day off it only
   * says whether that is where it starts, as far as working days tell.
   */
  back(
    edge: number,
    source: number,
    target: number,
    start: number,
    sourceStart: number,
    sourceDays: number,
    targetDays: number,
  ): number {
    const { table } = this
    const { edgeType, edgeLag, edgeUnit } = this.#graph
    const type = edgeType[edge]
    const lag = edgeLag[edge]
    const calendar = this.own[source]
    const position = isToStart(type) ? start : start + targetDays - 1
    const day =
      edgeUnit[edge] === LAG_UNIT.elapsed ? this.dayAt(target, position) - lag : this.dayAt(target, position - lag)
    const rank = table.rankOf(calendar, day - stepOf(type) + 1) - 1
    const toLast = isFromFinish(type) ? sourceDays - 1 : 0
    if (!this.isOff(source)) return table.dayOffset[calendar] + rank - toLast
    return rank <= table.rankOf(calendar, this.dayAt(source, sourceStart + toLast)) ? sourceStart : sourceStart + 1
  }
}

/** The same days of the same calendars, and behind them every day. */
function withEveryDay(
  { firstDay, endDay }: CalendarTable,
  rowOf: Int32Array,
  { calendars, projectStartDay }: ScheduleColumns,
): CalendarTable {
  const rows = Int32Array.from([...rowOf, rowOf.length])
  return new CalendarTable([...calendars, calendarColumns(EVERY_DAY, [])], rows, projectStartDay, firstDay, endDay)
}

/** For each calendar the first one with the same days. */
function firstAlike(dayOffset: Int32Array): Int32Array {
  const first = new Map<number, number>()
  return dayOffset.map((offset, calendar) => {
    if (!first.has(offset)) first.set(offset, calendar)
    return first.get(offset) ?? calendar
  })
}

function isToStart(type: number): boolean {
  return type === LINK_TYPE.FS || type === LINK_TYPE.SS
}

function isFromFinish(type: number): boolean {
  return type === LINK_TYPE.FS || type === LINK_TYPE.FF
}

/** A finish leaves its day to what it bounds. */
function stepOf(type: number): number {
  return type === LINK_TYPE.FS ? 1 : 0
}
