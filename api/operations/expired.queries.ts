import { sql } from 'kysely'
import { type Db, type Tables, tables } from '../database.ts'

/** Rows of one statement: a backlog of millions must not become one transaction. */
const BATCH_ROWS = 5_000

/** Tables whose rows are over at an instant, by which everything that reads them judges already, and its column. */
const OVER_AT = {
  refresh_tokens: 'expires_at',
  socket_tickets: 'expires_at',
  sso_login_states: 'expires_at',
  idempotency_keys: 'created_at',
  outbox_events: 'occurred_at',
  history_rows: 'at',
  webhook_deliveries: 'completed_at',
  sync_batches: 'created_at',
  git_deliveries: 'received_at',
} as const satisfies { [Table in keyof Tables]?: keyof Tables[Table] }

export type ExpiringTable = keyof typeof OVER_AT

/** Removes rows that were over at the instant, statement by statement. */
export async function deleteExpired(db: Db, table: ExpiringTable, before: Date): Promise<void> {
  const [rows, overAt] = [sql.table(table), sql.ref(OVER_AT[table])]
  for (;;) {
    const removed = await sql`delete from ${rows} where ctid = any(array(
      select ctid from ${rows} where ${overAt} <= ${before} limit ${sql.lit(BATCH_ROWS)})) returning 1`.execute(
      tables(db),
    )
    if (removed.rows.length < BATCH_ROWS) return
  }
}
