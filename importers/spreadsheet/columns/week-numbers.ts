import { quoted } from '../../plan/diagnostics.ts'
import type { SheetTable } from '../sheet-table.ts'
import { exactHeader, partialFields, WEEK_WORD } from './header-fields.ts'

const MOSTLY = 0.8
const LAST_WEEK = 53

/** Bare numbers below `KW von`, `Start CW` are weeks of the calendar. */
export function numberWeeks(table: SheetTable): string[] {
  const notes: string[] = []
  for (const [index, header] of (table.header?.cells ?? []).entries()) {
    if (!WEEK_WORD.test(header)) continue
    const field = exactHeader(header)?.field ?? partialFields(header)[0]
    if (field !== 'start' && field !== 'finish' && field !== 'deadline') continue
    const filled = table.rows.filter(({ cells }) => (cells[index] ?? '').trim() !== '')
    const numbered = filled.filter(({ cells }) => isWeek(cells[index] ?? ''))
    if (numbered.length === 0 || numbered.length < MOSTLY * filled.length) continue
    for (const { cells } of numbered) cells[index] = `KW ${(cells[index] ?? '').trim()}`
    notes.push(`Numbers in column ${quoted(header.trim())} are read as weeks of the calendar.`)
  }
  return notes
}

const isWeek = (cell: string) => /^\d{1,2}$/.test(cell.trim()) && Number(cell) >= 1 && Number(cell) <= LAST_WEEK
