import type { WorkspaceScope } from '../../access/workspace-scope.ts'
import { findAccountsOfAddress } from '../../accounts/account.queries.ts'
import { isUsernameOfAnother, lockNames } from '../../accounts/account-name.queries.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { forbidden, Refusal, refuseUnless } from '../../platform/errors.ts'
import { hashToken, newSecret } from '../../platform/ids.ts'
import { hasPending, inviteExpiry } from './create-invite.ts'
import { findInvite, listResendable, loadInvite, updateInvite } from './invite.queries.ts'
import { mailInvite } from './mail-invite.ts'

/** A new token with a new life by a new mail; the former link is dead from now on. Who sends it again answers for it. */
export async function resendInvite(ctx: Ctx<WorkspaceScope>, inviteId: string): Promise<{ queued: true }> {
  const { email } = await loadInvite(ctx, inviteId)
  await lockNames(ctx, [email])
  const invite = await loadInvite(ctx, inviteId, { isLocked: true })
  refuseUnless(invite.role < (ctx.scope.role ?? 0), () =>
    forbidden('You cannot invite to a role at or above your own.'),
  )
  refuseUnless(
    invite.status === 'pending' || invite.status === 'failed',
    () => new Refusal(409, `The invitation is ${invite.status}; create a new one.`),
  )
  refuseUnless(
    !(await hasPending(ctx, email, inviteId)),
    () => new Refusal(409, 'Another invitation to this address is pending.'),
  )
  refuseUnless(
    !(await isUsernameOfAnother(ctx, email)),
    () => new Refusal(409, 'This address is the username of another account by now.'),
  )
  await sendAgain(ctx, inviteId)
  return { queued: true }
}

/**
 * Sends again what waits for an answer or reached nobody, one invitation an address. Passed over is what could not be
 * sent again by itself, what somebody of a rank like the caller's was invited to, what is about to be sent anyway, and
 * an address that has an account in use by now, which nobody could invite either.
 */
export async function resendAllInvites(ctx: Ctx<WorkspaceScope>): Promise<{ requeued: number }> {
  const seen = await listResendable(ctx, ctx.scope.role ?? 0)
  await lockNames(
    ctx,
    seen.map(({ email }) => email),
  )
  let requeued = 0
  for (const { id, email } of seen) {
    if (!(await isStillResendable(ctx, id, email))) continue
    await sendAgain(ctx, id)
    requeued += 1
  }
  return { requeued }
}

/** Asked under the locks: what was listed may have been answered, revoked or replaced meanwhile. */
async function isStillResendable(ctx: Ctx<WorkspaceScope>, id: string, email: string): Promise<boolean> {
  const invite = await findInvite(ctx, id, { isLocked: true })
  if (invite?.status !== 'pending' && invite?.status !== 'failed') return false
  if ((await hasPending(ctx, email, id)) || (await isUsernameOfAnother(ctx, email))) return false
  return !(await findAccountsOfAddress(ctx, email)).some((account) => account.may_act)
}

async function sendAgain(ctx: Ctx<WorkspaceScope>, inviteId: string): Promise<void> {
  const token = newSecret(32)
  await updateInvite(ctx, inviteId, {
    status: 'pending',
    token_hash: hashToken(token),
    expires_at: inviteExpiry(ctx.services.clock.now()),
    invited_by_id: actingAccount(ctx).id,
  })
  await mailInvite(ctx, inviteId, token)
}
