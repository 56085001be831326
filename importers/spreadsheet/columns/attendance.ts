import type { SheetTable } from '../sheet-table.ts'
import type { Chart } from './chart-columns.ts'
import { namesWork } from './general-names.ts'
import { placeOf } from './header-fields.ts'

const FEWEST_ROWS = 3
const FEWEST_COLUMNS = 5
/** Work seldom goes on from the first day to the last, and not with all others. */
const LONG = 0.75
const MOST_ROWS = 0.75
const HALF = 0.5
const GAPPED_ROWS = 0.3

/**
 * What to say of marks that nearly all rows have from the first time to the last, with gaps of their own: so people are present, and tasks
 * seldom are. Words for work in the header of the names, or columns of numbers that do not count the marks, say nothing of it.
 */
export function wordOnAttendance(
  table: SheetTable,
  { columns, dateRow }: Chart,
  marks: readonly (readonly number[])[],
): string[] {
  const headers = table.header?.cells ?? []
  const at = placeOf(headers, 'name')
  const isCalled = !table.namesBesideChart && at >= 0 && namesWork(headers[at] ?? '')
  const rows = marks.filter((cells, index) => cells.length > 0 && table.rows[index] !== dateRow)
  if (isCalled || rows.length < FEWEST_ROWS || columns.length < FEWEST_COLUMNS) return []
  const placeIn = new Map(columns.map(({ index }, place) => [index, place]))
  const spanOf = (cells: readonly number[]) =>
    (placeIn.get(cells.at(-1) ?? 0) ?? 0) - (placeIn.get(cells[0] ?? 0) ?? 0) + 1
  const long = rows.filter((cells) => spanOf(cells) >= LONG * columns.length && cells.length >= HALF * columns.length)
  const gapped = rows.filter((cells) => cells.length < spanOf(cells))
  if (long.length < MOST_ROWS * rows.length || gapped.length < GAPPED_ROWS * rows.length) return []
  return [
    'It is not certain that this is a plan: nearly all rows are marked from the first time to the last, with gaps, as people are in a list of who was present.',
  ]
}
