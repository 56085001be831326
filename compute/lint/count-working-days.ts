import { paintWorkingDays } from '../calendar/paint-working-days.ts'
import type { CalendarColumns } from '../model/schedule-columns.ts'

/** Working days in `fromDay` to `toDay`, the latter excluded; negative when `toDay` comes first. */
export function countWorkingDays(calendar: CalendarColumns, fromDay: number, toDay: number): number {
  if (toDay < fromDay) return -countWorkingDays(calendar, toDay, fromDay)
  return paintWorkingDays(calendar, fromDay, toDay - fromDay).reduce((sum, works) => sum + works, 0)
}
