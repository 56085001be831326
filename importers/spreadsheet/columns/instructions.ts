import type { SheetTable } from '../sheet-table.ts'
import { exactHeader, LONGEST_HEADER } from './header-fields.ts'

const FEWEST_FIELDS = 3

/** Templates explain each row in a column that nobody sees: below a header of sentences nothing is part of the plan. */
export function leaveOutInstructions(table: SheetTable): string[] {
  const headers = table.header?.cells ?? []
  if (headers.filter((header) => exactHeader(header) !== null).length < FEWEST_FIELDS) return []
  const explaining = headers.flatMap((header, index) => (header.length > 2 * LONGEST_HEADER ? [index] : []))
  if (explaining.length === 0) return []
  for (const at of explaining) table.clearColumn(at)
  table.leaveOut(table.rows.filter(({ cells }) => cells.every((cell) => cell.trim() === '')))
  return [`Instructions in column ${explaining.map((at) => at + 1).join(', ')} are not imported.`]
}
