import type { SheetRow } from '../sheet-table.ts'
import type { SheetField } from './header-fields.ts'
import type { ColumnMatch } from './match-columns.ts'

const SAMPLED_ROWS = 200
const MOST_STEPS = 10

/**
 * Names and codes often step to the right by level under one header whose neighbours are blank. Returns the columns that
 * continue a field so: no header, text below, and never filled beside the field itself.
 */
export function staggeredColumns(
  matches: readonly ColumnMatch[],
  rows: readonly SheetRow[],
): Partial<Record<SheetField, number[]>> {
  const found: Partial<Record<SheetField, number[]>> = {}
  const sample = rows.slice(0, SAMPLED_ROWS)
  const cell = (row: SheetRow, index: number) => (row.cells[index] ?? '').trim()
  for (const { index, field } of matches) {
    if (field !== 'name' && field !== 'wbs') continue
    const steps: number[] = []
    for (let next = index + 1; next <= index + MOST_STEPS; next += 1) {
      if (matches[next] !== undefined && (matches[next]?.header !== '' || matches[next]?.field !== null)) break
      const isFree = (row: SheetRow) => [index, ...steps].every((column) => cell(row, column) === '')
      const filled = sample.filter((row) => cell(row, next) !== '')
      if (filled.length === 0 || !filled.every(isFree)) break
      steps.push(next)
    }
    if (steps.length > 0) found[field] = steps
  }
  return found
}

const CODE = /^\d{1,4}(\.\d{1,4}){0,9}\.?$/

/** The first column without a header whose cells, together with its neighbours', are outline codes. */
export function codesWithoutHeader(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): ColumnMatch | null {
  if (matches.some(({ field }) => field === 'wbs' || field === 'id')) return null
  const sample = rows.slice(0, SAMPLED_ROWS)
  for (const match of matches) {
    if (match.header !== '' || match.field !== null) return null
    const neighbours = [match.index]
    for (let next = match.index + 1; matches[next]?.header === ''; next += 1) neighbours.push(next)
    const texts = sample.map((row) => neighbours.map((at) => (row.cells[at] ?? '').trim()).find((text) => text !== ''))
    const filled = texts.filter((text) => text !== undefined)
    const dotted = filled.filter((text) => text.includes('.')).length
    return filled.length >= sample.length / 2 && filled.every((text) => CODE.test(text)) && dotted > 0 ? match : null
  }
  return null
}
