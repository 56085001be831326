import { z } from 'zod'
import { wireId } from '../../platform/http/wire-kinds.ts'

export const closeBody = z.object({
  carry_over_to: z
    .union([z.enum(['backlog', 'none']), wireId])
    .optional()
    .describe('whereto unfinished work goes: the backlog when left out, `none` to leave it, or the id of a sprint'),
  pending_disposition: z
    .enum(['carry', 'reject'])
    .optional()
    .describe('of what waits to be accepted; carry when left out'),
})
export type CloseInput = z.output<typeof closeBody>

export const closeReply = z
  .object({
    queued: z.literal(true),
    request_id: z.guid(),
    scope_pending_on_close: z
      .object({
        code: z.literal('scope_pending_on_close'),
        detail: z.string(),
        pending_count: z.int(),
        items: z.array(z.object({ id: z.guid(), task: z.guid(), item_name: z.string() })),
        default_disposition: z.literal('carry'),
      })
      .optional()
      .describe('only where something waits to be accepted'),
  })
  .meta({ id: 'SprintCloseQueued' })

const instant = z.string().meta({ format: 'date-time' }).nullable()
export const closeRequestReply = z
  .object({
    id: z.guid(),
    sprint: z.guid(),
    status: z.enum(['pending', 'in_flight', 'completed', 'failed']),
    attempt_count: z.int(),
    failure_reason: z.enum(['', 'cancelled', 'not_closable', 'stalled', 'error']),
    error_message: z.string(),
    requested_at: instant,
    started_at: instant,
    completed_at: instant,
    next_attempt_at: instant,
    terminal: z.boolean(),
  })
  .meta({ id: 'SprintCloseRequestState' })
