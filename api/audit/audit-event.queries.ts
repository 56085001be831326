import { type Insertable, sql } from 'kysely'
import { personName } from '../access/person-name.queries.ts'
import { type Db, type RowOf, type Tables, tables } from '../database.ts'
import { readCursorPage } from '../platform/db/page-rows.ts'
import { asJson } from '../platform/db/statements.ts'
import type { CursorPage, CursorRequest } from '../platform/http/cursor-paging.ts'

export type AuditEventRow = RowOf<'workspace_audit_events'>

/** One audit row. The actor's name is kept as it is now, because accounts may go. */
export async function insertAuditEvent(
  db: Db,
  values: Omit<Insertable<Tables['workspace_audit_events']>, 'actor_label'> & { readonly actor_id: string | null },
): Promise<void> {
  const label = sql<string>`coalesce((select ${personName('a')} from accounts a where a.id = ${values.actor_id}), '')`
  await tables(db)
    .insertInto('workspace_audit_events')
    .values({ ...values, metadata: asJson(values.metadata), actor_label: label })
    .execute()
}

export interface AuditEventFilter {
  readonly event_type?: string | undefined
  readonly actor?: string | undefined
  /** Not before, and before. */
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Audit rows by id, newest first. */
export function pageAuditEvents(
  db: Db,
  { event_type, actor, since, until }: AuditEventFilter,
  request: CursorRequest,
): Promise<CursorPage<AuditEventRow>> {
  let events = tables(db).selectFrom('workspace_audit_events').selectAll()
  if (event_type !== undefined) events = events.where('event_type', '=', event_type)
  if (actor !== undefined) events = events.where('actor_id', '=', actor)
  if (since !== undefined) events = events.where('created_at', '>=', new Date(since).toISOString())
  if (until !== undefined) events = events.where('created_at', '<', new Date(until).toISOString())
  return readCursorPage(events, { column: 'id', name: 'id', isDescending: true }, request)
}
