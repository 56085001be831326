import { defineEntity, p } from '@mikro-orm/postgresql'
import { keepHistory } from '../platform/db/kept-history.ts'
import { holds, mayName, ownedBy, references } from '../platform/db/references.ts'
import { inheritableProperties } from './inheritable-settings.ts'
import { stampsInstallation } from './installation-counter.entity.ts'

/** A program groups projects. */
export const ProgramSchema = defineEntity({
  name: 'Program',
  tableName: 'programs',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    /** The installation's cursor of the last change, set by a trigger when its transaction commits. */
    sync_seq: p.bigint('number').default(0),
    name: p.string().columnType('varchar(255)'),
    description: p.text().default(''),
    code: p.string().columnType('varchar(40)'),
    ...inheritableProperties,
    calendar_id: p.uuid().nullable(),
    health: p.text().default('AUTO'),
    target_date: p.date().nullable(),
    visibility: p.text().default('WORKSPACE'),
    risk_slip_propagation: p.text().default('warn'),
    risk_escalation_days: p.smallint().default(3),
    rollup_enabled_kpis: p.array().columnType('text[]').$type<string[]>().defaultRaw(`'{}'`),
    rollup_aggregation_policy: p.text().default('worst'),
    color: p.string().columnType('varchar(7)').nullable(),
    lead_id: p.uuid().nullable(),
    created_by_id: p.uuid().nullable(),
    is_sample: p.boolean().default(false),
    sample_key: p.text().nullable(),
    /** The data date a sample was loaded with; its dates are shifted from there. */
    sample_anchor: p.date().nullable(),
    is_closed: p.boolean().default(false),
    closed_at: p.datetime().nullable(),
    closed_by_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  triggers: [stampsInstallation('programs')],
  indexes: [{ name: 'programs_sync', properties: ['sync_seq'] }],
})
references(
  ProgramSchema,
  {
    calendar_id: holds('calendars'),
    lead_id: mayName('accounts'),
    created_by_id: mayName('accounts'),
    closed_by_id: mayName('accounts'),
  },
  'commit',
)
keepHistory(ProgramSchema, {
  kind: 'program',
  program: 'id',
  untracked: [
    ...['id', 'server_version', 'sync_seq', 'created_by_id', 'created_at', 'updated_at'],
    ...['sample_anchor', 'closed_at', 'closed_by_id'],
  ],
})
export class Program extends ProgramSchema.class {}
ProgramSchema.setClass(Program)

export const ProgramMemberSchema = defineEntity({
  name: 'ProgramMember',
  tableName: 'program_members',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    program_id: p.uuid(),
    account_id: p.uuid(),
    role: p.smallint(),
    role_title: p.string().columnType('varchar(50)').default(''),
    is_deleted: p.boolean().default(false),
    role_changed_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  triggers: [stampsInstallation('program_members')],
  indexes: [
    { name: 'program_members_sync', properties: ['program_id', 'sync_seq'] },
    {
      name: 'program_members_live_pair',
      expression:
        'create unique index "program_members_live_pair" on "program_members" ("program_id", "account_id") where not "is_deleted"',
    },
    {
      name: 'program_members_by_account',
      expression:
        'create index "program_members_by_account" on "program_members" ("account_id") where not "is_deleted"',
    },
  ],
})
references(ProgramMemberSchema, { program_id: ownedBy('programs'), account_id: ownedBy('accounts') }, 'commit')
export class ProgramMember extends ProgramMemberSchema.class {}
ProgramMemberSchema.setClass(ProgramMember)
