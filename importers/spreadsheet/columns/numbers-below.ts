import { parseDate } from '../cells/parse-date.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'

const FEWEST_LINES = 3

/**
 * Formulas that somebody drew far below the last task leave lines of numbers. They say nothing of what the columns above them hold, so
 * they go before anything is judged by its cells. Returns those that went.
 */
export function leaveOutNumbersBelow(table: SheetTable): readonly SheetRow[] {
  const last = table.rows.findLastIndex(({ cells }) => cells.some(saysSomething))
  const below = table.rows.slice(last + 1)
  if (last < 0 || below.length < FEWEST_LINES) return []
  table.leaveOut(below)
  return below
}

const saysSomething = (cell: string) => cell !== '' && (/\p{L}/u.test(cell) || parseDate(cell.trim(), 'iso') !== null)
