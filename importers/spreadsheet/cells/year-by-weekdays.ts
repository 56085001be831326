import { isoWeekday } from '../../../compute/plan/civil-day.ts'
import { FALLBACK_START_DATE } from '../../plan/fallback-start.ts'
import { type DateOrder, middleOfYear, parseYearless } from './parse-date.ts'
import type { DateCell } from './resolve-date-order.ts'

/** All ways in which the days of a year fall on weekdays come in so many years. */
const YEARS = 12
const FIRST_YEAR = Number(FALLBACK_START_DATE.slice(0, 4))
const [MONDAY, FRIDAY] = [1, 5]
const DAY_OFF = 10

/**
 * A year for dates that nothing gives one: the first from that of plans without any date on in which fewest of them are on a weekend,
 * and most starts on a Monday and finishes on a Friday, so that working days between them are those of their own year.
 */
export function yearByWeekdays(cells: readonly DateCell[], order: DateOrder): number {
  const years = Array.from({ length: YEARS }, (_, index) => FIRST_YEAR + index)
  const faultsIn = (year: number) => {
    let faults = 0
    for (const { value, startsAt } of cells) {
      const day = parseYearless(value, order, middleOfYear(year) ?? 0)
      if (day === null) continue
      const weekday = isoWeekday(day)
      if (weekday > FRIDAY) faults += DAY_OFF
      else if (weekday === (startsAt === undefined ? MONDAY : FRIDAY)) faults -= 1
    }
    return faults
  }
  const faults = years.map(faultsIn)
  return years[faults.indexOf(Math.min(...faults))] ?? FIRST_YEAR
}
