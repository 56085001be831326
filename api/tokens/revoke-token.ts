import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { emit } from '../platform/events/define-event.ts'
import type { ApiToken } from './api-token.entity.ts'
import { apiTokenRevoked } from './token.events.ts'
import { recordTokenAudit } from './token-audit.ts'

/** Revokes for good; again is the same as once. The row stays listed. */
export async function revokeToken(ctx: Ctx<unknown>, token: ApiToken): Promise<void> {
  if (token.revoked_at) return
  token.revoked_at = ctx.services.clock.now()
  await ctx.em.flush()
  await recordTokenAudit(ctx, token, 'revoked', { name: token.name })
  if (token.project_id) {
    emit(ctx, apiTokenRevoked, {
      projectId: token.project_id,
      payload: { token_prefix: token.token_prefix, name: token.name },
    })
  }
}

/** Password change, reset and deactivation end every personal token of an account, each with its reason. */
export async function revokeAllPersonalTokens(ctx: Ctx<unknown>, accountId: string, reason: string): Promise<void> {
  const revoked = await sql<{ id: string; token_prefix: string; name: string }>(
    ctx,
    'update api_tokens set revoked_at = $2 where owner_id = $1 and revoked_at is null returning id, token_prefix, name',
    [accountId, ctx.services.clock.now()],
  )
  for (const row of revoked) {
    await recordTokenAudit(
      ctx,
      { id: row.id, token_prefix: row.token_prefix, owner_id: accountId } as ApiToken,
      'revoked',
      { name: row.name, reason },
    )
  }
}
