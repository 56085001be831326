import { defineEntity, p } from '@mikro-orm/postgresql'

/** The one workspace; a single row with id 1. */
export const WorkspaceSchema = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    id: p.smallint().primary(),
    name: p.string().columnType('varchar(255)').default('Workspace'),
    timezone: p.text().default('UTC'),
    calendarId: p.uuid().nullable(),
    methodology: p.text().default('HYBRID'),
    iterationLabel: p.string().columnType('varchar(32)').default('Sprint'),
    durationChangePercentPolicy: p.text().default('keep'),
    estimationScale: p.text().default('fibonacci'),
    sprintPickerReadyOnlyDefault: p.boolean().default(true),
    publicSharing: p.boolean().default(false),
    allowGuests: p.boolean().default(true),
    mcHistoryEnabled: p.boolean().default(true),
    mcHistoryRetentionCap: p.integer().default(100),
    mcHistoryAttributionAudience: p.text().default('admin_owner'),
    attachmentsEnabled: p.boolean().default(true),
    allowedAttachmentTypes: p.array().columnType('text[]').$type<string[]>().nullable(),
    mcpEnabled: p.boolean().default(true),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})
export class Workspace extends WorkspaceSchema.class {}
WorkspaceSchema.setClass(Workspace)

/** Explicit workspace role of an account; without a row it is an ordinary Member. */
export const WorkspaceMemberSchema = defineEntity({
  name: 'WorkspaceMember',
  tableName: 'workspace_members',
  properties: {
    accountId: p.uuid().primary(),
    role: p.smallint(),
    status: p.text().default('active'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})
