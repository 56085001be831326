import { defineEntity, p } from '@mikro-orm/postgresql'

/** What may be attached where no level says otherwise. */
export const ATTACHMENT_TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/csv',
]

/** The one workspace; a single row with id 1. */
export const WorkspaceSchema = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    name: p.string().columnType('varchar(255)').default('Workspace'),
    subdomain: p.text().default(''),
    timezone: p.text().default('UTC'),
    fiscalYearStartMonth: p.smallint().default(1),
    fiscalYearStartDay: p.smallint().default(1),
    /** Monday first. */
    workWeek: p.array().columnType('boolean[]').$type<boolean[]>().defaultRaw(`'{t,t,t,t,t,f,f}'`),
    defaultProjectView: p.string().columnType('varchar(32)').default('board'),
    calendarId: p.uuid().nullable(),
    calendarOverridePolicy: p.text().default('suggest'),
    methodology: p.text().default('HYBRID'),
    methodologyOverridePolicy: p.text().default('suggest'),
    iterationLabel: p.string().columnType('varchar(32)').default('Sprint'),
    iterationLabelOverridePolicy: p.text().default('suggest'),
    durationChangePercentPolicy: p.text().default('keep'),
    durationChangePercentOverridePolicy: p.text().default('suggest'),
    estimationScale: p.text().default('fibonacci'),
    sprintPickerReadyOnlyDefault: p.boolean().default(true),
    publicSharing: p.boolean().default(false),
    publicSharingOverridePolicy: p.text().default('suggest'),
    allowGuests: p.boolean().default(true),
    mcHistoryEnabled: p.boolean().default(true),
    mcHistoryRetentionCap: p.integer().default(100),
    mcHistoryAttributionAudience: p.text().default('admin_owner'),
    mcHistoryOverridePolicy: p.text().default('suggest'),
    attachmentsEnabled: p.boolean().default(true),
    allowedAttachmentTypes: p
      .array()
      .columnType('text[]')
      .$type<string[]>()
      .defaultRaw(`'{${ATTACHMENT_TYPES.join(',')}}'`),
    attachmentsOverridePolicy: p.text().default('suggest'),
    mcpEnabled: p.boolean().default(true),
    feedbackEnabled: p.boolean().default(true),
    feedbackUrl: p.text().default(''),
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
    /** `active`, `guest` or `deactivated`. */
    status: p.text().default('active'),
    availabilityPercent: p.smallint().default(100),
    availabilityEffectiveFrom: p.date().nullable(),
    availabilityEffectiveTo: p.date().nullable(),
    availabilityNotes: p.text().default(''),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})
