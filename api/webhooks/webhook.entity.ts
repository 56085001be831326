import { defineEntity, p } from '@mikro-orm/postgresql'
import { mayName, ownedBy, references } from '../platform/db/references.ts'

/** Where events of one project, or of all projects of a program, are sent. */
export const WebhookSchema = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.uuid().primary(),
    project_id: p.uuid().nullable(),
    program_id: p.uuid().nullable(),
    url: p.string().columnType('varchar(2048)'),
    sealed_secret: p.text(),
    events: p.array().columnType('text[]').$type<string[]>(),
    format: p.text().default('generic'),
    is_active: p.boolean().default(true),
    /** Number of its last delivery; stays when deliveries are removed, so that no number comes twice. */
    last_sequence: p.bigint('number').default(0),
    consecutive_failures: p.integer().default(0),
    last_failure_at: p.datetime().nullable(),
    last_failure_reason: p.text().default(''),
    /** Set when failures switched it off, never when a person did. */
    disabled_at: p.datetime().nullable(),
    disabled_reason: p.text().default(''),
    created_at: p.datetime().defaultRaw('now()'),
    created_by_id: p.uuid().nullable(),
  },
  checks: [
    { name: 'webhooks_place', expression: 'num_nonnulls(project_id, program_id) = 1' },
    { name: 'webhooks_format', expression: "format in ('generic', 'slack')" },
    { name: 'webhooks_has_events', expression: 'cardinality(events) > 0' },
  ],
  indexes: [
    { name: 'webhooks_of_project', properties: ['project_id', 'created_at'] },
    { name: 'webhooks_of_program', properties: ['program_id', 'created_at'] },
  ],
})
references(WebhookSchema, {
  project_id: ownedBy('projects'),
  program_id: ownedBy('programs'),
  created_by_id: mayName('accounts'),
})

/** One event for one webhook, with the bytes that every attempt sends. */
export const WebhookDeliverySchema = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    id: p.uuid().primary(),
    webhook_id: p.uuid(),
    sequence_number: p.bigint('number'),
    event_type: p.text(),
    body: p.text(),
    status: p.text().default('pending'),
    response_status: p.smallint().nullable(),
    attempt_count: p.smallint().default(0),
    /** When the next attempt begins, by the clock of the database. */
    due_at: p.datetime().defaultRaw('clock_timestamp()'),
    /** Why it ended badly, in one word. */
    failure: p.text().nullable(),
    created_at: p.datetime().defaultRaw('clock_timestamp()'),
    completed_at: p.datetime().nullable(),
  },
  checks: [
    { name: 'webhook_deliveries_status', expression: "status in ('pending', 'success', 'failed')" },
    { name: 'webhook_deliveries_ended', expression: "(status = 'pending') = (completed_at is null)" },
  ],
  indexes: [
    {
      name: 'webhook_deliveries_number',
      expression:
        'create unique index "webhook_deliveries_number" on "webhook_deliveries" ("webhook_id", "sequence_number")',
    },
    {
      name: 'webhook_deliveries_due',
      expression: `create index "webhook_deliveries_due" on "webhook_deliveries" ("webhook_id", "due_at", "sequence_number")
  where "status" = 'pending'`,
    },
    { name: 'webhook_deliveries_over', properties: ['completed_at'] },
  ],
})
references(WebhookDeliverySchema, { webhook_id: ownedBy('webhooks') })
