import type { Diagnostics } from '../../plan/diagnostics.ts'
import { placeOutline } from '../../plan/place-outline.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import { normaliseHeader } from '../columns/header-fields.ts'
import type { ParsedRow } from './read-row.ts'

const MAX_DEPTH = 100
const DEPTH_HEADERS = new Set(['level', 'outline', 'outlinelevel'])
const DEPTH = /^\d{1,4}$/
const CODE = /^[\p{L}\p{N}_-]{1,50}(\.[\p{L}\p{N}_-]{1,50})*\.?$/u

export type Outline = { parents: Int32Array; warning: string | null }

/**
 * The tree of the rows: from dotted codes if any row has one, else from a column of depths, else from the indentation of
 * the names. Parents are indexes into the rows, -1 for none.
 */
export function placeRows(rows: readonly ParsedRow[], columns: ColumnSet, diagnostics: Diagnostics): Outline {
  if (rows.some((row) => row.wbs.includes('.'))) {
    const codes = rows.map((row) => readCode(row, columns, diagnostics))
    if (codes.some((code) => code.length > 1)) return { parents: parentsByCode(codes), warning: null }
  }
  const depths = readDepths(rows, columns)
  if (depths !== null) return { parents: placeOutline(cutDepths(rows, depths, columns, diagnostics)), warning: null }
  const hasText = rows.some((row) => row.wbs !== '' && !/^\d+$/.test(row.wbs))
  const indents = rows.map((row) => row.depth)
  return {
    parents: placeOutline(cutDepths(rows, indents, columns, diagnostics)),
    warning: hasText ? `Column ${columns.header('wbs')} holds no outline codes; it was not used.` : null,
  }
}

function readCode(row: ParsedRow, columns: ColumnSet, diagnostics: Diagnostics): string[] {
  if (row.wbs.length > 6000 || !CODE.test(row.wbs)) return []
  const segments = row.wbs.replace(/\.$/, '').split('.')
  if (segments.length > MAX_DEPTH) warnDepth(row, columns.header('wbs'), segments.length, diagnostics)
  return segments.slice(0, MAX_DEPTH)
}

/** The parent of 1.2.3 is 1.2, or the nearest code above that exists; of two rows with one code, the one just before. */
function parentsByCode(codes: readonly string[][]): Int32Array {
  const parents = new Int32Array(codes.length).fill(-1)
  const joined = codes.map((code) => code.join('.'))
  const everywhere = new Map<string, number>()
  for (const [index, key] of joined.entries()) if (!everywhere.has(key)) everywhere.set(key, index)
  const above = new Map<string, number>()
  for (const [index, key] of joined.entries()) {
    for (let end = key.lastIndexOf('.'); end > 0; end = key.lastIndexOf('.', end - 1)) {
      const prefix = key.slice(0, end)
      const parent = above.get(prefix) ?? everywhere.get(prefix)
      if (parent === undefined) continue
      parents[index] = parent
      break
    }
    above.set(key, index)
  }
  return parents
}

/** Whole numbers are depths where the header says so, or where they repeat; otherwise they only number the rows. */
function readDepths(rows: readonly ParsedRow[], columns: ColumnSet): number[] | null {
  if (!columns.has('wbs')) return null
  const numbers = rows.map((row) => row.wbs).filter((wbs) => DEPTH.test(wbs))
  if (numbers.length === 0) return null
  const saysDepth = DEPTH_HEADERS.has(normaliseHeader(columns.header('wbs')))
  if (!saysDepth && new Set(numbers).size === numbers.length) return null
  let last = 1
  return rows.map((row) => {
    if (DEPTH.test(row.wbs)) last = Number(row.wbs)
    return last
  })
}

function cutDepths(
  rows: readonly ParsedRow[],
  depths: number[],
  columns: ColumnSet,
  diagnostics: Diagnostics,
): number[] {
  return depths.map((depth, index) => {
    const row = rows[index]
    if (depth > MAX_DEPTH && row !== undefined) warnDepth(row, columns.header('name'), depth, diagnostics)
    return Math.min(depth, MAX_DEPTH)
  })
}

function warnDepth(row: ParsedRow, field: string, depth: number, diagnostics: Diagnostics): void {
  const text = `depth ${depth} is more than ${MAX_DEPTH}; the row is placed at ${MAX_DEPTH}`
  diagnostics.warn('excessive_indent_depth', { row: row.line, field }, text)
}
