import type { Ctx } from '../../platform/context.ts'
import { type RowChange, rowTellers, type WebhookFact } from '../../platform/events/event.hooks.ts'
import { type ChangedRow, findOwnChanges } from './changed-rows.queries.ts'

/**
 * What the open transaction did to single rows of a project where one frame told of all of them: imports, batches, undos and
 * whatever else writes many. It is read from the history, which triggers write, so that no door can forget it. What was
 * told by an event of its own is left out.
 */
export async function factsOfRows(
  ctx: Ctx<unknown>,
  projectId: string,
  { wanted, told }: { readonly wanted: ReadonlySet<string>; readonly told: readonly WebhookFact[] },
): Promise<WebhookFact[]> {
  const tellers = rowTellers.parts().filter(({ names }) => names.some((name) => wanted.has(name)))
  if (tellers.length === 0) return []
  const kinds = tellers.map(({ kind }) => kind)
  const rows = await findOwnChanges(ctx, projectId, kinds)
  const known = new Set(told.map(({ name, payload }) => `${name} ${(payload as { id?: unknown }).id}`))
  const facts: WebhookFact[] = []
  for (const { kind, tell } of tellers) {
    const changes = sumUp(rows.filter(({ object_type }) => object_type === kind))
    for (const { id, name, payload } of changes.length > 0 ? await tell(ctx, projectId, changes) : [])
      if (wanted.has(name) && !known.has(`${name} ${id}`)) facts.push({ name, projectId, payload })
  }
  return facts
}

/** One change for each row; one that was made and removed, or ended as it began, has none. */
function sumUp(rows: readonly ChangedRow[]): RowChange[] {
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
