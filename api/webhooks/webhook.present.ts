import { instantText } from '../platform/db/sql.ts'
import type { WebhookRow } from './webhook.queries.ts'

/** A webhook as its readers see it, never with its secret. */
export function presentWebhook(row: WebhookRow): object {
  const { project_id, program_id, created_by_id, ...shown } = row
  return {
    ...shown,
    project: project_id,
    program: program_id,
    secret_set: true,
    last_failure_at: instantText(row.last_failure_at),
    disabled_at: instantText(row.disabled_at),
    created_at: instantText(row.created_at),
    created_by: created_by_id,
  }
}
