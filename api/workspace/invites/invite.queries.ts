import { type Insertable, sql, type Updateable } from 'kysely'
import { type Db, type Tables, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../../platform/http/paging.ts'

/** A pending invite that has run out counts as expired before anybody writes it down. */
function statusAt(now: Date) {
  return sql<string>`case when i.status = 'pending' and i.expires_at <= ${now} then 'expired' else i.status end`
}

/** Invites with whoever sent them: the names are the inviter's. */
function invites(ctx: Ctx<unknown>) {
  return tables(ctx)
    .selectFrom('workspace_invites as i')
    .leftJoin('accounts as a', 'a.id', 'i.invited_by_id')
    .select(['i.id', 'i.email', 'i.role', 'i.created_at', 'i.expires_at', 'i.accepted_at', 'i.accepted_by_id'])
    .select(['a.id as inviter_id', 'a.username', 'a.first_name', 'a.last_name'])
    .select(statusAt(ctx.services.clock.now()).as('status'))
}

export type InviteRow = Awaited<ReturnType<typeof loadInvite>>

/** Invites of a status or of `all`, newest first. */
export function pageInvites(ctx: Ctx<unknown>, status: string, request: PageRequest): Promise<OffsetPage<InviteRow>> {
  const listed = invites(ctx).orderBy('i.created_at', 'desc').orderBy('i.id', 'desc')
  const now = ctx.services.clock.now()
  return pageRows(status === 'all' ? listed : listed.where(statusAt(now), '=', status), request)
}

export function findInvite(ctx: Ctx<unknown>, inviteId: string, options: { isLocked?: boolean } = {}) {
  return invites(ctx)
    .where('i.id', '=', inviteId)
    .$if(options.isLocked === true, (found) => found.forUpdate('i'))
    .executeTakeFirst()
}

export async function loadInvite(ctx: Ctx<unknown>, inviteId: string, options: { isLocked?: boolean } = {}) {
  const row = await findInvite(ctx, inviteId, options)
  refuseUnless(row, notFound)
  return row
}

/** Of each address the invite to send again: the pending one, else the last that failed; none while its mail still waits. */
export async function listResendable(ctx: Ctx<unknown>, belowRole: number): Promise<{ id: string; email: string }[]> {
  const listed = await sql<{ id: string; email: string }>`
    select i.id, i.email from (
      select distinct on (lower(i.email)) i.id, i.email, i.role from workspace_invites i
      where ${statusAt(ctx.services.clock.now())} in ('pending', 'failed')
      order by lower(i.email), i.status = 'pending' desc, i.created_at desc, i.id desc) i
    where i.role < ${belowRole} and not exists (
      select from mail_messages m where m.subject_id = i.id and m.purpose = 'invite' and m.status = 'queued')
    order by i.id`.execute(tables(ctx))
  return listed.rows
}

/** The invite that a token opens now; unknown, used, revoked and expired ones alike are undefined. */
export function findOpenInvite(
  ctx: Ctx<unknown>,
  tokenHash: string,
  options: { isLocked?: boolean } = {},
): Promise<InviteRow | undefined> {
  return invites(ctx)
    .where('i.token_hash', '=', tokenHash)
    .where('i.status', '=', 'pending')
    .where('i.expires_at', '>', ctx.services.clock.now().toISOString())
    .$if(options.isLocked === true, (found) => found.forUpdate('i'))
    .executeTakeFirst()
}

export async function insertInvite(db: Db, values: Insertable<Tables['workspace_invites']>): Promise<void> {
  await tables(db).insertInto('workspace_invites').values(values).execute()
}

export async function updateInvite(
  db: Db,
  inviteId: string,
  values: Updateable<Tables['workspace_invites']>,
): Promise<void> {
  await tables(db).updateTable('workspace_invites').set(values).where('id', '=', inviteId).execute()
}

/** Writes down that a pending invite reached nobody. */
export async function updateInviteFailed(db: Db, inviteId: string): Promise<void> {
  await tables(db)
    .updateTable('workspace_invites')
    .set({ status: 'failed' })
    .where('id', '=', inviteId)
    .where('status', '=', 'pending')
    .execute()
}

/** Writes down which pending invites of an address, or of all, have run out. */
export async function updateExpiredInvites(ctx: Ctx<unknown>, email?: string): Promise<void> {
  await tables(ctx)
    .updateTable('workspace_invites')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('expires_at', '<=', ctx.services.clock.now().toISOString())
    .$if(email !== undefined, (expired) => expired.where(sql<boolean>`lower(email) = lower(${email})`))
    .execute()
}

/** The pending invite of an address, beside one. */
export function findPendingInvite(db: Db, email: string, exceptId?: string) {
  return tables(db)
    .selectFrom('workspace_invites')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('status', '=', 'pending')
    .$if(exceptId !== undefined, (pending) => pending.where('id', '<>', exceptId as string))
    .limit(1)
    .executeTakeFirst()
}
