import { defineEntity, p } from '@mikro-orm/postgresql'
import { inheritableProperties } from '../levels/inheritable-settings.ts'
import type { FieldVersions } from '../platform/concurrent-edits.ts'
import { fieldVersionTrigger } from '../platform/db/field-version-trigger.ts'
import { keepHistory } from '../platform/db/kept-history.ts'
import { holds, mayName, ownedBy, references } from '../platform/db/references.ts'
import type { StaleBecause } from './status/stale-because.ts'

/** Counters, stamps and what passes say, which no edit is about. */
const UNTRACKED = [
  'id',
  'server_version',
  'field_versions',
  'sync_seq',
  'draft_started_at',
  'archived_at',
  'archived_by_id',
  'is_sample',
  'deleted_at',
  'deleted_by_id',
  'recalculated_at',
  'dates_stale_since',
  'dates_stale_because',
  'created_at',
  'updated_at',
]

/** A project. Columns that may inherit are null until the project states its own value. */
export const ProjectSchema = defineEntity({
  name: 'Project',
  tableName: 'projects',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    /** Version of the last change, by column; kept by the trigger below, read by `platform/concurrent-edits.ts`. */
    field_versions: p.json<FieldVersions>().defaultRaw("'{}'").lazy(),
    sync_seq: p.bigint('number').default(0),
    program_id: p.uuid().nullable(),
    name: p.string().columnType('varchar(255)'),
    description: p.text().default(''),
    /** Upper-case key; unique among live and past keys (see `api/keys`). */
    code: p.string().columnType('varchar(12)'),
    start_date: p.date(),
    status_date: p.date().nullable(),
    calendar_id: p.uuid().nullable(),
    health: p.text().default('AUTO'),
    visibility: p.text().default('WORKSPACE'),
    timezone: p.text().default(''),
    default_view: p.text().default('SCHEDULE'),
    lead_id: p.uuid().nullable(),
    estimation_mode: p.text().default('open'),
    ...inheritableProperties,
    board_cadence: p.text().default('sprint'),
    stale_task_threshold_days: p.integer().default(7),
    end_date_shift_threshold_days: p.integer().default(5),
    prioritization_model: p.text().default('none'),
    default_member_role: p.smallint().default(100),
    show_reporting: p.boolean().nullable(),
    show_time_tracking: p.boolean().nullable(),
    show_baselines: p.boolean().nullable(),
    show_monte_carlo: p.boolean().nullable(),
    lifecycle: p.text().default('active'),
    draft_started_at: p.datetime().nullable(),
    is_archived: p.boolean().default(false),
    archived_at: p.datetime().nullable(),
    archived_by_id: p.uuid().nullable(),
    is_sample: p.boolean().default(false),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    deleted_by_id: p.uuid().nullable(),
    /** When the last critical path pass of this project was stored. */
    recalculated_at: p.datetime().nullable(),
    /** Since when passes cannot date everything; null while they can. */
    dates_stale_since: p.datetime().nullable(),
    /** Why, as `schedule/mark-stale.ts` writes it. */
    dates_stale_because: p.json<StaleBecause>().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  triggers: [fieldVersionTrigger(UNTRACKED)],
  indexes: [
    { properties: ['program_id'] },
    { properties: ['calendar_id'] },
    {
      name: 'projects_live_order',
      expression:
        'create index "projects_live_order" on "projects" ("start_date", "name", "id") where not "is_deleted"',
    },
  ],
})
references(
  ProjectSchema,
  {
    program_id: mayName('programs'),
    calendar_id: holds('calendars'),
    lead_id: mayName('accounts'),
    archived_by_id: mayName('accounts'),
    deleted_by_id: mayName('accounts'),
  },
  'commit',
)
keepHistory(ProjectSchema, { kind: 'project', untracked: UNTRACKED, projects: ['id'] })
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
    project_id: p.uuid().primary(),
    /** Cursor of offline sync: every saved row of the project carries the value of its transaction. */
    sync_seq: p.bigint('number').default(0),
    /** Last number of the shared task and sprint sequence; never reused. */
    item_number: p.integer().default(0),
    risk_number: p.integer().default(0),
    /** Tables that may hold something about its tasks; kept by a trigger on each of them. */
    tables_in_use: p.array().columnType('text[]').$type<string[]>().defaultRaw(`'{}'`),
  },
})
references(ProjectCounterSchema, { project_id: ownedBy('projects') }, 'commit')
