import type { Ctx } from '../../platform/context.ts'
import type { ToldOutside } from '../../platform/events/event.hooks.ts'
import { newId } from '../../platform/ids.ts'
import type { WebhookFormat } from '../webhook-events.ts'
import { chatMessage } from './chat-message.ts'
import { insertDeliveries, type NewDelivery } from './delivery.queries.ts'
import { factsOfRows } from './facts-of-rows.ts'
import { lockListeners } from './listener.queries.ts'
import { wakeSenders } from './wake-senders.ts'
import { writeBody } from './write-body.ts'

/**
 * Gives each webhook that hears of an event its delivery, in the transaction of the write and as one of its last
 * statements: there is one for whatever is committed and none for what is not, and the row that hands out the numbers
 * stays locked for the commit alone.
 */
export async function planDeliveries(ctx: Ctx<unknown>, { facts: told, rowsOf }: ToldOutside): Promise<void> {
  const projectIds = [...new Set([...told.map(({ projectId }) => projectId), ...rowsOf])]
  const listeners = await lockListeners(ctx, projectIds)
  if (listeners.length === 0) return
  const facts = [...told]
  for (const projectId of rowsOf) {
    const wanted = new Set(listeners.flatMap(({ project_id, events }) => (project_id === projectId ? events : [])))
    facts.push(...(await factsOfRows(ctx, projectId, { wanted, told })))
  }
  const numbers = new Map(listeners.map(({ id, last_sequence }) => [id, last_sequence]))
  const rows: NewDelivery[] = []
  for (const { projectId, name, payload } of facts) {
    for (const { id, project_id, events, format } of listeners) {
      if (project_id !== projectId || !events.includes(name)) continue
      const sequence = (numbers.get(id) as number) + 1
      numbers.set(id, sequence)
      rows.push(newDelivery(id, sequence, name, { payload, format: format as WebhookFormat }))
    }
  }
  if (rows.length === 0) return
  await insertDeliveries(ctx, rows)
  wakeSenders(ctx)
}

/** A delivery with the bytes that are sent. */
export function newDelivery(
  webhookId: string,
  sequence: number,
  eventType: string,
  { payload, format }: { readonly payload: object; readonly format: WebhookFormat },
): NewDelivery {
  const told = format === 'slack' ? chatMessage(eventType, payload as Record<string, unknown>) : payload
  return {
    id: newId(),
    webhook_id: webhookId,
    sequence_number: sequence,
    event_type: eventType,
    body: writeBody(told, sequence),
  }
}
