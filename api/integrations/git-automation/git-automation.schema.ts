import { z } from 'zod'

export const DELIVERY_OUTCOMES = [
  'malformed_payload',
  'ignored',
  'draft',
  'duplicate',
  'no_url',
  'no_link',
  'noop_forward_only',
  'opened_review',
  'merged_complete',
  'refused',
] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

export const REFUSALS = [
  'automation_disabled',
  'no_secret',
  'unknown_provider',
  'secret_unreadable',
  'bad_signature',
] as const
export type RefusalOutcome = (typeof REFUSALS)[number]

const instant = z.string().meta({ format: 'date-time' })

export const gitAutomationBody = z.object({ enabled: z.boolean() })

export const gitAutomationReply = z
  .object({
    enabled: z.boolean(),
    secret_set: z.boolean(),
    webhook_url: z.string(),
    configured_by: z.guid().nullable(),
    secret_set_at: instant.nullable(),
    updated_at: instant.nullable(),
    last_delivery_at: instant.nullable(),
    last_delivery_outcome: z.enum([...DELIVERY_OUTCOMES, '']),
    last_delivery_provider: z.string(),
    last_refusal_at: instant.nullable(),
    last_refusal_outcome: z.enum([...REFUSALS, '']),
    last_refusal_provider: z.string(),
  })
  .meta({ id: 'GitAutomationConfig' })

export const gitSecretReply = z
  .object({ secret: z.string(), webhook_url: z.string(), secret_set_at: instant.nullable() })
  .meta({ id: 'GitAutomationSecret' })

export const gitDeliveryReply = z
  .object({
    matched: z.boolean(),
    moved: z.boolean(),
    task: z.guid().nullable().optional(),
    from: z.string().nullable().optional(),
    to: z.string().nullable().optional(),
    ignored: z.string().optional(),
    reason: z
      .enum(DELIVERY_OUTCOMES)
      .exclude(['malformed_payload', 'ignored'])
      .optional()
      .describe('refused: a rule of the project keeps the task where it is'),
  })
  .meta({ id: 'GitDeliveryResult' })
export type GitDeliveryResult = z.output<typeof gitDeliveryReply>
