import { sql } from 'kysely'
import { type Db, type RowOf, tables } from '../../database.ts'
import { orderTerms, pageRows } from '../../platform/db/page-rows.ts'
import { likeEscape } from '../../platform/db/sql.ts'
import type { PageRequest } from '../../platform/http/paging.ts'
import type { Cell, EventType } from '../kinds.ts'

export type PreferenceRow = RowOf<'notification_preferences'>

/** Makes the cells that the person has not got yet; sets all of them where `isReset`. */
export async function upsertCells(db: Db, accountId: string, cells: readonly Cell[], now: Date, isReset: boolean) {
  const columns = [cells.map((cell) => cell.event_type), cells.map((cell) => cell.channel)]
  await sql`
    insert into notification_preferences as p (id, account_id, event_type, channel, enabled, updated_at)
    select gen_random_uuid(), ${accountId}::uuid, event_type, channel, enabled, ${now}::timestamptz
    from unnest(${columns[0]}::text[], ${columns[1]}::text[], ${cells.map((cell) => cell.enabled)}::bool[])
      as cell(event_type, channel, enabled)
    on conflict (account_id, event_type, channel) do update set enabled = excluded.enabled, unsubscribed_at = null,
        updated_at = excluded.updated_at
      where ${isReset}::boolean and (p.enabled <> excluded.enabled or p.unsubscribed_at is not null)`.execute(
    tables(db),
  )
}

export function countCells(db: Db, accountId: string) {
  return tables(db)
    .selectFrom('notification_preferences')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

const ORDERS = { event_type: 'p.event_type', channel: 'p.channel', updated_at: 'p.updated_at' }

function ownCells(db: Db, accountId: string, search: string | undefined) {
  return tables(db)
    .selectFrom('notification_preferences as p')
    .selectAll('p')
    .where('p.account_id', '=', accountId)
    .$if(search !== undefined && search !== '', (rows) =>
      rows.where(sql<boolean>`p.event_type ilike ${`%${likeEscape(search as string)}%`}`),
    )
}

export function pageCells(
  db: Db,
  accountId: string,
  query: { readonly search?: string | undefined; readonly ordering?: string | undefined },
  request: PageRequest,
) {
  const terms = orderTerms(query.ordering, ORDERS) ?? []
  const rows = terms.reduce((list, term) => list.orderBy(sql`${term}`), ownCells(db, accountId, query.search))
  return pageRows(rows.orderBy('p.event_type').orderBy('p.channel'), request)
}

export function listCells(db: Db, accountId: string): Promise<PreferenceRow[]> {
  return ownCells(db, accountId, undefined).orderBy('p.event_type').orderBy('p.channel').execute()
}

export function updateCell(db: Db, accountId: string, id: string, enabled: boolean | undefined, now: Date) {
  return tables(db)
    .updateTable('notification_preferences')
    .set({ account_id: accountId, ...(enabled !== undefined && { enabled, unsubscribed_at: null, updated_at: now }) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
}

/** Turns mail of a kind off, as the link of a mail asks. */
export async function unsubscribeCell(db: Db, accountId: string, eventType: EventType, now: Date): Promise<void> {
  await sql`
    insert into notification_preferences as p (id, account_id, event_type, channel, enabled, unsubscribed_at, updated_at)
    select gen_random_uuid(), a.id, ${eventType}, 'email', false, ${now}::timestamptz, ${now}::timestamptz
    from accounts a where a.id = ${accountId}
    on conflict (account_id, event_type, channel) do update set enabled = false,
      unsubscribed_at = excluded.unsubscribed_at, updated_at = excluded.updated_at`.execute(tables(db))
}

export type SettingsRow = RowOf<'notification_settings'>

/** The person's settings, made where there are none. */
export async function loadSettings(db: Db, accountId: string, now: Date): Promise<SettingsRow> {
  await tables(db)
    .insertInto('notification_settings')
    .values({ account_id: accountId, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tables(db)
    .selectFrom('notification_settings')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

export type SettingsChange = Partial<
  Pick<SettingsRow, 'dnd_enabled' | 'digest_weekday' | 'digest_hour' | 'digest_timezone'>
>

export async function updateSettings(db: Db, accountId: string, change: SettingsChange, now: Date): Promise<void> {
  await tables(db)
    .updateTable('notification_settings')
    .set({ ...change, updated_at: now })
    .where('account_id', '=', accountId)
    .execute()
}
