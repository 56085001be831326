import type { WorkspaceScope } from '../../access/workspace-scope.ts'
import { isUsernameOfAnother, lockNames } from '../../accounts/account-name.queries.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { forbidden, Refusal, refuseUnless } from '../../platform/errors.ts'
import { hashToken, newSecret } from '../../platform/ids.ts'
import { hasPending, inviteExpiry } from './create-invite.ts'
import { loadInvite, updateInvite } from './invite.queries.ts'
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
  const token = newSecret(32)
  await updateInvite(ctx, inviteId, {
    status: 'pending',
    token_hash: hashToken(token),
    expires_at: inviteExpiry(ctx.services.clock.now()),
    invited_by_id: actingAccount(ctx).id,
  })
  await mailInvite(ctx, inviteId, token)
  return { queued: true }
}
