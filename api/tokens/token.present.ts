import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import type { ApiToken } from './api-token.entity.ts'
import type { AuditRow } from './token-audit.ts'

function presentFacts(token: ApiToken): object {
  return {
    id: token.id,
    name: token.name,
    token_prefix: token.tokenPrefix,
    scopes: token.scopes,
    created_at: instantText(token.createdAt),
    last_used_at: instantText(token.lastUsedAt),
    expires_at: instantText(token.expiresAt),
    revoked_at: instantText(token.revokedAt),
    is_revoked: token.revokedAt != null,
  }
}

export function presentPersonalToken(token: ApiToken, ctx: Ctx<unknown>): object {
  const isExpired = token.expiresAt != null && token.expiresAt.getTime() <= ctx.services.clock.now().getTime()
  return { ...presentFacts(token), is_expired: isExpired }
}

export function presentIntegrationToken(token: ApiToken): object {
  return {
    ...presentFacts(token),
    project: token.projectId ?? null,
    program: token.programId ?? null,
    status_map: token.statusMap ?? null,
    created_by: token.createdById ?? null,
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
