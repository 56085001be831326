import { sql } from 'kysely'
import { type Db, type RowOf, tables } from '../../database.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import type { Window } from '../../platform/http/paging.ts'
import type { TrackedItem } from './ask-tracker.ts'
import { BUCKETS, type Source } from './connection.schema.ts'

export type ConnectionRow = RowOf<'external_connections'>

const MAX_ITEMS = 500

function ownConnections(ctx: Ctx<unknown>) {
  return tables(ctx).selectFrom('external_connections').selectAll().where('account_id', '=', actingAccount(ctx).id)
}

export function findConnection(ctx: Ctx<unknown>, source: Source): Promise<ConnectionRow | undefined> {
  return ownConnections(ctx).where('source', '=', source).executeTakeFirst()
}

/** The same, held until the end of the transaction. */
export function lockConnection(ctx: Ctx<unknown>, source: Source): Promise<ConnectionRow | undefined> {
  return ownConnections(ctx).where('source', '=', source).forNoKeyUpdate().executeTakeFirst()
}

export function listConnections(ctx: Ctx<unknown>): Promise<ConnectionRow[]> {
  return ownConnections(ctx).orderBy('source').execute()
}

/** For a job, which is nobody's request. */
export function findConnectionById(db: Db, id: string): Promise<ConnectionRow | undefined> {
  return tables(db).selectFrom('external_connections').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same, held, as long as nobody has entered it anew since it was read. */
export function lockUnchanged(db: Db, { id, updated_at }: ConnectionRow) {
  return tables(db)
    .selectFrom('external_connections')
    .select('id')
    .where('id', '=', id)
    .where('updated_at', '=', updated_at)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type Entered = Pick<
  ConnectionRow,
  'id' | 'sealed_secret' | 'base_url' | 'deployment' | 'account_email' | 'jql' | 'project_keys' | 'poll_enabled'
>

/** Puts what was entered in the place of what was there. A new start: what had failed is tried again. */
export async function saveConnection(ctx: Ctx<unknown>, source: Source, { id, ...entered }: Entered): Promise<void> {
  const now = ctx.services.clock.now()
  const stored = { ...entered, status: 'connected' as const, updated_at: now }
  await tables(ctx)
    .insertInto('external_connections')
    .values({ ...stored, id, account_id: actingAccount(ctx).id, source, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'source']).doUpdateSet(stored))
    .execute()
}

export async function updateConnection(
  db: Db,
  id: string,
  values: Partial<Pick<ConnectionRow, 'poll_enabled' | 'status'>> & {
    readonly last_requested_at?: Date
    readonly last_synced_at?: Date
  },
): Promise<void> {
  await tables(db).updateTable('external_connections').set(values).where('id', '=', id).execute()
}

export async function deleteConnection(ctx: Ctx<unknown>, source: Source): Promise<void> {
  await tables(ctx)
    .deleteFrom('external_connections')
    .where('account_id', '=', actingAccount(ctx).id)
    .where('source', '=', source)
    .execute()
}

/** Another tracker's work says nothing any more. */
export async function deleteItems(db: Db, connectionId: string): Promise<void> {
  await tables(db).deleteFrom('external_items').where('connection_id', '=', connectionId).execute()
}

/** Stores what the tracker named now, and hides what it does not name any more. */
export async function storeItems(db: Db, connectionId: string, items: readonly TrackedItem[], at: Date): Promise<void> {
  const column = (name: keyof TrackedItem) => items.map((item) => item[name])
  await sql`insert into external_items as i
      (id, connection_id, external_id, external_url, title, external_status, display_bucket, due_date, last_synced_at)
    select gen_random_uuid(), ${connectionId}::uuid, n.*, ${at}::timestamptz from unnest(${column('external_id')}::text[],
      ${column('external_url')}::text[], ${column('title')}::text[], ${column('external_status')}::text[],
      ${column('display_bucket')}::text[], ${column('due_date')}::date[]) as n
    on conflict (connection_id, external_id) do update set external_url = excluded.external_url, title = excluded.title,
      external_status = excluded.external_status, display_bucket = excluded.display_bucket,
      due_date = excluded.due_date, last_synced_at = excluded.last_synced_at, stale_since = null`.execute(tables(db))
  await sql`update external_items set stale_since = ${at}::timestamptz
    where connection_id = ${connectionId} and last_synced_at < ${at}::timestamptz and stale_since is null`.execute(
    tables(db),
  )
  await sql`delete from external_items where id in (select id from external_items where connection_id = ${connectionId}
    order by last_synced_at desc, id offset ${MAX_ITEMS})`.execute(tables(db))
}

function shownItems(ctx: Ctx<unknown>) {
  return tables(ctx)
    .selectFrom('external_items as i')
    .innerJoin('external_connections as c', 'c.id', 'i.connection_id')
    .select(['i.id', 'c.source', 'i.external_id', 'i.external_url', 'i.title', 'i.external_status'])
    .select(['i.display_bucket', 'i.due_date', 'i.last_synced_at'])
    .where('c.account_id', '=', actingAccount(ctx).id)
    .where('i.stale_since', 'is', null)
}

const bucketOrder = sql`array_position(${[...BUCKETS]}::text[], i.display_bucket::text)`

/** The caller's own, what is under way first. */
export function pageItems(ctx: Ctx<unknown>, window: Window) {
  const found = shownItems(ctx).orderBy(bucketOrder).orderBy('i.id')
  return pageRows(found, { page: 1, pageSize: window.limit, offset: window.offset })
}

/** The caller's own, what is due next first. */
export function listItemsByDue(ctx: Ctx<unknown>) {
  return shownItems(ctx)
    .orderBy(sql`i.due_date asc nulls last`)
    .orderBy(bucketOrder)
    .orderBy('i.id')
    .limit(MAX_ITEMS)
    .execute()
}

/** Those that are to be asked by the clock. */
export function findPolled(db: Db): Promise<{ id: string }[]> {
  return tables(db)
    .selectFrom('external_connections as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .select('c.id')
    .where('c.poll_enabled', '=', true)
    .where('c.status', '=', 'connected')
    .where('a.is_active', '=', true)
    .execute()
}

/** Removes what the trackers do not name since before the time. */
export async function purgeStaleItems(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('external_items').where('stale_since', '<', before.toISOString()).execute()
}
