import { sql } from 'kysely'
import { personName } from '../access/person-name.queries.ts'
import { type Db, tables } from '../database.ts'
import { pageRows } from '../platform/db/page-rows.ts'
import { likeEscape } from '../platform/db/sql.ts'
import type { PageRequest } from '../platform/http/paging.ts'

export interface NotificationFilter {
  readonly category?: string | undefined
  readonly unreadOnly: boolean
  readonly archived: boolean
  readonly snoozed: boolean
  readonly search?: string | undefined
}

/** Rows of the person with who mentioned them; a comment is shown only to who is a member of its project now. */
function ownRows(db: Db, accountId: string) {
  const isMember = sql<boolean>`exists (select from project_members pm where pm.project_id = n.project_id
    and pm.account_id = n.account_id and not pm.is_deleted)`
  return tables(db)
    .selectFrom('notifications as n')
    .leftJoin('comment_mentions as m', 'm.id', 'n.mention_id')
    .leftJoin('comments as c', (join) => join.onRef('c.id', '=', 'm.comment_id').on('c.is_deleted', '=', false))
    .leftJoin('accounts as author', 'author.id', 'c.author_id')
    .leftJoin('accounts as own', 'own.id', 'n.account_id')
    .selectAll('n')
    .select([
      'm.group_key',
      'm.comment_id',
      'm.created_at as mentioned_at',
      'author.id as author_id',
      'author.username as author_username',
      personName('author').as('author_name'),
      'own.username as own_username',
      personName('own').as('own_name'),
      sql<string>`case when ${isMember} then left(c.body, 200) end`.as('snippet'),
    ])
    .where('n.account_id', '=', accountId)
}

export type NotificationRow = Awaited<ReturnType<typeof findOwnNotification>> & object

/** A page, the newest first. Put away and snoozed rows show only where they are asked for. */
export function pageOwnNotifications(
  db: Db,
  accountId: string,
  { category, unreadOnly, archived, snoozed, search }: NotificationFilter,
  now: Date,
  request: PageRequest,
) {
  const isAsleep = sql<boolean>`coalesce(n.snoozed_until > ${now}::timestamptz, false)`
  const rows = ownRows(db, accountId)
    .where('n.is_archived', '=', archived)
    .$if(snoozed || !archived, (list) => list.where(isAsleep, '=', snoozed))
    .$if(unreadOnly, (list) => list.where('n.is_read', '=', false))
    .$if(category !== undefined, (list) => list.where(sql<string>`n.category`, '=', category as string))
    .$if(search !== undefined && search !== '', (list) =>
      list.where(sql<boolean>`n.subject ilike ${`%${likeEscape(search as string)}%`}`),
    )
  return pageRows(rows.orderBy('n.created_at', 'desc').orderBy('n.id', 'desc'), request)
}

export function findOwnNotification(db: Db, accountId: string, id: string) {
  return ownRows(db, accountId).where('n.id', '=', id).executeTakeFirst()
}

export interface NotificationChange {
  readonly is_read?: boolean
  readonly is_archived?: boolean
  readonly snoozed_until?: string | null
}

/** Returns whether there is such a row. The first time it was read stays. */
export async function updateOwnNotification(
  db: Db,
  accountId: string,
  id: string,
  change: NotificationChange,
  now: Date,
): Promise<boolean> {
  const saved = await tables(db)
    .updateTable('notifications')
    .set({ ...change, ...(change.is_read && { read_at: sql<string>`coalesce(read_at, ${now}::timestamptz)` }) })
    .set('account_id', accountId)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return saved.numUpdatedRows > 0n
}

/** Marks what the person can see as read; returns how many that were. */
export async function markAllRead(db: Db, accountId: string, now: Date): Promise<number> {
  const saved = await tables(db)
    .updateTable('notifications')
    .set({ is_read: true, read_at: sql<string>`coalesce(read_at, ${now}::timestamptz)` })
    .where('account_id', '=', accountId)
    .where('is_read', '=', false)
    .where('is_archived', '=', false)
    .where((eb) => eb.or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', now.toISOString())]))
    .executeTakeFirst()
  return Number(saved.numUpdatedRows)
}

/** The zone of the workspace. */
export async function findWorkspaceZone(db: Db): Promise<string> {
  const row = await tables(db).selectFrom('workspace').select('timezone').executeTakeFirst()
  return row?.timezone || 'UTC'
}
