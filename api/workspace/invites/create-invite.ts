import type { WorkspaceScope } from '../../access/workspace-scope.ts'
import { findAccountsOfAddress } from '../../accounts/account.queries.ts'
import { isUsernameOfAnother, lockNames } from '../../accounts/account-name.queries.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, refuseUnless } from '../../platform/errors.ts'
import { hashToken, newId, newSecret } from '../../platform/ids.ts'
import { findPendingInvite, type InviteRow, insertInvite, loadInvite, updateExpiredInvites } from './invite.queries.ts'
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
  const accounts = await findAccountsOfAddress(ctx, input.email)
  refuseUnless(!accounts.some((account) => account.may_act), () =>
    fieldError('email', 'An active account has this address.'),
  )
  refuseUnless(!(await isUsernameOfAnother(ctx, input.email)), () =>
    fieldError('email', 'This address is the username of another account.'),
  )
  refuseUnless(!(await hasPending(ctx, input.email)), () => fieldError('email', 'An invitation is pending already.'))
  const id = newId()
  const token = newSecret(32)
  const now = ctx.services.clock.now()
  await insertInvite(ctx, {
    id,
    email: input.email,
    role: input.role,
    token_hash: hashToken(token),
    invited_by_id: actingAccount(ctx).id,
    created_at: now,
    expires_at: inviteExpiry(now),
  })
  await mailInvite(ctx, id, token)
  return loadInvite(ctx, id)
}

export function inviteExpiry(now: Date): Date {
  return new Date(now.getTime() + INVITE_DAYS * 86_400_000)
}

/** Whether an address waits for an answer. One that ran out meanwhile is written down as expired. */
export async function hasPending(ctx: Ctx<unknown>, email: string, exceptId?: string): Promise<boolean> {
  await updateExpiredInvites(ctx, email)
  return (await findPendingInvite(ctx, email, exceptId)) !== undefined
}
