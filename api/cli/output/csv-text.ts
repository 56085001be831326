import { csvCell } from '../../../importers/write/csv-cell.ts'

export type Value = string | number | boolean | null

/** Rows for a spreadsheet, under the names that JSON has for the columns. Nothing in a cell runs as a formula. */
export function csvText(names: readonly string[], rows: readonly (readonly Value[])[]): string {
  const line = (cells: readonly Value[]) =>
    `${cells.map((cell) => csvCell(typeof cell === 'boolean' ? String(cell) : cell)).join(',')}\r\n`
  return line(names) + rows.map(line).join('')
}
