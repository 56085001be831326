import type { ColumnSet } from '../columns/column-set.ts'
import { type ArrangedRow, INDENT, withName } from './arranged-row.ts'

/** Words for a part of a plan with its number, alone or before what the part is called: `Phase 2`, `Sprint 3: Pay`, `Stage IV - Test`. */
const HEAD =
  /^(phase|stage|sprint|part|section|module|iteration|increment|release|workstream|work ?package|week|month|milestone|teil|abschnitt|bauabschnitt|étape|partie|etapa|fase|parte|этап|фаза|спринт|etap|fáze|etapp|fas|aşama|阶段|階段|フェーズ)\s*#?\s*(\d{1,2}|[IVX]{1,4})(?:\s*$|\s*[:.)–—-]\s*(?!\d))/iu
const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
const FEWEST_HEADS = 2

/**
 * Rows that are called parts of the plan and number them from 1 on, in order, each with others below it: `Phase 1: Design` above what is
 * designed. Null where something else says what lies in what, or where such names are those of the work itself.
 */
export function numberedHeads(rows: readonly ArrangedRow[], columns: ColumnSet): ReadonlySet<ArrangedRow> | null {
  if (columns.has('parent') || columns.isStaggered || columns.levels.length > 1) return null
  const named = rows.filter((row) => columns.cell(row, 'name').trim() !== '')
  if (named.some((row) => saysPlace(row, columns)) || saysLevels(named, columns)) return null
  const series = new Map<string, { row: ArrangedRow; at: number; number: number }[]>()
  for (const [at, row] of named.entries()) {
    const [, word = '', number = ''] = HEAD.exec(columns.cell(row, 'name').trim()) ?? []
    if (word === '') continue
    const key = word.toLowerCase().replace(/\s/g, '')
    const found = series.get(key) ?? []
    found.push({ row, at, number: /\d/.test(number) ? Number(number) : ROMAN.indexOf(number.toUpperCase()) + 1 })
    series.set(key, found)
  }
  // The first word on the sheet is that of the larger parts.
  for (const heads of series.values()) {
    const areInTurn = heads.every(({ number }, index) => number === (heads[0]?.number ?? 0) + index)
    const haveBelow = heads.every(({ at }, index) => (heads[index + 1]?.at ?? named.length) > at + 1)
    if (heads.length < FEWEST_HEADS || (heads[0]?.number ?? 2) > 1 || !areInTurn || !haveBelow) continue
    return new Set(heads.map(({ row }) => row))
  }
  return null
}

/** Whether a row is indented, or has a code that says where it lies. */
function saysPlace(row: ArrangedRow, columns: ColumnSet): boolean {
  return (
    row.partOf !== undefined ||
    /^[\s.\u00a0]/.test(columns.cell(row, 'name')) ||
    /\d\.\d/.test(columns.cell(row, 'wbs')) ||
    /\d\.\d/.test(columns.cell(row, 'id'))
  )
}

/** Numbers that come again in a column of outlines are levels. */
function saysLevels(rows: readonly ArrangedRow[], columns: ColumnSet): boolean {
  const cells = rows.map((row) => columns.cell(row, 'wbs').trim()).filter((cell) => /^\d/.test(cell))
  return new Set(cells).size < cells.length
}

/** The rows below the first head are parts of the last one above them. */
export function placeBelowNumbered(
  rows: readonly ArrangedRow[],
  heads: ReadonlySet<ArrangedRow>,
  columns: ColumnSet,
): ArrangedRow[] {
  const first = rows.findIndex((row) => heads.has(row))
  return rows.map((row, index) =>
    index < first || heads.has(row) ? row : withName(row, INDENT + columns.cell(row, 'name'), columns),
  )
}
