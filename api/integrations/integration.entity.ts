import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references, unchecked } from '../platform/db/references.ts'

/** What a person gave to be let in at a provider of code. */
export const ExternalCredentialSchema = defineEntity({
  name: 'ExternalCredential',
  tableName: 'external_credentials',
  properties: {
    account_id: p.uuid().primary(),
    provider: p.string().columnType('varchar(32)').primary(),
    sealed_secret: p.text(),
    /** Empty: the provider's own. */
    base_url: p.string().columnType('varchar(512)').default(''),
    /** What the person said; nothing happens then. */
    expires_at: p.datetime().nullable(),
    last_used_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'external_credentials_provider', expression: "provider in ('gitlab', 'github', 'generic')" }],
})
references(ExternalCredentialSchema, { account_id: ownedBy('accounts') })

/** A tracker from which a person's own work is read. */
export const ExternalConnectionSchema = defineEntity({
  name: 'ExternalConnection',
  tableName: 'external_connections',
  properties: {
    id: p.uuid().primary(),
    account_id: p.uuid(),
    source: p.string().columnType('varchar(32)'),
    sealed_secret: p.text(),
    base_url: p.string().columnType('varchar(512)'),
    deployment: p.string().columnType('varchar(16)').$type<'cloud' | 'server'>(),
    account_email: p.string().columnType('varchar(254)').default(''),
    /** Which work; empty: what is assigned to the person and not done. */
    jql: p.string().columnType('varchar(1024)').default(''),
    project_keys: p.array().columnType('text[]').$type<string[]>(),
    poll_enabled: p.boolean().default(true),
    status: p
      .string()
      .columnType('varchar(16)')
      .$type<'connected' | 'auth_failed' | 'invalid_filter'>()
      .default('connected'),
    last_requested_at: p.datetime().nullable(),
    last_synced_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'external_connections_of_account', properties: ['account_id', 'source'] }],
  checks: [
    { name: 'external_connections_deployment', expression: "deployment in ('cloud', 'server')" },
    { name: 'external_connections_status', expression: "status in ('connected', 'auth_failed', 'invalid_filter')" },
  ],
  indexes: [
    {
      name: 'external_connections_polled',
      expression: `create index "external_connections_polled" on "external_connections" ("id")
  where "poll_enabled" and "status" = 'connected'`,
    },
  ],
})
references(ExternalConnectionSchema, { account_id: ownedBy('accounts') })

/** What a tracker said of one piece of work when it was asked last. */
export const ExternalItemSchema = defineEntity({
  name: 'ExternalItem',
  tableName: 'external_items',
  properties: {
    id: p.uuid().primary(),
    connection_id: p.uuid(),
    external_id: p.string().columnType('varchar(255)'),
    external_url: p.string().columnType('varchar(2000)').default(''),
    title: p.string().columnType('varchar(512)').default(''),
    external_status: p.string().columnType('varchar(64)').default(''),
    display_bucket: p.string().columnType('varchar(16)').$type<'todo' | 'in_progress' | 'done'>(),
    due_date: p.date().nullable(),
    last_synced_at: p.datetime(),
    /** Since when the tracker does not name it any more; such rows are hidden, then removed. */
    stale_since: p.datetime().nullable(),
  },
  uniques: [{ name: 'external_items_of_connection', properties: ['connection_id', 'external_id'] }],
  checks: [{ name: 'external_items_bucket', expression: "display_bucket in ('todo', 'in_progress', 'done')" }],
  indexes: [
    {
      name: 'external_items_stale',
      expression:
        'create index "external_items_stale" on "external_items" ("stale_since") where "stale_since" is not null',
    },
  ],
})
references(ExternalItemSchema, {
  connection_id: ownedBy('external_connections'),
  external_id: unchecked('named by the tracker'),
})

/** Whether requests of a project's code move its tasks, and what came in last. */
export const GitAutomationSchema = defineEntity({
  name: 'GitAutomation',
  tableName: 'git_automations',
  properties: {
    project_id: p.uuid().primary(),
    enabled: p.boolean().default(false),
    sealed_secret: p.text().nullable(),
    secret_set_at: p.datetime().nullable(),
    configured_by_id: p.uuid().nullable(),
    updated_at: p.datetime().defaultRaw('now()'),
    last_delivery_at: p.datetime().nullable(),
    last_delivery_outcome: p.string().columnType('varchar(32)').default(''),
    last_delivery_provider: p.string().columnType('varchar(16)').default(''),
    last_refusal_at: p.datetime().nullable(),
    last_refusal_outcome: p.string().columnType('varchar(32)').default(''),
    last_refusal_provider: p.string().columnType('varchar(16)').default(''),
  },
})
references(GitAutomationSchema, { project_id: ownedBy('projects'), configured_by_id: mayName('accounts') })

/** Deliveries of the last hour that were acted on, so that none is twice. */
export const GitDeliverySchema = defineEntity({
  name: 'GitDelivery',
  tableName: 'git_deliveries',
  properties: {
    project_id: p.uuid().primary(),
    delivery_key: p.string().columnType('varchar(255)').primary(),
    received_at: p.datetime(),
  },
  indexes: [{ name: 'git_deliveries_over', properties: ['received_at'] }],
})
references(GitDeliverySchema, { project_id: ownedBy('projects') })
