import type { ColumnSet } from '../columns/column-set.ts'
import type { SheetField } from '../columns/header-fields.ts'
import { putCell, type SheetRow } from '../sheet-table.ts'

export const INDENT = '  '
const OF_WORK: readonly SheetField[] = ['duration', 'start', 'finish', 'predecessors', 'scheduled_start', 'deadline']

/** A row of tasks; `position` is its place among the rows below the header, 0 for one that the arrangement added. */
export type ArrangedRow = SheetRow & { position: number }

/** The filled cells of a row, or the first so many of them. */
export function filledCells({ cells }: SheetRow, most = Number.POSITIVE_INFINITY): string[] {
  const filled: string[] = []
  for (let at = 0; at < cells.length && filled.length < most; at += 1) {
    const text = (cells[at] ?? '').trim()
    if (text !== '') filled.push(text)
  }
  return filled
}

/** Whether a row says when or how long it is done, or was. */
export function isWork(row: SheetRow, columns: ColumnSet): boolean {
  const { start, finish } = columns.actual
  const isFilled = (at: number | undefined) => at !== undefined && (row.cells[at] ?? '').trim() !== ''
  return (
    OF_WORK.some((field) => columns.cells(row, field).some((cell) => cell.trim() !== '')) ||
    isFilled(start) ||
    isFilled(finish)
  )
}

/** The text of a row that fills one cell; null for any other. */
export function onlyCell(row: SheetRow): string | null {
  const filled = filledCells(row, 2)
  return filled.length === 1 ? (filled[0] ?? null) : null
}

export function withName(row: ArrangedRow, name: string, columns: ColumnSet): ArrangedRow {
  const cells = [...row.cells]
  const at = columns.index('name') ?? 0
  putCell(cells, at, name)
  return { ...row, cells }
}
