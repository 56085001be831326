import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import type { ApiToken } from './api-token.entity.ts'
import type { AuditRow } from './token-audit.ts'

function presentFacts(token: ApiToken): object {
  return {
    id: token.id,
    name: token.name,
    token_prefix: token.token_prefix,
    scopes: token.scopes,
    created_at: instantText(token.created_at),
    last_used_at: instantText(token.last_used_at),
    expires_at: instantText(token.expires_at),
    revoked_at: instantText(token.revoked_at),
    is_revoked: token.revoked_at != null,
  }
}

export function presentPersonalToken(token: ApiToken, ctx: Ctx<unknown>): object {
  const isExpired = token.expires_at != null && token.expires_at.getTime() <= ctx.services.clock.now().getTime()
  return { ...presentFacts(token), is_expired: isExpired }
}

export function presentIntegrationToken(token: ApiToken): object {
  return {
    ...presentFacts(token),
    project: token.project_id ?? null,
    program: token.program_id ?? null,
    status_map: token.status_map ?? null,
    created_by: token.created_by_id ?? null,
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
