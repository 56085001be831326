import { z } from 'zod'
import { personReply } from '../access/person.schema.ts'
import { BLOCKER_TYPES } from '../tasks/task-values.ts'

const date = z.string().meta({ format: 'date' })
const instant = z.string().meta({ format: 'date-time' })

export const attentionReply = z
  .object({
    items: z.array(
      z
        .object({
          severity: z.enum(['critical', 'warning', 'info']),
          type: z.enum(['critical_task_late', 'unassigned_approaching', 'overallocation']),
          task_id: z.guid(),
          task_name: z.string(),
          assignee_name: z.string().nullable(),
          date: date.nullable(),
          detail: z.string(),
          link_target: z.null(),
        })
        .meta({ id: 'AttentionItem' }),
    ),
  })
  .meta({ id: 'Attention' })
export type AttentionItem = z.output<typeof attentionReply>['items'][number]

export const myTasksReply = z
  .object({
    project_id: z.guid(),
    week_start: date,
    week_finish: date,
    count: z.int(),
    tasks: z.array(
      z
        .object({
          id: z.guid(),
          name: z.string(),
          short_id: z.string(),
          status: z.string(),
          percent_complete: z.number(),
          is_milestone: z.boolean(),
          early_start: date.nullable(),
          early_finish: date.nullable(),
          total_float: z.int().nullable(),
          is_critical: z.boolean().nullable(),
        })
        .meta({ id: 'MyTask' }),
    ),
  })
  .meta({ id: 'MyTasks' })

const MAX_AGE_DAYS = 36_525
const ageMessage = `Send a number of days from 0 to ${MAX_AGE_DAYS}.`
export const blockedQuery = z.object({
  blocker_type: z.enum(BLOCKER_TYPES).optional().describe('empty: without a type'),
  min_age_days: z.coerce
    .number<string>(ageMessage)
    .int(ageMessage)
    .min(0, ageMessage)
    .max(MAX_AGE_DAYS, ageMessage)
    .optional()
    .describe('blocked for so many days or longer'),
})
export type BlockedQuery = z.output<typeof blockedQuery>

export const blockedReply = z
  .object({
    project_id: z.guid(),
    count: z.int(),
    blocked: z.array(
      z
        .object({
          id: z.guid(),
          name: z.string(),
          short_id: z.string(),
          status: z.string(),
          assignee: personReply.nullable(),
          blocker_type: z.string(),
          blocking_task: z.object({ id: z.guid(), name: z.string(), short_id: z.string() }).nullable(),
          blocked_by: personReply.nullable(),
          blocked_since: instant.nullable(),
          blocked_age_seconds: z.int().nullable(),
        })
        .meta({ id: 'BlockedTask' }),
    ),
    truncated: z.boolean(),
  })
  .meta({ id: 'BlockedTasks' })
