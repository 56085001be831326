import { actorId, type Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import type { TokenRow } from './token.queries.ts'
import { insertTokenAudit } from './token-audit.queries.ts'

/** Writes down what happened to a token and who did it. */
export async function recordTokenAudit(
  ctx: Ctx<unknown>,
  token: Pick<TokenRow, 'id' | 'token_prefix' | 'project_id' | 'program_id' | 'owner_id'>,
  action: 'minted' | 'revoked' | 'used',
  detail: Record<string, unknown>,
): Promise<void> {
  await insertTokenAudit(ctx, {
    id: newId(),
    token_id: token.id,
    token_prefix: token.token_prefix,
    project_id: token.project_id,
    program_id: token.program_id,
    owner_id: token.owner_id,
    actor_id: actorId(ctx),
    action,
    source_ip: ctx.caller.ip || null,
    detail,
  })
}
