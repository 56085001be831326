import { defuseFormula, type SheetCell } from './sheet-cells.ts'

/** A cell of a line of CSV: quoted where it has to be, and never a formula. */
export function csvCell(cell: SheetCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = typeof cell === 'string' ? defuseFormula(cell) : cell.date
  return /[",;\t|\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
