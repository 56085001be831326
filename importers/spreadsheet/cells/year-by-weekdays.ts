import { isoWeekday } from '../../../compute/plan/civil-day.ts'
import { type DateOrder, isYearless, middleOfYear, parseYearless } from './parse-date.ts'
import type { DateCell } from './resolve-date-order.ts'
import { weekdayInFront } from './weekday-names.ts'

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
  // A year has few days, however many rows there are.
  const alike = Map.groupBy(cells, ({ value, startsAt }) => `${startsAt === undefined} ${value}`)
  const distinct = [...alike.values()].map((same) => ({ ...(same[0] as DateCell), count: same.length }))
  const faultsIn = (year: number) => {
    let faults = 0
    for (const { value, startsAt, count } of distinct) {
      const day = parseYearless(value, order, middleOfYear(year) ?? 0)
      if (day === null) continue
      const weekday = isoWeekday(day)
      const told = weekdayInFront(value)
      // `mar` is a month as well, so a weekday that fits says more than one that does not.
      if (told === weekday) faults -= count * DAY_OFF
      else if (weekday > FRIDAY) faults += count * DAY_OFF
      else if (weekday === (startsAt === undefined ? MONDAY : FRIDAY)) faults -= count
    }
    return faults
  }
  const faults = years.map(faultsIn)
  return years[faults.indexOf(Math.min(...faults))] ?? LAST_YEAR
}

/** The latest year in which days are on the weekdays before them (`Mon 6/1`, `Tue 6/2`), of which several have one; null where none is. */
export function yearToldByWeekdays(texts: readonly string[]): number | null {
  const told = texts.flatMap((text) => {
    const weekday = /\d/.test(text) ? weekdayInFront(text) : null
    return weekday === null ? [] : [{ text: text.trim(), weekday }]
  })
  if (told.length < FEWEST_TOLD) return yearToldByGaps(texts)
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

/** The latest year in which days that leave out two after five (`05.01. … 09.01., 12.01.`) leave out weekends; null where they do not. */
function yearToldByGaps(texts: readonly string[]): number | null {
  const labels = texts.map((text) => text.trim()).filter((text) => /\d/.test(text) && text.length <= LONGEST_LABEL)
  if (labels.length <= FRIDAY) return null
  const daysIn = (year: number, order: DateOrder): number[] | null => {
    const days: number[] = []
    for (const text of labels) {
      const day = isYearless(text) ? parseYearless(text, order, days.at(-1) ?? middleOfYear(year) ?? 0) : null
      const step = days.length === 0 ? 1 : (day ?? 0) - (days.at(-1) ?? 0)
      if (day === null || (step !== 1 && step !== AFTER_WEEKEND)) return null
      days.push(day)
    }
    return days
  }
  const orders = (['dmy', 'mdy'] as const).filter((order) => daysIn(LAST_YEAR, order) !== null)
  for (let year = LAST_YEAR; year > LAST_YEAR - YEARS; year -= 1) {
    const days = orders.map((order) => daysIn(year, order)).find((found) => found !== null)
    const isWeek = days?.every(
      (day, at) =>
        isoWeekday(day) <= FRIDAY && (at === 0 || day - (days[at - 1] ?? 0) === 1 || isoWeekday(day) === MONDAY),
    )
    if (isWeek === true && days?.some((day, at) => at > 0 && day - (days[at - 1] ?? 0) === AFTER_WEEKEND)) return year
  }
  return null
}
const AFTER_WEEKEND = 3
const LONGEST_LABEL = 12
