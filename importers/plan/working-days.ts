import { FIRST_DAY, isoWeekday, LAST_DAY, parseDay } from './civil-date.ts'
import type { PlanCalendar } from './imported-plan.ts'

export const MONDAY_TO_FRIDAY: readonly number[] = [1, 2, 3, 4, 5]

/** A fresh Monday-to-Friday calendar without exceptions. */
export function standardCalendar(): PlanCalendar {
  return { working_days: [...MONDAY_TO_FRIDAY], exceptions: [] }
}

/**
 * Working days of one calendar as a running sum over all days the service knows (1900-2199, 430 KB), so that counting
 * between two dates costs the same for a day and for a century.
 */
export class WorkingDayCounter {
  readonly #sums = new Int32Array(LAST_DAY - FIRST_DAY + 2)

  constructor(calendar: PlanCalendar) {
    const isWorking = new Uint8Array(LAST_DAY - FIRST_DAY + 1)
    const week = new Set(calendar.working_days)
    for (let day = FIRST_DAY; day <= LAST_DAY; day += 1) if (week.has(isoWeekday(day))) isWorking[day - FIRST_DAY] = 1
    for (const exception of calendar.exceptions) {
      const from = parseDay(exception.from)
      const to = parseDay(exception.to)
      if (from === null || to === null || to < from) continue
      isWorking.fill(exception.working ? 1 : 0, from - FIRST_DAY, to - FIRST_DAY + 1)
    }
    let sum = 0
    for (let i = 0; i < isWorking.length; i += 1) {
      sum += isWorking[i] ?? 0
      this.#sums[i + 1] = sum
    }
  }

  /** Working days from `fromDay` to `toDay`, both included. */
  count(fromDay: number, toDay: number): number {
    if (toDay < fromDay) return 0
    return (this.#sums[toDay - FIRST_DAY + 1] ?? 0) - (this.#sums[fromDay - FIRST_DAY] ?? 0)
  }
}
