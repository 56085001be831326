import type { Ctx } from '../../platform/context.ts'
import { lockWebhook } from '../webhook.queries.ts'
import type { WebhookScope } from '../webhook.scope.ts'
import { PING, type WebhookFormat } from '../webhook-events.ts'
import { insertDeliveries, nextSequence } from './delivery.queries.ts'
import { newDelivery } from './plan-deliveries.ts'
import { wakeSenders } from './wake-senders.ts'

/** Queues a ping and returns its delivery. It goes out of a webhook that is switched off as well: that is when one asks. */
export async function pingWebhook(ctx: Ctx<WebhookScope>, webhookId: string): Promise<string> {
  const { id, format } = await lockWebhook(ctx, webhookId)
  const ping = newDelivery(id, await nextSequence(ctx, id), PING, {
    payload: { event: PING, webhook_id: id },
    format: format as WebhookFormat,
  })
  await insertDeliveries(ctx, [ping])
  wakeSenders(ctx)
  return ping.id
}
