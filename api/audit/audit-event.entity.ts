import { defineEntity, p } from '@mikro-orm/postgresql'
import { references, unchecked } from '../platform/db/references.ts'

const OUTLIVES = 'the record outlives what it names'

/** What an administrator did. Labels are copies: they outlive the account and the object. */
export const WorkspaceAuditEventSchema = defineEntity({
  name: 'WorkspaceAuditEvent',
  tableName: 'workspace_audit_events',
  properties: {
    id: p.uuid().primary(),
    event_type: p.text(),
    actor_id: p.uuid().nullable(),
    actor_label: p.text().default(''),
    target_type: p.text(),
    target_id: p.uuid().nullable(),
    target_label: p.string().columnType('varchar(512)').default(''),
    metadata: p.json().$type<Record<string, unknown>>(),
    created_at: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [{ properties: ['created_at', 'id'] }, { properties: ['actor_id'] }],
})
references(WorkspaceAuditEventSchema, { actor_id: unchecked(OUTLIVES), target_id: unchecked(OUTLIVES) })
