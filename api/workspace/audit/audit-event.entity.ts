import { defineEntity, p } from '@mikro-orm/postgresql'

/** What an administrator did. Labels are copies: they outlive the account and the object. */
export const WorkspaceAuditEventSchema = defineEntity({
  name: 'WorkspaceAuditEvent',
  tableName: 'workspace_audit_events',
  properties: {
    id: p.uuid().primary(),
    eventType: p.text(),
    actorId: p.uuid().nullable(),
    actorLabel: p.text().default(''),
    targetType: p.text(),
    targetId: p.uuid().nullable(),
    targetLabel: p.string().columnType('varchar(512)').default(''),
    metadata: p.json().$type<Record<string, unknown>>(),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [{ properties: ['createdAt', 'id'] }, { properties: ['actorId'] }],
})
