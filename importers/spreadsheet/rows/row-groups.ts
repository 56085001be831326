import type { ColumnSet } from '../columns/column-set.ts'
import type { SheetTable } from '../sheet-table.ts'
import { listLines } from './arrange-rows.ts'
import { type ArrangedRow, INDENT, withName } from './arranged-row.ts'

/**
 * What a workbook shows of its rows beside their cells. Groups are the outline where the sheet says that their heads
 * stand above them and nothing else says what lies inside what; hidden rows are tasks like the others, and are named.
 */
export function readRowMarks(
  rows: readonly ArrangedRow[],
  table: SheetTable,
  columns: ColumnSet,
): { rows: ArrangedRow[]; notes: string[] } {
  const notes: string[] = []
  if (!table.isMarked) return { rows: [...rows], notes }
  const hidden = rows.filter(({ line }) => table.marksOf(line)?.isHidden)
  if (hidden.length > 0) notes.push(`Hidden rows are imported too: ${listLines(hidden.map(({ line }) => line))}.`)
  const isGrouped = rows.some(({ line }) => (table.marksOf(line)?.level ?? 0) > 0)
  if (!isGrouped || hasOutline(rows, columns)) return { rows: [...rows], notes }
  if (!table.groupsHaveHeadsAbove) {
    notes.push('Rows are grouped; the groups are not read as an outline.')
    return { rows: [...rows], notes }
  }
  notes.push('Groups of rows are read as the outline.')
  const placed = rows.map((row) => {
    const level = table.marksOf(row.line)?.level ?? 0
    return level === 0 ? row : withName(row, INDENT.repeat(level) + columns.cell(row, 'name'), columns)
  })
  return { rows: placed, notes }
}

function hasOutline(rows: readonly ArrangedRow[], columns: ColumnSet): boolean {
  if (columns.has('wbs') || columns.has('parent') || columns.isStaggered || columns.levels.length > 1) return true
  return rows.some((row) => /^[\s.\u00a0]/.test(columns.cell(row, 'name')))
}
