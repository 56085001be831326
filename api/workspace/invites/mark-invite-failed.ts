import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'

/** The last attempt to send the mail failed: the token reached nobody. */
export async function markInviteFailed(ctx: Ctx<unknown>, inviteId: string): Promise<void> {
  await sql(ctx, `update workspace_invites set status = 'failed' where id = $1 and status = 'pending'`, [inviteId])
}
