import { defineEntity, p } from '@mikro-orm/postgresql'
import { inheritableProperties } from '../access/inheritable-settings.ts'

/** A program groups projects. */
export const ProgramSchema = defineEntity({
  name: 'Program',
  tableName: 'programs',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    name: p.string().columnType('varchar(255)'),
    description: p.text().default(''),
    code: p.string().columnType('varchar(40)'),
    ...inheritableProperties,
    calendarId: p.uuid().nullable(),
    health: p.text().default('AUTO'),
    targetDate: p.date().nullable(),
    visibility: p.text().default('WORKSPACE'),
    riskSlipPropagation: p.text().default('warn'),
    riskEscalationDays: p.smallint().default(3),
    rollupEnabledKpis: p.array().columnType('text[]').$type<string[]>().defaultRaw(`'{}'`),
    rollupAggregationPolicy: p.text().default('worst'),
    color: p.string().columnType('varchar(7)').nullable(),
    leadId: p.uuid().nullable(),
    createdById: p.uuid().nullable(),
    isSample: p.boolean().default(false),
    sampleKey: p.text().nullable(),
    /** The data date a sample was loaded with; its dates are shifted from there. */
    sampleAnchor: p.date().nullable(),
    isClosed: p.boolean().default(false),
    closedAt: p.datetime().nullable(),
    closedById: p.uuid().nullable(),
    isDeleted: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
})
export class Program extends ProgramSchema.class {}
ProgramSchema.setClass(Program)

export const ProgramMemberSchema = defineEntity({
  name: 'ProgramMember',
  tableName: 'program_members',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    programId: p.uuid(),
    accountId: p.uuid(),
    role: p.smallint(),
    roleTitle: p.string().columnType('varchar(50)').default(''),
    isDeleted: p.boolean().default(false),
    roleChangedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
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
export class ProgramMember extends ProgramMemberSchema.class {}
ProgramMemberSchema.setClass(ProgramMember)
