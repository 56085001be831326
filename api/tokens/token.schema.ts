import { z } from 'zod'
import { TASK_STATUSES } from '../../compute/plan/task-status.ts'

const SCOPES = ['legacy:full', 'mcp:read'] as const
const scope = z.enum(SCOPES)

const name = z.string().trim().min(1).max(128)
const expiresAt = z.iso.datetime({ offset: true }).nullable().optional()

/** Two scopes at once, or an agent token without an end, are refused in `mint-token.ts` with the field. */
export const mintPersonalBody = z.object({
  name,
  scopes: z.array(scope).min(1).optional(),
  expires_at: expiresAt,
})

export const mintIntegrationBody = z.object({
  name,
  scopes: z.array(scope).optional(),
  expires_at: expiresAt,
  status_map: z.record(z.string().max(64), z.enum(TASK_STATUSES)).optional(),
})

const tokenFacts = {
  id: z.guid(),
  name: z.string(),
  token_prefix: z.string(),
  scopes: z.array(scope),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  is_revoked: z.boolean(),
}

export const personalTokenReply = z.object({ ...tokenFacts, is_expired: z.boolean() }).meta({ id: 'MyApiToken' })
export const mintedPersonalReply = z
  .object({ ...tokenFacts, is_expired: z.boolean(), token: z.string() })
  .meta({ id: 'MintedMyApiToken' })

const integrationFacts = {
  ...tokenFacts,
  project: z.guid().nullable(),
  program: z.guid().nullable(),
  status_map: z.record(z.string(), z.string()).nullable(),
  created_by: z.guid().nullable(),
}
export const integrationTokenReply = z.object(integrationFacts).meta({ id: 'ProjectApiToken' })
export const mintedIntegrationReply = z
  .object({ ...integrationFacts, token: z.string() })
  .meta({ id: 'MintedProjectApiToken' })

export const auditRowReply = z
  .object({
    id: z.guid(),
    token: z.guid().nullable(),
    token_prefix: z.string(),
    actor: z.guid().nullable(),
    actor_email: z.string().nullable(),
    action: z.enum(['minted', 'revoked', 'used']),
    source_ip: z.string().nullable(),
    detail: z.looseObject({}),
    created_at: z.string(),
  })
  .meta({ id: 'ApiTokenAuditEntry' })
