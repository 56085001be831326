import { defineEntity, p } from '@mikro-orm/postgresql'
import type { ScheduleCalendar } from '../calendars/project-calendar.ts'
import { mayName, ownedBy, references, unchecked } from '../platform/db/references.ts'
import { notesUse } from '../platform/db/table-in-use-trigger.ts'

/** The plan of a project as it stood when somebody captured it. */
export const BaselineSchema = defineEntity({
  name: 'Baseline',
  tableName: 'baselines',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    name: p.string().columnType('varchar(255)'),
    folded_name: p.text(),
    /** What tasks are measured against; one of a project at most. */
    is_active: p.boolean().default(false),
    /** Every task captured had dates. */
    has_cpm_dates: p.boolean().default(false),
    task_count: p.integer().default(0),
    /** The project's calendar as it was then, by which what was planned is spread; null where a file brought the rows. */
    calendar: p.json<ScheduleCalendar>().nullable(),
    created_by_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'baselines_active_is_live', expression: 'not (is_active and is_deleted)' }],
  indexes: [
    {
      name: 'baselines_live_name',
      expression:
        'create unique index "baselines_live_name" on "baselines" ("project_id", "folded_name") where not "is_deleted"',
    },
    {
      name: 'baselines_active',
      expression: 'create unique index "baselines_active" on "baselines" ("project_id") where "is_active"',
    },
    {
      name: 'baselines_created_by',
      expression:
        'create index "baselines_created_by" on "baselines" ("created_by_id") where "created_by_id" is not null',
    },
    { name: 'baselines_sync', properties: ['project_id', 'sync_seq'] },
  ],
})
references(BaselineSchema, { project_id: ownedBy('projects'), created_by_id: mayName('accounts') })

/** A task as it was captured; nobody changes it. */
export const BaselineTaskSchema = defineEntity({
  name: 'BaselineTask',
  tableName: 'baseline_tasks',
  triggers: [notesUse('baseline_tasks', 'task_id')],
  properties: {
    baseline_id: p.uuid().primary(),
    task_id: p.uuid().primary(),
    task_name: p.string().columnType('varchar(512)'),
    start: p.date().nullable(),
    finish: p.date().nullable(),
    duration: p.integer(),
    total_float: p.integer().nullable(),
    actual_start: p.date().nullable(),
    actual_finish: p.date().nullable(),
    story_points: p.smallint().nullable(),
  },
  indexes: [{ name: 'baseline_tasks_task', properties: ['task_id'] }],
})
references(BaselineTaskSchema, {
  baseline_id: ownedBy('baselines'),
  task_id: unchecked('a captured task stays in the record when it is gone'),
})
