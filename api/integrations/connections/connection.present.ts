import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { ConnectionRow, listItemsByDue, pageItems } from './connection.queries.ts'
import { SOURCE_LABELS, type Source } from './connection.schema.ts'
import { accessOf } from './write-connection.ts'

export const labelOf = (row: ConnectionRow): string => SOURCE_LABELS[row.source as Source]

/** What stands with a connection; one whose secret cannot be opened must be entered anew. */
export function statusOf(ctx: Ctx<unknown>, row: ConnectionRow) {
  return accessOf(ctx, row) === null ? 'not_connected' : row.status
}

export function presentConnection(row: ConnectionRow, ctx: Ctx<unknown>) {
  const status = statusOf(ctx, row)
  return {
    name: labelOf(row),
    exists: status !== 'not_connected',
    base_url: row.base_url,
    deployment: row.deployment,
    account_email: row.account_email,
    status,
    last_synced_at: instantText(row.last_synced_at),
    jql: row.jql,
    project_keys: row.project_keys,
    poll_enabled: row.poll_enabled,
  }
}

type ItemRow = Awaited<ReturnType<typeof pageItems>>['results'][number]

export function presentItem({ source, due_date: _, ...row }: ItemRow) {
  return { ...row, source_key: source, last_synced_at: instantText(row.last_synced_at) }
}

type DueRow = Awaited<ReturnType<typeof listItemsByDue>>[number]

/** As the list of a person's work has it. */
export function presentWorkItem(row: DueRow) {
  return {
    id: row.id,
    source_type: row.source,
    key: row.external_id,
    title: row.title,
    external_status: row.external_status,
    status_category: row.display_bucket,
    due_date: row.due_date,
    url: row.external_url,
    synced_at: instantText(row.last_synced_at),
  }
}
