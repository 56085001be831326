import { type RawBuilder, sql } from 'kysely'
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
  task_runs: 'completed_at',
  import_requests: 'completed_at',
} as const satisfies { [Table in keyof Tables]?: keyof Tables[Table] }

export type ExpiringTable = keyof typeof OVER_AT

/** What the rows of the table fulfil that were over at the instant; what has no instant is not over. */
export function isOver(table: ExpiringTable, before: Date): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(OVER_AT[table])} <= ${before}::timestamptz`
}

/** Removes rows that were over at the instant, statement by statement; returns how many there were and how large. */
export async function deleteExpired(
  db: Db,
  table: ExpiringTable,
  before: Date,
): Promise<{ rows: number; bytes: number }> {
  const name = sql.table(table)
  const removed = { rows: 0, bytes: 0 }
  for (;;) {
    const batch = await sql<{ rows: number; bytes: number }>`with removed as (
      delete from ${name} r where ctid = any(array(
        select ctid from ${name} where ${isOver(table, before)} limit ${sql.lit(BATCH_ROWS)}))
      returning pg_column_size(r.*) as bytes)
      select count(*)::int as rows, coalesce(sum(bytes), 0)::float8 as bytes from removed`.execute(tables(db))
    const { rows = 0, bytes = 0 } = batch.rows[0] ?? {}
    removed.rows += rows
    removed.bytes += bytes
    if (rows < BATCH_ROWS) return removed
  }
}
