import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references, unchecked } from '../platform/db/references.ts'

/**
 * A bearer token `svc_` + 64 hex, stored as its hash. Exactly one of project, program and owner is set: integrations of a
 * project, of a program's projects, or a person's own.
 */
export const ApiTokenSchema = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    id: p.uuid().primary(),
    project_id: p.uuid().nullable(),
    program_id: p.uuid().nullable(),
    owner_id: p.uuid().nullable(),
    name: p.string().columnType('varchar(128)'),
    token_hash: p.text().unique(),
    /** First eight hex characters after the `svc_`: enough to recognise, useless to guess. */
    token_prefix: p.string().columnType('varchar(8)'),
    scopes: p.array().columnType('text[]').$type<string[]>(),
    status_map: p.json().$type<Record<string, string>>().nullable(),
    created_by_id: p.uuid().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    expires_at: p.datetime().nullable(),
    last_used_at: p.datetime().nullable(),
    revoked_at: p.datetime().nullable(),
  },
  indexes: [{ properties: ['project_id'] }, { properties: ['program_id'] }, { properties: ['owner_id'] }],
  checks: [{ name: 'api_tokens_one_scope', expression: 'num_nonnulls(project_id, program_id, owner_id) = 1' }],
})
references(
  ApiTokenSchema,
  {
    project_id: ownedBy('projects'),
    program_id: ownedBy('programs'),
    owner_id: ownedBy('accounts'),
    created_by_id: mayName('accounts'),
  },
  'commit',
)

const OUTLIVES = 'the record outlives what it names'

/** What happened to a token, kept after the token and the account are gone. */
export const ApiTokenAuditSchema = defineEntity({
  name: 'ApiTokenAudit',
  tableName: 'api_token_audit',
  properties: {
    id: p.uuid().primary(),
    token_id: p.uuid(),
    token_prefix: p.string().columnType('varchar(8)'),
    project_id: p.uuid().nullable(),
    program_id: p.uuid().nullable(),
    owner_id: p.uuid().nullable(),
    actor_id: p.uuid().nullable(),
    actor_email: p.text().nullable(),
    action: p.text(),
    source_ip: p.text().nullable(),
    detail: p.json().$type<Record<string, unknown>>(),
    created_at: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [
    { properties: ['project_id', 'created_at'] },
    { properties: ['program_id', 'created_at'] },
    { properties: ['owner_id', 'created_at'] },
  ],
})
references(ApiTokenAuditSchema, {
  token_id: unchecked(OUTLIVES),
  project_id: unchecked(OUTLIVES),
  program_id: unchecked(OUTLIVES),
  owner_id: unchecked(OUTLIVES),
  actor_id: unchecked(OUTLIVES),
})
