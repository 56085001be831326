import { parseCivilDay } from './civil-day.ts'
import { type DayRange, flattenExceptions } from './flatten-exceptions.ts'
import type { PlanCalendar, PlanException } from './plan-document.ts'

/** 1970-01-05. */
const ANY_MONDAY = 4
export const MONDAY_TO_FRIDAY: readonly number[] = [1, 2, 3, 4, 5]

/** A fresh Monday-to-Friday calendar without exceptions. */
export function standardCalendar(): { working_days: number[]; exceptions: [] } {
  return { working_days: [...MONDAY_TO_FRIDAY], exceptions: [] }
}

/**
 * Counts the working days of one calendar between two dates: whole weeks by multiplication, exceptions by a running sum
 * of what each adds or takes. Setting up costs O(e log e) for e exceptions, counting O(log e), whatever the span.
 */
export class WorkingDayCounter {
  /** Working days in the first n days of a week that begins on Monday. */
  readonly #startOfWeek: number[] = [0]
  readonly #exceptions: DayRange[]
  /** Days that all exceptions before the n-th add to the week, or take from it. */
  readonly #sums: number[] = [0]

  constructor({ working_days = [...MONDAY_TO_FRIDAY], exceptions = [] }: PlanCalendar) {
    for (let weekday = 1; weekday <= 7; weekday += 1) {
      const before = this.#startOfWeek[weekday - 1] ?? 0
      this.#startOfWeek.push(before + (working_days.includes(weekday) ? 1 : 0))
    }
    this.#exceptions = flattenExceptions(exceptions.flatMap(dayRange))
    for (const [index, exception] of this.#exceptions.entries()) {
      this.#sums.push((this.#sums[index] ?? 0) + this.#change(exception, exception.toDay + 1))
    }
  }

  /** Working days from `fromDay` to `toDay`, both included. */
  count(fromDay: number, toDay: number): number {
    return toDay < fromDay ? 0 : this.#before(toDay + 1) - this.#before(fromDay)
  }

  /** Working days before a day, counted from a Monday. */
  #before(day: number): number {
    let low = 0
    let high = this.#exceptions.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#exceptions[middle]?.toDay ?? 0) < day) low = middle + 1
      else high = middle
    }
    const cut = this.#exceptions[low]
    return this.#weekDays(day) + (this.#sums[low] ?? 0) + (cut === undefined ? 0 : this.#change(cut, day))
  }

  /** What an exception changes in the days before `end`. */
  #change({ fromDay, isWorking }: DayRange, end: number): number {
    if (end <= fromDay) return 0
    const byWeek = this.#weekDays(end) - this.#weekDays(fromDay)
    return isWorking ? end - fromDay - byWeek : -byWeek
  }

  #weekDays(day: number): number {
    const days = day - ANY_MONDAY
    const inWeek = ((days % 7) + 7) % 7
    return ((days - inWeek) / 7) * (this.#startOfWeek[7] ?? 0) + (this.#startOfWeek[inWeek] ?? 0)
  }
}

function dayRange({ from, to, working = false }: PlanException): DayRange[] {
  const fromDay = parseCivilDay(from)
  const toDay = parseCivilDay(to)
  return fromDay === null || toDay === null || toDay < fromDay ? [] : [{ fromDay, toDay, isWorking: working }]
}
