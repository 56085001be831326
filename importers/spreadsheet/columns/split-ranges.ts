import { quoted } from '../../plan/diagnostics.ts'
import { parseDate } from '../cells/parse-date.ts'
import type { SheetTable } from '../sheet-table.ts'
import { exactHeader } from './header-fields.ts'

/** `March 2, 2026 → March 6, 2026`, `2026-03-02 - 2026-03-06`, `02.03.26 bis 06.03.26`. */
const RANGE = /^(.{6,40}?)\s*(?:→|⟶|–>|->|\s[-–—]\s|\s(?:to|until|bis|au|a|al|até|t\/m|до|по)\s|[~〜～])\s*(.{6,40})$/iu
const SOME = 0.3
const SAMPLED_ROWS = 200

/**
 * Parts columns that hold stretches of time, a start and an end in one cell, into two columns behind the others; a cell
 * with one day begins and ends on it. Sheets that name starts in a column of their own are left alone.
 */
export function splitRanges(table: SheetTable): string[] {
  const headers = table.header?.cells
  if (headers === undefined || headers.some((header) => exactHeader(header)?.field === 'start')) return []
  const notes: string[] = []
  for (const [index, header] of [...headers].entries()) {
    const cells = table.rows.slice(0, SAMPLED_ROWS).map((row) => (row.cells[index] ?? '').trim())
    const filled = cells.filter((cell) => cell !== '')
    const ranges = filled.filter((cell) => endsOf(cell) !== null).length
    if (ranges === 0 || ranges < SOME * filled.length) continue
    const at = headers.length
    headers.push(`${header} start`, `${header} end`)
    for (const { cells: row } of table.rows) {
      const cell = (row[index] ?? '').trim()
      const ends = endsOf(cell) ?? (isDay(cell) ? [cell, cell] : null)
      if (ends === null) continue
      while (row.length < at) row.push('')
      ;[row[at], row[at + 1]] = ends as [string, string]
    }
    notes.push(`Column ${quoted(header)} holds starts and ends in one; they are read as two columns.`)
    break
  }
  return notes
}

function endsOf(cell: string): [string, string] | null {
  const [, start = '', end = ''] = RANGE.exec(cell) ?? []
  return isDay(start) && isDay(end) ? [start, end] : null
}

const isDay = (text: string) => parseDate(text, 'mdy') !== null || parseDate(text, 'dmy') !== null
