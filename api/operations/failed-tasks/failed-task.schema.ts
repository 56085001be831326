import { z } from 'zod'
import { pageQuery } from '../../platform/http/paging.ts'

const status = z.enum(['dead', 'pending_retry', 'dismissed', 'retried'])
const instant = z.string().max(64).optional()

/** What narrows the list and both bulk actions. */
const filterFields = {
  status: z.string().max(32).optional().describe('dead, pending_retry, dismissed or retried'),
  task_name: z.string().max(200).optional().describe('part of the name'),
  search: z.string().max(200).optional().describe('part of the name or of the message'),
  failed_after: instant.describe('not before this instant; an unreadable one is ignored'),
  failed_before: instant.describe('before this instant; an unreadable one is ignored'),
}

export const filterQuery = z.object(filterFields)
export const listQuery = z.object({ ...filterFields, ...pageQuery, ordering: z.string().max(200).optional() })
export type SentFilter = z.output<typeof filterQuery>

export const requeueBody = z.object({
  backoff_seconds: z.int().min(0).max(86_400).default(0).describe('seconds until the job may begin'),
})
export const dropBody = z.object({ note: z.string().max(1_000).default('') })

export const failedTaskReply = z
  .object({
    id: z.guid(),
    task_name: z.string(),
    task_id: z.string().describe('its number in the queue'),
    project_id: z.guid().nullable(),
    args: z.array(z.unknown()),
    kwargs: z.record(z.string(), z.unknown()).describe('what the job was given, without secrets'),
    exception_type: z.string(),
    exception_message: z.string(),
    traceback: z.string(),
    failure_count: z.int(),
    first_failed_at: z.string(),
    last_failed_at: z.string(),
    status,
    resolution_note: z.string(),
    resolved_by_display: z.string().nullable(),
    resolved_at: z.string().nullable(),
    workflow_id: z.string().optional().describe('of the job that was given back to the queue'),
  })
  .meta({ id: 'FailedTask' })

export const bulkReply = z
  .object({
    processed: z.int(),
    matched: z.int(),
    capped: z.boolean().describe('more matched than one call takes; call again'),
  })
  .meta({ id: 'FailedTaskBulkAction' })
