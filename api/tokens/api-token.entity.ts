import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * A bearer token `svc_` + 64 hex, stored as its hash. Exactly one of project, program and owner is set: integrations of a
 * project, of a program's projects, or a person's own.
 */
export const ApiTokenSchema = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    id: p.uuid().primary(),
    projectId: p.uuid().nullable(),
    programId: p.uuid().nullable(),
    ownerId: p.uuid().nullable(),
    name: p.string().columnType('varchar(128)'),
    tokenHash: p.text().unique(),
    /** First eight hex characters after the `svc_`: enough to recognise, useless to guess. */
    tokenPrefix: p.string().columnType('varchar(8)'),
    scopes: p.array().columnType('text[]').$type<string[]>(),
    statusMap: p.json().$type<Record<string, string>>().nullable(),
    createdById: p.uuid().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [{ properties: ['projectId'] }, { properties: ['programId'] }, { properties: ['ownerId'] }],
  checks: [{ name: 'api_tokens_one_scope', expression: 'num_nonnulls(project_id, program_id, owner_id) = 1' }],
})
export class ApiToken extends ApiTokenSchema.class {}
ApiTokenSchema.setClass(ApiToken)

/** What happened to a token, kept after the token and the account are gone. */
export const ApiTokenAuditSchema = defineEntity({
  name: 'ApiTokenAudit',
  tableName: 'api_token_audit',
  properties: {
    id: p.uuid().primary(),
    tokenId: p.uuid(),
    tokenPrefix: p.string().columnType('varchar(8)'),
    projectId: p.uuid().nullable(),
    programId: p.uuid().nullable(),
    ownerId: p.uuid().nullable(),
    actorId: p.uuid().nullable(),
    actorEmail: p.text().nullable(),
    action: p.text(),
    sourceIp: p.text().nullable(),
    detail: p.json().$type<Record<string, unknown>>(),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [
    { properties: ['projectId', 'createdAt'] },
    { properties: ['programId', 'createdAt'] },
    { properties: ['ownerId', 'createdAt'] },
  ],
})
