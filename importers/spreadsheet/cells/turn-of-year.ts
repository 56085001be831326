import { type DateOrder, middleOfYear, parseYearless } from './parse-date.ts'
import type { DateCell } from './resolve-date-order.ts'

/** Further back than this is the next year. */
const HALF_YEAR_DAYS = 183
/** How far one row may begin before the row above it. */
const MOST_BACK_DAYS = 45

/**
 * The line from which days without a year are of the next one: `Nov | Dec | Jan` down the rows, which only go on but for one step of more
 * than half a year back. Null where they do not, or go back otherwise as well.
 */
export function turnOfYear(cells: readonly DateCell[], order: DateOrder, year: number): number | null {
  const near = middleOfYear(year) ?? 0
  const known = new Map<string, number | null>()
  const dayOf = (value: string) => {
    const before = known.get(value)
    if (before !== undefined) return before
    const day = parseYearless(value, order, near)
    known.set(value, day)
    return day
  }
  let turn: number | null = null
  let before: number | null = null
  for (const { row, value, startsAt } of cells) {
    // Where a row has both, its start says where it is.
    if (startsAt !== undefined && startsAt !== '') continue
    const day = dayOf(value)
    if (day === null) continue
    const back: number = before === null ? 0 : before - day
    if (back > HALF_YEAR_DAYS) {
      if (turn !== null) return null
      turn = row
    } else if (back > MOST_BACK_DAYS || (turn !== null && back < -HALF_YEAR_DAYS)) return null
    before = day
  }
  return turn
}
