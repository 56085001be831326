import { defineEntity, p } from '@mikro-orm/postgresql'
import { holds, ownedBy, references } from '../platform/db/references.ts'

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
    fiscal_year_start_month: p.smallint().default(1),
    fiscal_year_start_day: p.smallint().default(1),
    /** Monday first. */
    work_week: p.array().columnType('boolean[]').$type<boolean[]>().defaultRaw(`'{t,t,t,t,t,f,f}'`),
    default_project_view: p.string().columnType('varchar(32)').default('board'),
    calendar_id: p.uuid().nullable(),
    calendar_override_policy: p.text().default('suggest'),
    methodology: p.text().default('HYBRID'),
    methodology_override_policy: p.text().default('suggest'),
    iteration_label: p.string().columnType('varchar(32)').default('Sprint'),
    iteration_label_override_policy: p.text().default('suggest'),
    duration_change_percent_policy: p.text().default('keep'),
    duration_change_percent_override_policy: p.text().default('suggest'),
    estimation_scale: p.text().default('fibonacci'),
    sprint_picker_ready_only_default: p.boolean().default(true),
    public_sharing: p.boolean().default(false),
    public_sharing_override_policy: p.text().default('suggest'),
    allow_guests: p.boolean().default(true),
    mc_history_enabled: p.boolean().default(true),
    mc_history_retention_cap: p.integer().default(100),
    mc_history_attribution_audience: p.text().default('admin_owner'),
    mc_history_override_policy: p.text().default('suggest'),
    attachments_enabled: p.boolean().default(true),
    allowed_attachment_types: p
      .array()
      .columnType('text[]')
      .$type<string[]>()
      .defaultRaw(`'{${ATTACHMENT_TYPES.join(',')}}'`),
    attachments_override_policy: p.text().default('suggest'),
    mcp_enabled: p.boolean().default(true),
    feedback_enabled: p.boolean().default(true),
    feedback_url: p.text().default(''),
    /** Since when there is this picture; null where there is none. */
    logo_changed_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
})
references(WorkspaceSchema, { calendar_id: holds('calendars') }, 'commit')
export class Workspace extends WorkspaceSchema.class {}
WorkspaceSchema.setClass(Workspace)

/** Explicit workspace role of an account; without a row it is an ordinary Member. */
export const WorkspaceMemberSchema = defineEntity({
  name: 'WorkspaceMember',
  tableName: 'workspace_members',
  properties: {
    account_id: p.uuid().primary(),
    role: p.smallint(),
    /** `active`, `guest` or `deactivated`. */
    status: p.text().default('active'),
    availability_percent: p.smallint().default(100),
    availability_effective_from: p.date().nullable(),
    availability_effective_to: p.date().nullable(),
    availability_notes: p.text().default(''),
    created_at: p.datetime().defaultRaw('now()'),
  },
})
references(WorkspaceMemberSchema, { account_id: ownedBy('accounts') }, 'commit')
