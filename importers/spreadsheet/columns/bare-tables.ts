import { dayInAnyOrder } from '../cells/parse-date.ts'
import type { SheetRow } from '../sheet-table.ts'

const FEWEST_ROWS = 3
const MOSTLY = 0.8
const SAMPLED_ROWS = 50

/**
 * Headers for a table that has none: words that differ from row to row, and two columns of dates beside them from the first row on,
 * a start and an end. Null where the first row is none like the others.
 */
export function headersOfBare(rows: readonly SheetRow[]): string[] | null {
  // Heads say nothing but their names.
  const sample = rows
    .slice(0, SAMPLED_ROWS)
    .filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
  const [first] = sample
  if (first === undefined || sample.length < FEWEST_ROWS) return null
  const width = first.cells.length
  const isDate = (cell: string) => /\d/.test(cell) && dayInAnyOrder(cell) !== null
  const holds = (at: number, fits: (cell: string) => boolean) => {
    const cells = sample.map(({ cells }) => (cells[at] ?? '').trim())
    return fits(cells[0] ?? '') && cells.filter(fits).length >= MOSTLY * cells.length
  }
  const places = Array.from({ length: width }, (_, at) => at)
  // Bare numbers may be anything.
  const dates = places.filter((at) => holds(at, (cell) => isDate(cell) && !/^\d+(?:\.\d+)?$/.test(cell)))
  const names = places.find(
    (at) =>
      !dates.includes(at) &&
      holds(at, (cell) => /\p{L}{2}/u.test(cell) && !isDate(cell)) &&
      new Set(sample.map(({ cells }) => cells[at])).size >= MOSTLY * sample.length,
  )
  if (names === undefined || dates.length !== 2) return null
  const headers = places.map(() => '')
  headers[names] = 'Task'
  for (const [index, at] of dates.entries()) headers[at] = index === 0 ? 'Start' : 'End'
  return headers
}
