import { defineEntity, p } from '@mikro-orm/postgresql'
import { inheritableProperties } from '../access/inheritable-settings.ts'

/** A project. Columns that may inherit are null until the project states its own value. */
export const ProjectSchema = defineEntity({
  name: 'Project',
  tableName: 'projects',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    syncSeq: p.bigint('number').default(0),
    programId: p.uuid().nullable(),
    name: p.string().columnType('varchar(255)'),
    description: p.text().default(''),
    /** Upper-case key; unique among live and past keys (see `api/keys`). */
    code: p.string().columnType('varchar(12)'),
    startDate: p.date(),
    statusDate: p.date().nullable(),
    calendarId: p.uuid().nullable(),
    health: p.text().default('AUTO'),
    visibility: p.text().default('WORKSPACE'),
    timezone: p.text().default(''),
    defaultView: p.text().default('SCHEDULE'),
    leadId: p.uuid().nullable(),
    estimationMode: p.text().default('open'),
    ...inheritableProperties,
    boardCadence: p.text().default('sprint'),
    staleTaskThresholdDays: p.integer().default(7),
    endDateShiftThresholdDays: p.integer().default(5),
    prioritizationModel: p.text().default('none'),
    defaultMemberRole: p.smallint().default(100),
    showReporting: p.boolean().nullable(),
    showTimeTracking: p.boolean().nullable(),
    showBaselines: p.boolean().nullable(),
    showMonteCarlo: p.boolean().nullable(),
    lifecycle: p.text().default('active'),
    draftStartedAt: p.datetime().nullable(),
    isArchived: p.boolean().default(false),
    archivedAt: p.datetime().nullable(),
    archivedById: p.uuid().nullable(),
    isSample: p.boolean().default(false),
    isDeleted: p.boolean().default(false),
    deletedAt: p.datetime().nullable(),
    deletedById: p.uuid().nullable(),
    /** When the last critical path pass of this project was stored. */
    recalculatedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { properties: ['programId'] },
    { properties: ['calendarId'] },
    {
      name: 'projects_live_order',
      expression:
        'create index "projects_live_order" on "projects" ("start_date", "name", "id") where not "is_deleted"',
    },
  ],
})
export class Project extends ProjectSchema.class {}
ProjectSchema.setClass(Project)

/**
 * Counters of one project in a narrow row of their own. Updating it is the project's write lock: writes of one project
 * take it first, then tasks by id, so WBS positions, references and caps are decided one writer at a time.
 */
export const ProjectCounterSchema = defineEntity({
  name: 'ProjectCounter',
  tableName: 'project_counters',
  properties: {
    projectId: p.uuid().primary(),
    /** Cursor of offline sync: every saved row of the project carries the value of its transaction. */
    syncSeq: p.bigint('number').default(0),
    /** Last number of the shared task and sprint sequence; never reused. */
    itemNumber: p.integer().default(0),
    riskNumber: p.integer().default(0),
  },
})
