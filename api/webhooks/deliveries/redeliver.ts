import type { Ctx } from '../../platform/context.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { lockWebhook } from '../webhook.queries.ts'
import type { WebhookScope } from '../webhook.scope.ts'
import { reopenDelivery } from './delivery.queries.ts'
import { wakeSenders } from './wake-senders.ts'

/**
 * Sends a recorded delivery once more, with its five attempts. It keeps its id, number and bytes, so that a receiver that
 * had it already knows it; signatures are made anew.
 */
export async function redeliver(ctx: Ctx<WebhookScope>, webhookId: string, deliveryId: string): Promise<string> {
  const webhook = await lockWebhook(ctx, webhookId)
  const outcome = await reopenDelivery(ctx, webhookId, deliveryId)
  refuseUnless(outcome !== 'none', notFound)
  refuseUnless(outcome !== 'pending', () => conflict('The delivery is under way.', 'delivery_pending'))
  refuseUnless(webhook.is_active, () => conflict('Switch the webhook on first.', 'webhook_inactive'))
  wakeSenders(ctx)
  return deliveryId
}

function conflict(detail: string, code: string): Refusal {
  return new Refusal(409, detail, { code })
}
