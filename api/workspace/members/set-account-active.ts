import { endAllSessions } from '../../auth/sessions.ts'
import type { Ctx } from '../../platform/context.ts'
import { requestEviction } from '../../platform/realtime/evict.ts'
import { revokeAllPersonalTokens } from '../../tokens/revoke-token.ts'
import { updateAccountActive } from './member.queries.ts'

/**
 * Ends every way in at once: the account is refused from the next request on, sessions and personal tokens are over,
 * sockets close after the commit.
 */
export async function deactivateAccount(ctx: Ctx, accountId: string): Promise<void> {
  await updateAccountActive(ctx, accountId, false)
  await endAllSessions(ctx, accountId, { withAccessTokens: true })
  await revokeAllPersonalTokens(ctx, accountId, 'deactivated')
  requestEviction(ctx, { accountId })
}

/** Lets somebody sign in again; sessions and tokens that were ended stay ended. */
export async function reactivateAccount(ctx: Ctx<unknown>, accountId: string): Promise<void> {
  await updateAccountActive(ctx, accountId, true)
}
