import type { CalendarTable } from './calendar-table.ts'

/** Positions that dates of different calendars share: the working days of any of them, counted from an origin. */
export interface UnionRuler {
  /** Working days of the ruler before each day of the window, less those before the origin. */
  positionOf: Int32Array
  /** The days of the ruler. */
  days: Int32Array
  /** Index in `days` of the first one at or after the origin. */
  originIndex: number
}

/** Lays the working days of several calendars of a table on one ruler. */
export function layRuler(table: CalendarTable, calendars: readonly number[], originDay: number): UnionRuler {
  const length = table.endDay - table.firstDay
  const positionOf = new Int32Array(length + 1)
  const days: number[] = []
  for (let index = 0; index < length; index++) {
    positionOf[index] = days.length
    const isWorking = calendars.some((calendar) => {
      const row = table.rankOffset[calendar] + index
      return table.ranks[row + 1] > table.ranks[row]
    })
    if (isWorking) days.push(table.firstDay + index)
  }
  positionOf[length] = days.length
  const originIndex = positionOf[originDay - table.firstDay]
  for (let index = 0; index <= length; index++) positionOf[index] -= originIndex
  return { positionOf, days: Int32Array.from(days), originIndex }
}
