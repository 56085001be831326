import type { Diagnostics } from '../../plan/diagnostics.ts'
import { quoted } from '../../plan/diagnostics.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { ParsedRow } from './read-row.ts'

const MAX_ID_CHARACTERS = 100

/** Unique task ids: the value of the ID column where it is usable, else one made from the line number. */
export function assignIds(rows: readonly ParsedRow[], columns: ColumnSet, diagnostics: Diagnostics): string[] {
  let given: Set<string> | null = null
  const used = new Set<string>()
  return rows.map((row) => {
    if (row.id !== '' && row.id.length <= MAX_ID_CHARACTERS && !used.has(row.id)) {
      used.add(row.id)
      return row.id
    }
    if (row.id !== '') {
      const text = `ID ${quoted(row.id)} is used twice or too long; references mean the first row that has it`
      diagnostics.warn('duplicate_id', { row: row.line, field: columns.header('id') }, text)
    }
    given ??= new Set(rows.map((other) => other.id))
    let id = `row-${row.line}`
    while (given.has(id) || used.has(id)) id += '-'
    used.add(id)
    return id
  })
}
