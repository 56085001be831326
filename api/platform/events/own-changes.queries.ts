import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { statementsOver } from '../db/statements.ts'

/** One save as the history has it: made (`+`), changed (`~`) or put in the trash (`-`). */
export interface ChangedRow {
  readonly object_type: string
  readonly object_id: string
  readonly change_type: string
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>> | null
}

/** How many transactions after ours row `h` was written by one; those of its savepoints come shortly after it. */
const DISTANCE = sql`((h.xmin::text::bigint - (pg_current_xact_id()::text::bigint & 4294967295)) & 4294967295)`

/** Whether row `h` was written by the open transaction: by itself, or by the part of it that a savepoint began. */
const IS_OURS = sql<boolean>`case when ${DISTANCE} < 16777216 then
  pg_xact_status((pg_current_xact_id()::text::bigint + ${DISTANCE})::text::xid8) = 'in progress' else false end`

/**
 * The saves of rows of some kinds that the open transaction made in a project, as a query. Its lock lets nobody else write
 * there, so that ours are the last ones: those behind the last row that was committed.
 */
export function ownChanges(projectId: string, kinds: readonly string[]): RawBuilder<ChangedRow> {
  return sql<ChangedRow>`
    with committed as (
      select coalesce(max(id), 0) as id from (
        select h.id from history_rows h where h.project_id = ${projectId} and not coalesce(${IS_OURS}, false)
        order by h.project_id desc, h.id desc limit 1) as last)
    select h.id, h.object_type, h.object_id, h.change_type, h.changes from history_rows h, committed
    where h.project_id = ${projectId} and h.id > committed.id and h.object_type = any(${kinds}::text[])`
}

/** What the open transaction wrote down of a project, in order. */
export async function findOwnChanges(db: Db, projectId: string, kinds: readonly string[]): Promise<ChangedRow[]> {
  const found = await sql<ChangedRow>`
    select object_type, object_id, change_type, changes from (${ownChanges(projectId, kinds)}) as own order by id`.execute(
    statementsOver<never>(db),
  )
  return found.rows
}
