import type { Ctx } from '../platform/context.ts'
import { emit } from '../platform/events/define-event.ts'
import { apiTokenRevoked } from './token.events.ts'
import { revokeTokens, type TokenRow } from './token.queries.ts'
import { recordTokenAudit } from './token-audit.ts'

/** Revokes for good; again is the same as once. The row stays listed. */
export async function revokeToken(ctx: Ctx<unknown>, { id }: TokenRow): Promise<void> {
  for (const token of await revokeTokens(ctx, { id })) {
    const { name, token_prefix, project_id } = token
    await recordTokenAudit(ctx, token, 'revoked', { name })
    if (project_id) emit(ctx, apiTokenRevoked, { projectId: project_id, payload: { token_prefix, name } })
  }
}

/** Password change, reset and deactivation end every personal token of an account, each with its reason. */
export async function revokeAllPersonalTokens(ctx: Ctx<unknown>, accountId: string, reason: string): Promise<void> {
  for (const token of await revokeTokens(ctx, { owner_id: accountId })) {
    await recordTokenAudit(ctx, token, 'revoked', { name: token.name, reason })
  }
}
