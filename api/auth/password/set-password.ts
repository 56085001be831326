import type { Ctx } from '../../platform/context.ts'
import { requestEviction } from '../../platform/realtime/evict.ts'
import { revokeAllPersonalTokens } from '../../tokens/revoke-token.ts'
import { endAllSessions } from '../sessions.ts'
import { updatePassword } from './password.queries.ts'

/** Stores a new password and ends everything that the old one opened. The account's row is locked by the caller. */
export async function setPassword(
  ctx: Ctx,
  input: { accountId: string; passwordHash: string; reason: 'password_change' | 'password_reset' },
): Promise<void> {
  await updatePassword(ctx, input.accountId, input.passwordHash)
  // Who changes it while signed in goes on; who resets it may be throwing somebody else out.
  await endAllSessions(ctx, input.accountId, { withAccessTokens: input.reason === 'password_reset' })
  await revokeAllPersonalTokens(ctx, input.accountId, input.reason)
  requestEviction(ctx, { accountId: input.accountId, isSessionOver: true })
}
