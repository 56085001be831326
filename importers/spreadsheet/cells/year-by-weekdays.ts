import { isoWeekday } from '../../../compute/plan/civil-day.ts'
import { type DateOrder, middleOfYear, parseYearless } from './parse-date.ts'
import type { DateCell } from './resolve-date-order.ts'
import { weekdayNamed } from './weekday-names.ts'

/** All ways in which the days of a year fall on weekdays come in so many years, back from one that stays the same: what nobody dated is recent. */
const YEARS = 12
const LAST_YEAR = 2026
const [MONDAY, FRIDAY] = [1, 5]
const DAY_OFF = 10

/**
 * A year for dates that nothing gives one: the latest in which most are on the weekday before them, fewest on a weekend, and most starts
 * on a Monday and finishes on a Friday, so that working days between them are those of their own year.
 */
export function yearByWeekdays(cells: readonly DateCell[], order: DateOrder): number {
  const years = Array.from({ length: YEARS }, (_, index) => LAST_YEAR - index)
  const faultsIn = (year: number) => {
    let faults = 0
    for (const { value, startsAt } of cells) {
      const day = parseYearless(value, order, middleOfYear(year) ?? 0)
      if (day === null) continue
      const weekday = isoWeekday(day)
      const told = weekdayNamed(FRONT_WORD.exec(value.trim())?.[1] ?? '')
      // `mar` is a month as well, so a weekday that fits says more than one that does not.
      if (told === weekday) faults -= DAY_OFF
      else if (weekday > FRIDAY) faults += DAY_OFF
      else if (weekday === (startsAt === undefined ? MONDAY : FRIDAY)) faults -= 1
    }
    return faults
  }
  const faults = years.map(faultsIn)
  return years[faults.indexOf(Math.min(...faults))] ?? LAST_YEAR
}
const FRONT_WORD = /^\(?(\p{L}{2,12})/u

/** The latest year in which days are on the weekdays before them (`Mon 6/1`, `Tue 6/2`), of which several have one; null where none is. */
export function yearToldByWeekdays(texts: readonly string[]): number | null {
  const told = texts.flatMap((text) => {
    const weekday = /\d/.test(text) ? weekdayNamed(FRONT_WORD.exec(text.trim())?.[1] ?? '') : null
    return weekday === null ? [] : [{ text: text.trim(), weekday }]
  })
  if (told.length < FEWEST_TOLD) return null
  const fits = (year: number, order: DateOrder) =>
    told.every(({ text, weekday }) => {
      const day = parseYearless(text, order, middleOfYear(year) ?? 0)
      return day !== null && isoWeekday(day) === weekday
    })
  for (let year = LAST_YEAR; year > LAST_YEAR - YEARS; year -= 1)
    if (fits(year, 'mdy') || fits(year, 'dmy')) return year
  return null
}
const FEWEST_TOLD = 3
