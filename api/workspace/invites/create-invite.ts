import { isUsernameOfAnother, lockNames } from '../../auth/account-name.queries.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { fieldError, forbidden, refuseUnless } from '../../platform/errors.ts'
import { hashToken, newId, newSecret } from '../../platform/ids.ts'
import type { WorkspaceScope } from '../workspace-scope.ts'
import { accountsOfAddress, type InviteRow, loadInvite } from './invite.queries.ts'
import { mailInvite } from './mail-invite.ts'

const INVITE_DAYS = 7

/** Invites an address. One pending invite an address; nobody invites to a rank like one's own. */
export async function createInvite(
  ctx: Ctx<WorkspaceScope>,
  input: { email: string; role: number },
): Promise<InviteRow> {
  refuseUnless(ctx.scope.role !== null && input.role < ctx.scope.role, () =>
    forbidden('You cannot invite to a role at or above your own.'),
  )
  await lockNames(ctx, [input.email])
  const accounts = await accountsOfAddress(ctx, input.email)
  refuseUnless(!accounts.some((account) => account.isActive), () =>
    fieldError('email', 'An active account has this address.'),
  )
  refuseUnless(!(await isUsernameOfAnother(ctx, input.email)), () =>
    fieldError('email', 'This address is the username of another account.'),
  )
  refuseUnless(!(await hasPending(ctx, input.email)), () => fieldError('email', 'An invitation is pending already.'))
  const id = newId()
  const token = newSecret(32)
  const now = ctx.services.clock.now()
  await sql(
    ctx,
    `insert into workspace_invites (id, email, role, token_hash, invited_by_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, input.email, input.role, hashToken(token), actingAccount(ctx).id, now, inviteExpiry(now)],
  )
  await mailInvite(ctx, id, token)
  return loadInvite(ctx, id)
}

export function inviteExpiry(now: Date): Date {
  return new Date(now.getTime() + INVITE_DAYS * 86_400_000)
}

/** Whether an address waits for an answer. One that ran out meanwhile is written down as expired. */
export async function hasPending(ctx: Ctx<unknown>, email: string, exceptId?: string): Promise<boolean> {
  await sql(
    ctx,
    `update workspace_invites set status = 'expired'
     where lower(email) = lower($1) and status = 'pending' and expires_at <= $2`,
    [email, ctx.services.clock.now()],
  )
  const pending = await sql<{ id: string }>(
    ctx,
    `select id from workspace_invites where lower(email) = lower($1) and status = 'pending'`,
    [email],
  )
  return pending.some((invite) => invite.id !== exceptId)
}
