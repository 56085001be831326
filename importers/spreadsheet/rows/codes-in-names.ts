import type { ColumnSet } from '../columns/column-set.ts'
import type { ParsedRow } from './read-row.ts'

const CODE_IN_FRONT = /^(\d{1,3}(?:\.\d{1,3}){0,7})(?:[.)]?\s+\S|[.)]\p{L})/u
const MOSTLY = 0.8
/** A code may be typed twice. */
const DIFFER = 0.9

/**
 * `1. Start`, `1.1 Charter`: outline codes in front of names, where the sheet has no other outline and the names are those of one. The
 * names stay as they are.
 */
export function takeCodesFromNames(rows: ParsedRow[], columns: ColumnSet): boolean {
  if (columns.has('wbs') || columns.has('parent')) return false
  if (rows.some(({ id }) => id.includes('.'))) return false
  const codes = codesOfNames(rows.map(({ name }) => name))
  if (codes === null) return false
  // What is indented may lie in a row without having a code of its own.
  if (rows.some(({ name }) => codeOf(name) === '') && rows.some(({ depth }) => depth > 0)) return false
  for (const [index, row] of rows.entries()) row.wbs = codes[index] ?? ''
  return true
}

const codeOf = (name: string) => CODE_IN_FRONT.exec(name.trimStart().slice(0, LONGEST))?.[1] ?? ''
const LONGEST = 60
const parentOf = (code: string) => code.slice(0, Math.max(0, code.lastIndexOf('.')))

/**
 * The codes in front of names, where most have one, hardly one occurs twice and every dotted one has its parent; else null. One that
 * has stood above in another part is a slip of the pen and none.
 */
export function codesOfNames(names: readonly string[]): string[] | null {
  const written = names.map(codeOf)
  const known = new Set<string>()
  const codes = written.map((code, index) => {
    const before = written[index - 1] ?? ''
    const isBesideLast = before === parentOf(code) || parentOf(before) === parentOf(code)
    if (known.has(code) && !isBesideLast) return ''
    if (code !== '') known.add(code)
    return code
  })
  const count = written.filter((code) => code !== '').length
  const dotted = [...known].filter((code) => code.includes('.'))
  if (dotted.length < 2 || known.size < DIFFER * count || count < MOSTLY * names.length) return null
  // `1.0` heads 1.1 and 1.2.
  const hasParent = (code: string) => known.has(parentOf(code)) || known.has(`${parentOf(code)}.0`)
  return dotted.every((code) => /^\d+\.0$/.test(code) || hasParent(code)) ? codes : null
}
