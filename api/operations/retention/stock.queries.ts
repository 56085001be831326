import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import type { PolicyKey } from '../../retention/policies.ts'
import { type ExpiringTable, isOver } from '../expired.queries.ts'

type RowPolicy = Exclude<PolicyKey, 'SVC_PROJECT_SOFT_DELETE_RETENTION_DAYS'>

/** Whose rows go by a policy. Projects take what is in them along, so they are removed one by one. */
export const TABLE_OF = {
  HISTORY_RETENTION_DAYS: 'history_rows',
  TASK_RUN_RETENTION_DAYS: 'task_runs',
  SVC_WEBHOOK_RETENTION_DAYS: 'webhook_deliveries',
  SVC_IMPORT_RETENTION_DAYS: 'import_requests',
  SVC_SYNC_BATCH_RETENTION_HOURS: 'sync_batches',
} as const satisfies Record<RowPolicy, ExpiringTable>

/** From here on the planner's estimate is told in place of a count, which would read the whole table. */
const COUNTED_ROWS = 1_000_000

export interface Stock {
  readonly rows: number
  readonly bytes: number | null
}

const isProjects = (key: PolicyKey) => key === 'SVC_PROJECT_SOFT_DELETE_RETENTION_DAYS'

/** What lies there of a policy's records now, with the size of their tables on the disk. */
export async function countStock(db: Db, key: PolicyKey): Promise<Stock> {
  if (isProjects(key)) return countTrash(db, sql`true`)
  const name = TABLE_OF[key as RowPolicy]
  const found = await sql<{ rows: number; bytes: number }>`
    select case when c.reltuples > ${COUNTED_ROWS} then c.reltuples::float8
        else (select count(*) from ${sql.table(name)})::float8 end as rows,
      pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c where c.oid = ${name}::regclass`.execute(tables(db))
  return found.rows[0] as Stock
}

/** What would go now of records that were over at the instant. */
export async function countOver(db: Db, key: PolicyKey, before: Date): Promise<Stock> {
  if (isProjects(key)) return countTrash(db, sql`deleted_at <= ${before}::timestamptz`)
  const name = TABLE_OF[key as RowPolicy]
  const found = await sql<{ rows: number; bytes: number }>`
    select count(*)::float8 as rows, coalesce(sum(pg_column_size(r.*)), 0)::float8 as bytes
    from ${sql.table(name)} r where ${isOver(name, before)}`.execute(tables(db))
  return found.rows[0] as Stock
}

async function countTrash(db: Db, condition: RawBuilder<unknown>): Promise<Stock> {
  const found = await sql<{ rows: number }>`
    select count(*)::float8 as rows from projects where is_deleted and ${condition}`.execute(tables(db))
  return { rows: found.rows[0]?.rows ?? 0, bytes: null }
}
