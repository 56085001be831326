import { sql } from 'kysely'
import { type Db, type RowOf, tables } from '../database.ts'
import { lockText } from '../platform/db/advisory-locks.ts'
import { type ToldWriter, writerSettings } from './writer.queries.ts'

/**
 * Advances the counters of a project, which is its write lock, while no import holds it alone. Who does not wait for an
 * import gets nothing then. Tells the transaction who writes. Returns the new sync cursor, the last number reserved and
 * the tables in use.
 */
export async function advanceCounters(
  db: Db,
  projectId: string,
  by: {
    readonly cursors: number
    readonly numbers: number
    readonly waitsForImports: boolean
    readonly writer: ToldWriter
  },
) {
  const importLock = lockText('importIntoProject', projectId)
  const advanced = await sql<Pick<RowOf<'project_counters'>, 'sync_seq' | 'item_number' | 'tables_in_use'>>`
    with entry as materialized (select ${by.waitsForImports}::boolean
      or pg_try_advisory_xact_lock_shared(hashtextextended(${importLock}, 0)) as is_free, ${writerSettings(by.writer)})
    insert into project_counters (project_id, sync_seq, item_number, risk_number)
    select ${projectId}::uuid, 1, ${by.numbers}::int, 0 from entry where is_free
    on conflict (project_id) do update set sync_seq = project_counters.sync_seq + ${by.cursors}::int,
      item_number = project_counters.item_number + ${by.numbers}::int returning sync_seq, item_number, tables_in_use`.execute(
    tables(db),
  )
  return advanced.rows[0]
}
