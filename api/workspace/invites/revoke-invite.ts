import { withdrawMail } from '../../mail/queue-mail.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { loadInvite } from './invite.queries.ts'

/** Ends a pending invite; one that ended already stays as it is. */
export async function revokeInvite(ctx: Ctx<unknown>, inviteId: string): Promise<void> {
  const invite = await loadInvite(ctx, inviteId, { isLocked: true })
  if (invite.status !== 'pending') return
  await sql(ctx, `update workspace_invites set status = 'revoked' where id = $1`, [inviteId])
  await withdrawMail(ctx, inviteId)
}
