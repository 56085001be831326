import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'

export interface InviteRow {
  id: string
  email: string
  role: number
  status: string
  createdAt: string
  expiresAt: string
  acceptedAt: string | null
  acceptedById: string | null
  inviterId: string | null
  inviterUsername: string | null
  inviterFirstName: string | null
  inviterLastName: string | null
}

/** `$1` is the present time. */
const STATUS = `case when i.status = 'pending' and i.expires_at <= $1 then 'expired' else i.status end`
const FROM = 'from workspace_invites i left join accounts a on a.id = i.invited_by_id'
const SELECT = `select i.id, i.email, i.role, ${STATUS} as status, i.created_at as "createdAt",
  i.expires_at as "expiresAt", i.accepted_at as "acceptedAt", i.accepted_by_id as "acceptedById", a.id as "inviterId",
  a.username as "inviterUsername", a.first_name as "inviterFirstName", a.last_name as "inviterLastName" ${FROM}`

/** Newest first. */
export async function pageInvites(
  ctx: Ctx<unknown>,
  query: { page?: string | undefined; page_size?: string | undefined; status: string },
): Promise<OffsetPage<InviteRow>> {
  const request = pageRequest(query, LARGE_LIST)
  const now = ctx.services.clock.now()
  const where = `where $2 in ('all', ${STATUS})`
  const total = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${FROM} ${where}`, [
    now,
    query.status,
  ])
  const results = await sql<InviteRow>(
    ctx,
    `${SELECT} ${where} order by i.created_at desc, i.id desc limit $3 offset $4`,
    [now, query.status, request.pageSize, request.offset],
  )
  return { count: total?.count ?? 0, results, request }
}

export async function loadInvite(
  ctx: Ctx<unknown>,
  inviteId: string,
  options: { isLocked?: boolean } = {},
): Promise<InviteRow> {
  const row = await sqlOne<InviteRow>(ctx, `${SELECT} where i.id = $2 ${options.isLocked ? 'for update of i' : ''}`, [
    ctx.services.clock.now(),
    inviteId,
  ])
  if (!row) throw notFound()
  return row
}

/** The invite that a token opens now; unknown, used, revoked and expired ones alike are undefined. */
export async function findOpenInvite(
  ctx: Ctx<unknown>,
  tokenHash: string,
  options: { isLocked?: boolean } = {},
): Promise<InviteRow | undefined> {
  return sqlOne<InviteRow>(
    ctx,
    `${SELECT} where i.token_hash = $2 and i.status = 'pending' and i.expires_at > $1
     ${options.isLocked ? 'for update of i' : ''}`,
    [ctx.services.clock.now(), tokenHash],
  )
}

export interface InvitedAccount {
  id: string
  username: string
  isActive: boolean
  isSuperuser: boolean
}

/** Accounts of an address; those that are deactivated say so. */
export async function accountsOfAddress(ctx: Ctx<unknown>, email: string): Promise<InvitedAccount[]> {
  return sql<InvitedAccount>(
    ctx,
    `select a.id, a.username, a.is_superuser as "isSuperuser",
       a.is_active and coalesce(w.status, 'active') <> 'deactivated' as "isActive"
     from accounts a left join workspace_members w on w.account_id = a.id
     where lower(a.email) = lower($1) order by a.created_at, a.id limit 2`,
    [email],
  )
}
