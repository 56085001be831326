import type { CalendarTable } from '../calendar/calendar-table.ts'
import { LAG_UNIT, LINK_TYPE } from '../model/schedule-columns.ts'

/**
 * The inverse of a link's bound: the latest day the predecessor can finish (FS, FF) or start (SS, SF) without moving
 * the successor from `successorDay`, which is its start for FS and SS and its finish for FF and SF.
 */
export function latestDay(
  table: CalendarTable,
  type: number,
  lagDays: number,
  lagUnit: number,
  predecessorCalendar: number,
  successorCalendar: number,
  successorDay: number,
): number {
  const stepBack = type === LINK_TYPE.FS ? 1 : 0
  if (lagUnit === LAG_UNIT.elapsed) return table.previousDay(predecessorCalendar, successorDay - stepBack - lagDays)
  const shifted =
    lagDays === 0
      ? successorDay
      : table.shiftDay(successorCalendar, table.previousDay(successorCalendar, successorDay), -lagDays)
  return table.previousDay(predecessorCalendar, shifted - stepBack)
}
