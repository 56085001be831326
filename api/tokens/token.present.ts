import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import type { TokenRow } from './token.queries.ts'
import type { AuditRow } from './token-audit.queries.ts'

function presentFacts(token: TokenRow): object {
  return {
    id: token.id,
    name: token.name,
    token_prefix: token.token_prefix,
    scopes: token.scopes,
    created_at: instantText(token.created_at),
    last_used_at: instantText(token.last_used_at),
    expires_at: instantText(token.expires_at),
    revoked_at: instantText(token.revoked_at),
    is_revoked: token.revoked_at !== null,
  }
}

export function presentPersonalToken(token: TokenRow, ctx: Ctx<unknown>): object {
  const isExpired = token.expires_at !== null && Date.parse(token.expires_at) <= ctx.services.clock.now().getTime()
  return { ...presentFacts(token), is_expired: isExpired }
}

export function presentIntegrationToken(token: TokenRow): object {
  return {
    ...presentFacts(token),
    project: token.project_id,
    program: token.program_id,
    status_map: token.status_map,
    created_by: token.created_by_id,
  }
}

/** The address is for those who manage the tokens. */
export function presentAuditRow(row: AuditRow, seesAddress: boolean): object {
  return {
    id: row.id,
    token: row.token_id,
    token_prefix: row.token_prefix,
    actor: row.actor_id,
    actor_email: row.actor_email,
    action: row.action,
    source_ip: seesAddress ? row.source_ip : null,
    detail: row.detail,
    created_at: instantText(row.created_at),
  }
}
