import { z } from 'zod'
import { pageQuery } from '../platform/http/paging.ts'
import { SNOOZE_PRESETS } from './snooze.ts'

const flag = z.string().max(10).optional()
const instant = z.string().meta({ format: 'date-time' })
const person = z.object({ id: z.guid(), username: z.string(), display_name: z.string() })

export const notificationReply = z
  .object({
    id: z.guid(),
    recipient: z.guid(),
    mention: z
      .object({
        id: z.guid(),
        mentioner: person.nullable(),
        mentioned_user: person,
        mentioned_group_key: z.string(),
        scope: z.enum(['individual', 'group']),
        task_comment: z.guid().nullable(),
        created_at: instant,
      })
      .nullable(),
    event_type: z.string(),
    subject: z.string(),
    body: z.string(),
    project: z.guid().nullable(),
    is_read: z.boolean(),
    is_archived: z.boolean(),
    snoozed_until: instant.nullable(),
    category: z.string(),
    created_at: instant,
    read_at: instant.nullable(),
    snippet: z.string(),
    task_id: z.guid().nullable(),
  })
  .meta({ id: 'Notification' })

export const listQuery = z.object({
  ...pageQuery,
  category: z.string().max(40).optional(),
  unread_only: flag,
  archived: flag.describe('only what was put away'),
  snoozed: flag.describe('only what sleeps now'),
  search: z.string().max(200).optional(),
})

export const changeBody = z.object({ is_read: z.boolean().optional(), is_archived: z.boolean().optional() })
export const markAllBody = z.object({})
export const snoozeBody = z.object({
  // Refused by a `detail`, like everything that is wrong here.
  preset: z
    .string()
    .optional()
    .meta({ enum: [...SNOOZE_PRESETS] })
    .describe('tomorrow is nine in the zone of the workspace'),
  until: z
    .string()
    .max(64)
    .nullable()
    .optional()
    .describe('an instant ahead, in the zone of the workspace where it names none; null wakes it'),
})
