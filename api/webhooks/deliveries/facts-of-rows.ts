import type { Ctx } from '../../platform/context.ts'
import { rowTellers, type WebhookFact } from '../../platform/events/event.hooks.ts'
import { findOwnChanges } from '../../platform/events/own-changes.queries.ts'
import { sumUp } from '../../platform/events/sum-up-changes.ts'

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
