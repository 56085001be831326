import { likeEscape } from '../db/sql.ts'

/**
 * The `order by` of a list: a comma list of known names with `-` for descending, unknown ones ignored, a tie-break
 * behind. Columns are our own text, never the caller's.
 */
export function orderBySql(
  ordering: string | undefined,
  columns: Readonly<Record<string, string>>,
  fallback: string,
  tieBreak: string,
): string {
  const terms = (ordering ?? '').split(',').flatMap((term) => {
    const name = term.trim().replace(/^-/, '')
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    return column === undefined ? [] : [`${column}${term.trim().startsWith('-') ? ' desc' : ''}`]
  })
  return [...(terms.length > 0 ? terms : [fallback]), tieBreak].join(', ')
}

const MAX_SEARCH_WORDS = 10

/** Conditions of `?search=`: every word occurs in one of the columns, whatever the case. Adds to `params`. */
export function searchSql(search: string | undefined, columns: readonly string[], params: unknown[]): string[] {
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '')
  return words.slice(0, MAX_SEARCH_WORDS).map((word) => {
    params.push(`%${likeEscape(word)}%`)
    return `(${columns.map((column) => `${column} ilike $${params.length}`).join(' or ')})`
  })
}

/** Boolean filters accept true and 1, false and 0; anything else is no filter. */
export function booleanFilter(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined
  if (/^(true|1)$/i.test(value)) return true
  return /^(false|0)$/i.test(value) ? false : undefined
}
