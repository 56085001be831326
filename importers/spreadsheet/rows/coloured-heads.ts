import { parseDate } from '../cells/parse-date.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { CellFills } from '../columns/filled-columns.ts'
import { type ArrangedRow, INDENT, isWork, withName } from './arranged-row.ts'

const FEWEST_HEADS = 2
/** Colours are looked up in the sheet once more, which large ones are not asked for. */
const MOST_ROWS = 2_000

/**
 * Rows whose names have a background of their own head those below them up to the next such row: the first row of the sheet is
 * one, each has others below it, and none of them begins before its head does. Null where the sheet is coloured otherwise.
 */
export function colouredHeads(
  rows: readonly ArrangedRow[],
  columns: ColumnSet,
  fills: (() => CellFills) | null,
): ReadonlySet<ArrangedRow> | null {
  const at = columns.index('name')
  if (fills === null || at === undefined || rows.length > MOST_ROWS || hasOutline(rows, columns)) return null
  const named = rows.filter((row) => columns.cell(row, 'name').trim() !== '')
  const colours = fills()
  const colourOf = (row: ArrangedRow | undefined) => (row === undefined ? undefined : colours.get(row.line)?.get(at))
  const colour = colourOf(named[0])
  if (colour === undefined) return null
  const heads = new Set(named.filter((row) => colourOf(row) === colour))
  const hasBelow = (row: ArrangedRow, index: number) => !heads.has(row) || isBelow(named[index + 1])
  const isBelow = (row: ArrangedRow | undefined) => row !== undefined && !heads.has(row)
  if (heads.size < FEWEST_HEADS || heads.size > named.length / 2 || !named.every(hasBelow)) return null
  return named.filter((row) => !heads.has(row)).every((row) => isWork(row, columns)) &&
    beginFirst(named, heads, columns)
    ? heads
    : null
}

export function placeBelowColoured(row: ArrangedRow, heads: ReadonlySet<ArrangedRow>, columns: ColumnSet): ArrangedRow {
  return heads.has(row) ? row : withName(row, INDENT + columns.cell(row, 'name'), columns)
}

export function hasOutline(rows: readonly ArrangedRow[], columns: ColumnSet): boolean {
  if (columns.has('parent') || columns.isStaggered || columns.levels.length > 1) return true
  return rows.some(
    (row) =>
      /^[\s.\u00a0]/.test(columns.cell(row, 'name')) ||
      columns.cell(row, 'wbs').includes('.') ||
      /\.\d/.test(columns.cell(row, 'id')) ||
      row.partOf !== undefined,
  )
}

/** Whether no row begins before its head, in one of the orders of day and month. */
function beginFirst(rows: readonly ArrangedRow[], heads: ReadonlySet<ArrangedRow>, columns: ColumnSet): boolean {
  return (['dmy', 'mdy'] as const).some((order) => {
    let begin: number | null = null
    return rows.every((row) => {
      const start = parseDate(columns.cell(row, 'start').trim(), order)
      if (!heads.has(row)) return begin === null || start === null || start >= begin
      begin = start
      return true
    })
  })
}
