import type { FieldChanges } from './history-row.entity.ts'

/**
 * What a record was made with: as it stands, less what was changed since. `later` are its changes, the newest first. What
 * nobody said (null, empty, no) is left out.
 */
export function firstValues(
  standing: Readonly<Record<string, unknown>>,
  later: readonly (FieldChanges | null)[],
  columns: readonly string[],
): FieldChanges {
  const first: Record<string, unknown> = Object.fromEntries(columns.map((column) => [column, standing[column] ?? null]))
  for (const fields of later) {
    for (const [column, [before]] of Object.entries(fields ?? {})) if (column in first) first[column] = before
  }
  const said = Object.entries(first).filter(([, value]) => value !== null && value !== '' && value !== false)
  return Object.fromEntries(said.map(([column, value]) => [column, [null, value] as const]))
}
