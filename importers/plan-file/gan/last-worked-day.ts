import { civilParts, isoWeekday } from '../../../compute/plan/civil-day.ts'
import type { RawCalendar } from '../raw-project.ts'

/** Longer tasks are not followed day by day. */
const MOST_DAYS = 4000

interface DaysOff {
  readonly single: ReadonlyMap<number, boolean>
  /** Month and day of what comes every year. */
  readonly yearly: ReadonlyMap<string, boolean>
}

const KNOWN = new WeakMap<RawCalendar, DaysOff>()

/** The day on which so many days of work are done; null where that is beyond reach. */
export function lastWorkedDay(calendar: RawCalendar, start: number, days: number): number | null {
  const off = daysOff(calendar)
  let left = Math.max(1, days)
  for (let day = start; day < start + MOST_DAYS; day += 1) {
    const { month, day: monthDay } = civilParts(day)
    const special = off.single.get(day) ?? off.yearly.get(`${month}-${monthDay}`)
    if (special ?? calendar.week[isoWeekday(day) - 1] === true) left -= 1
    if (left === 0) return day
  }
  return null
}

function daysOff(calendar: RawCalendar): DaysOff {
  const known = KNOWN.get(calendar)
  if (known !== undefined) return known
  const single = new Map<number, boolean>()
  const yearly = new Map<string, boolean>()
  for (const { fromDay, isWorking, recurrence } of calendar.exceptions)
    if (recurrence === null) single.set(fromDay, isWorking)
    else yearly.set(`${recurrence.month}-${recurrence.monthDay}`, isWorking)
  const off = { single, yearly }
  KNOWN.set(calendar, off)
  return off
}
