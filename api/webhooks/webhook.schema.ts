import { z } from 'zod'
import { cursorPageOf, cursorQuery } from '../platform/http/cursor-paging.ts'
import { pageQuery } from '../platform/http/paging.ts'
import { DELIVERY_STATUSES, PING, WEBHOOK_EVENTS, WEBHOOK_FORMATS } from './webhook-events.ts'

export const MIN_SECRET_LENGTH = 32
const MAX_SECRET_LENGTH = 255
const MAX_URL_LENGTH = 2048

const url = z
  .string()
  .trim()
  .min(1, 'This field may not be blank')
  .max(MAX_URL_LENGTH)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'Enter a valid URL.')
  .meta({ format: 'uri' })

const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, 'This list may not be empty.')
  .max(10 * WEBHOOK_EVENTS.length)
  .transform((names) => WEBHOOK_EVENTS.filter((name) => names.includes(name)))

const secret = z
  .string()
  .max(MAX_SECRET_LENGTH)
  .refine((text) => text.length >= MIN_SECRET_LENGTH && text.trim() !== '', {
    message: `Use at least ${MIN_SECRET_LENGTH} characters.`,
  })
  .meta({ writeOnly: true })

const fields = { url, events, format: z.enum(WEBHOOK_FORMATS), is_active: z.boolean() }

export const webhookBody = z.object({
  url,
  events,
  format: fields.format.optional().describe('generic when left out'),
  secret: z.literal('').or(secret).optional().describe('made when left out or blank; shown once, in the reply'),
  is_active: fields.is_active.optional().describe('true when left out'),
})
export type WebhookInput = z.output<typeof webhookBody>

/** A secret that is there is replaced by another and never by nothing. */
export const webhookReplacement = webhookBody.extend({ secret: secret.optional() })
export const webhookPatch = z.object({ ...fields, secret }).partial()
export type WebhookPatch = z.output<typeof webhookPatch>

export const listWebhooksQuery = z.object({
  ...pageQuery,
  search: z.string().max(512).optional().describe('words of the address'),
  ordering: z.string().max(64).optional().describe('created_at, url; a leading - turns it round'),
})
export type ListWebhooksQuery = z.output<typeof listWebhooksQuery>

const instant = z.string().meta({ format: 'date-time' })

const shown = {
  id: z.guid(),
  project: z.guid().nullable(),
  program: z.guid().nullable(),
  url: z.string(),
  secret_set: z.boolean(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  format: z.enum(WEBHOOK_FORMATS),
  is_active: z.boolean(),
  consecutive_failures: z.int(),
  last_failure_at: instant.nullable(),
  last_failure_reason: z.string(),
  disabled_at: instant.nullable(),
  disabled_reason: z.string(),
  created_at: instant,
  created_by: z.guid().nullable(),
}
export const webhookReply = z.object(shown).meta({ id: 'Webhook' })
export const createdWebhookReply = z.object({ ...shown, secret: z.string() }).meta({ id: 'WebhookCreateResponse' })

export const deliveriesQuery = z.object({ ...cursorQuery })
export type DeliveriesQuery = z.output<typeof deliveriesQuery>

const deliveryReply = z
  .object({
    id: z.guid(),
    event_type: z.enum([...WEBHOOK_EVENTS, PING]),
    sequence_number: z.int(),
    payload: z.record(z.string(), z.unknown()).describe('as it was sent'),
    status: z.enum(DELIVERY_STATUSES),
    response_status: z.int().nullable(),
    attempt_count: z.int(),
    created_at: instant,
    completed_at: instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export const deliveriesReply = cursorPageOf(deliveryReply)

export const queuedDeliveryReply = z.object({ delivery_id: z.guid() }).meta({ id: 'WebhookTestPingResponse' })
