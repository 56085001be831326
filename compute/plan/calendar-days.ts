import { isoWeekday } from './civil-day.ts'

/**
 * One byte a day of a window: 1 where the calendar works. Exceptions are painted from the last to the first and every
 * day only once, so the cost is days plus exceptions however much the ranges overlap.
 */
export function paintWorkingDays(calendar: CalendarColumns, firstDay: number, dayCount: number): Uint8Array {
  const working = new Uint8Array(dayCount)
  paintWeekdays(working, calendar.weekdayMask, firstDay)
  if (calendar.exceptionFirstDay.length > 0) paintExceptions(working, calendar, firstDay)
  return working
}

function paintWeekdays(working: Uint8Array, weekdayMask: number, firstDay: number): void {
  const { length } = working
  const firstWeekday = isoWeekday(firstDay) - 1
  for (let index = 0; index < 7 && index < length; index++)
    working[index] = (weekdayMask >> ((firstWeekday + index) % 7)) & 1
  // Whole weeks, twice as many each time.
  for (let painted = 7; painted < length; painted *= 2) working.copyWithin(painted, 0, painted)
}

function paintExceptions(working: Uint8Array, calendar: CalendarColumns, firstDay: number): void {
  const { exceptionFirstDay, exceptionLastDay, exceptionIsWorking } = calendar
  // nextFree[i] leads to the first unpainted day at or after i; painting a day links it to its successor.
  const nextFree = new Int32Array(working.length + 1)
  for (let index = 0; index < nextFree.length; index++) nextFree[index] = index
  for (let exception = exceptionFirstDay.length - 1; exception >= 0; exception--) {
    const from = Math.max(exceptionFirstDay[exception] - firstDay, 0)
    const to = Math.min(exceptionLastDay[exception] - firstDay, working.length - 1)
    if (from > to) continue
    for (let index = findFree(nextFree, from); index <= to; index = findFree(nextFree, index)) {
      working[index] = exceptionIsWorking[exception]
      nextFree[index] = index + 1
    }
  }
}

function findFree(nextFree: Int32Array, from: number): number {
  let root = from
  while (nextFree[root] !== root) root = nextFree[root]
  for (let index = from; index < root; ) {
    const following = nextFree[index]
    nextFree[index] = root
    index = following
  }
  return root
}

export interface CalendarColumns {
  /** Bit 0 = Monday to bit 6 = Sunday. */
  weekdayMask: number
  /** Inclusive ranges; where two overlap the later one wins. */
  exceptionFirstDay: Int32Array
  exceptionLastDay: Int32Array
  exceptionIsWorking: Uint8Array
}

/** Working days in `fromDay` to `toDay`, the latter excluded; negative when `toDay` comes first. */
export function countWorkingDays(calendar: CalendarColumns, fromDay: number, toDay: number): number {
  if (toDay < fromDay) return -countWorkingDays(calendar, toDay, fromDay)
  return paintWorkingDays(calendar, fromDay, toDay - fromDay).reduce((sum, works) => sum + works, 0)
}
