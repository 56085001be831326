import { dayInAnyOrder } from '../cells/parse-date.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import { type ArrangedRow, filledCells } from './arranged-row.ts'

/** `Group Members | Initials`, `Role | Name`: the header of a list of people. */
export function headsPeople(row: ArrangedRow): boolean {
  const cells = filledCells(row, MOST_OF_PEOPLE + 1)
  return cells.length > 1 && cells.length <= MOST_OF_PEOPLE && cells.every((cell) => OF_PEOPLE.test(cell.trim()))
}
/**
 * The last row with a word for its name, where below it stand letters, numbers and days that a chart is drawn from, as `x | y` and
 * `2019-02-03 | 1`; else the number of rows.
 */
export function lastInWords(rows: readonly ArrangedRow[], columns: ColumnSet): number {
  if (columns.isStaggered || columns.levels.length > 1) return rows.length
  const last = rows.findLastIndex((row) => /\p{L}.*\p{L}/u.test(columns.cell(row, 'name').trim()))
  const names = rows.slice(last + 1).map((row) => columns.cell(row, 'name').trim())
  const days = names.filter((name) => dayInAnyOrder(name) !== null)
  return names.length > 1 && names.every((name) => name !== '') && 2 * days.length >= names.length ? last : rows.length
}
const MOST_OF_PEOPLE = 4
const OF_PEOPLE =
  /^(?:(?:group|team|project) )?(?:members?|people|staff|resources?|roles?|names?|initials|contacts?|e-?mails?|phones?|responsibilit(?:y|ies)|positions?|students?)(?: (?:names?|ids?|numbers?))?:?$/i
