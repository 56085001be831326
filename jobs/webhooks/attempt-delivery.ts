import type { Services } from '../../api/platform/context.ts'
import { AddressRefused, ExchangeFailed, guardedFetch } from '../../api/platform/egress/guarded-fetch.ts'
import { openSecret } from '../../api/platform/secrets-box.ts'
import type { DueDelivery } from '../../api/webhooks/deliveries/due.queries.ts'
import type { Answer } from '../../api/webhooks/deliveries/judge-attempt.ts'
import { signDelivery } from '../../api/webhooks/deliveries/sign-delivery.ts'
import { secretPurpose } from '../../api/webhooks/write-webhook.ts'

/** For name, connection, head and body together. */
const ATTEMPT_MS = 10_000
const MOST_REPLY_BYTES = 64 * 1024

/** Sends a delivery once, signed as of `sentAtMs`, and says what came back. Never throws for what the other side does. */
export async function attemptDelivery(services: Services, delivery: DueDelivery, sentAtMs: number): Promise<Answer> {
  const secret = secretOf(services, delivery)
  if (secret === null) return { kind: 'unsigned' }
  try {
    const { status } = await guardedFetch(services.config, delivery.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'svc-webhook',
        'X-Svc-Event': delivery.event_type,
        'X-Svc-Delivery': delivery.id,
        'X-Svc-Webhook-Sequence': String(delivery.sequence_number),
        ...signDelivery(secret, Math.floor(sentAtMs / 1000), delivery.body),
      },
      body: delivery.body,
      timeoutMs: ATTEMPT_MS,
      maxBytes: MOST_REPLY_BYTES,
    })
    return { kind: 'answered', status }
  } catch (error) {
    if (error instanceof AddressRefused) return { kind: 'refused' }
    if (error instanceof ExchangeFailed) return { kind: 'unreachable', reason: error.message }
    throw error
  }
}

/** Null when it was sealed with another key, or damaged; nothing is ever sent without a signature. */
function secretOf(services: Services, { webhook_id, sealed_secret }: DueDelivery): string | null {
  try {
    return openSecret(services, secretPurpose(webhook_id), sealed_secret)
  } catch (error) {
    services.log.error({ webhook: webhook_id, error }, 'the secret of a webhook cannot be opened')
    return null
  }
}
