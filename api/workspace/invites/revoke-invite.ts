import { withdrawMail } from '../../mail/queue-mail.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadInvite, updateInvite } from './invite.queries.ts'

/** Ends a pending invite; one that ended already stays as it is. */
export async function revokeInvite(ctx: Ctx<unknown>, inviteId: string): Promise<void> {
  const invite = await loadInvite(ctx, inviteId, { isLocked: true })
  if (invite.status !== 'pending') return
  await updateInvite(ctx, inviteId, { status: 'revoked' })
  await withdrawMail(ctx, inviteId)
}
