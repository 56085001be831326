import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import { ASSIGNED_SINCE } from '../structure/structure.queries.ts'
import type { PasteSnapshot } from './snapshots.ts'

/** Live rows that stand at the version named for them. */
export function findUnchanged(db: Db, versions: PasteSnapshot): Promise<string[]> {
  return unchangedThat(db, versions, sql`true`)
}

/** The same without rows that somebody was put on since they were written. */
export function findUnchangedUnassigned(db: Db, versions: PasteSnapshot): Promise<string[]> {
  return unchangedThat(db, versions, sql`not ${sql.raw(ASSIGNED_SINCE)}`)
}

async function unchangedThat(db: Db, versions: PasteSnapshot, condition: RawBuilder<unknown>): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select t.id from unnest(${Object.keys(versions)}::uuid[], ${Object.values(versions)}::int[]) as s(id, version)
    join tasks t on t.id = s.id and t.server_version = s.version and not t.is_deleted
    where ${condition}`.execute(tables(db))
  return found.rows.map((row) => row.id)
}
