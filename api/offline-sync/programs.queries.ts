import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../database.ts'

export interface SpanAbove {
  readonly accountId: string
  readonly since: number
  readonly upTo: number
  readonly from: { readonly seq: number; readonly id: string }
  readonly limit: number
}

export interface SyncedAbove {
  readonly id: string
  readonly seq: number
  readonly is_deleted: boolean
  readonly [column: string]: unknown
}

/** The cursor of the last change above projects. */
export async function findInstallationCursor(db: Db): Promise<number> {
  const row = await tables(db).selectFrom('installation_counters').select('sync_seq').executeTakeFirst()
  return row?.sync_seq ?? 0
}

/** Who joined later than a row was written learns of it by joining. */
const SEQ: RawBuilder<number> = sql`greatest(r.sync_seq, mine.sync_seq)`

function within({ since, upTo, from, limit }: SpanAbove): RawBuilder<unknown> {
  return sql`${SEQ} > ${since === 0 ? -1 : since} and r.sync_seq <= ${upTo} and mine.sync_seq <= ${upTo}
    and (${SEQ}, r.id) > (${from.seq}::bigint, ${from.id}::uuid)
    ${since === 0 ? sql`and not r.is_deleted` : sql``} order by ${SEQ}, r.id limit ${limit}`
}

/** What the account belongs to, and what it belonged to until the program itself was deleted: by the same transaction. */
const mine = ({ accountId }: SpanAbove) => sql`(select m.program_id, m.sync_seq from program_members m
  join programs of_it on of_it.id = m.program_id
  where m.account_id = ${accountId} and (not m.is_deleted or of_it.is_deleted and of_it.xmin = m.xmin)) as mine`

/** Programs of which the account is a member. */
export async function findSyncedPrograms(db: Db, span: SpanAbove): Promise<SyncedAbove[]> {
  const found = await sql<SyncedAbove>`
    select r.id, ${SEQ} as seq, r.is_deleted, r.server_version, r.name, r.description, r.code, r.methodology,
      r.iteration_label, r.calendar_id, r.health, r.target_date, r.visibility, r.color, r.lead_id, r.is_sample,
      r.is_closed, r.closed_at, r.created_at
    from programs r join ${mine(span)} on mine.program_id = r.id where ${within(span)}`.execute(tables(db))
  return found.rows
}

/** Who is in the programs of the account that are there still. */
export async function findSyncedMembers(db: Db, span: SpanAbove): Promise<SyncedAbove[]> {
  const found = await sql<SyncedAbove>`
    select r.id, ${SEQ} as seq, r.is_deleted, r.server_version, r.program_id, r.account_id, r.role, r.role_title,
      r.created_at
    from program_members r join ${mine(span)} on mine.program_id = r.program_id
      join programs p on p.id = r.program_id and not p.is_deleted
    where ${within(span)}`.execute(tables(db))
  return found.rows
}
