import { z } from 'zod'

const MAX_URL = 2048

const webAddress = z
  .string()
  .max(MAX_URL)
  .refine(
    (text) => text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
    'Not a web address',
  )

export const taskSyncBody = z
  .object({
    source: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'Use small letters, digits and _, beginning with a letter'),
    external_id: z.string().trim().min(1).max(255),
    name: z.string().trim().max(512).optional(),
    description: z.string().max(100_000).optional(),
    status: z.string().max(64).optional(),
    assignee_email: z.union([z.literal(''), z.email().max(254)]).optional(),
    story_points: z.int().min(0).max(999).nullable().optional(),
    external_url: webAddress.optional(),
    parent_external_id: z.string().trim().max(255).optional(),
  })
  .meta({ id: 'InboundTaskSyncPayload' })
export type TaskSyncInput = z.output<typeof taskSyncBody>

export const taskSyncReply = z
  .object({ task_id: z.guid(), short_id: z.string(), created: z.boolean(), assignee_resolved: z.boolean() })
  .meta({ id: 'InboundTaskSyncResult' })
export type TaskSyncResult = z.output<typeof taskSyncReply>
