import type { RowChange } from './event.hooks.ts'
import type { ChangedRow } from './own-changes.queries.ts'

/** One change for each row; one that was made and removed, or ended as it began, has none. */
export function sumUp(rows: readonly ChangedRow[]): RowChange[] {
  const byId = new Map<string, ChangedRow[]>()
  for (const row of rows) {
    const known = byId.get(row.object_id)
    if (known) known.push(row)
    else byId.set(row.object_id, [row])
  }
  return [...byId].flatMap(([id, saves]) => sumOf(id, saves) ?? [])
}

function sumOf(id: string, saves: readonly ChangedRow[]): RowChange | null {
  const changes = new Map<string, readonly [unknown, unknown]>()
  for (const save of saves) {
    for (const [column, [before, after]] of Object.entries(save.changes ?? {}))
      changes.set(column, [changes.has(column) ? changes.get(column)?.[0] : before, after])
  }
  for (const [column, [before, after]] of changes)
    if (JSON.stringify(before) === JSON.stringify(after)) changes.delete(column)
  const isMade = saves.some(({ change_type }) => change_type === '+')
  const isRemoved = changes.get('is_deleted')?.[1] === true
  if (isMade) return isRemoved ? null : { id, end: 'made', changes }
  if (changes.size === 0) return null
  return { id, end: isRemoved ? 'removed' : 'changed', changes }
}
