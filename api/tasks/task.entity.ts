import { defineEntity, p } from '@mikro-orm/postgresql'
import type { FieldVersions } from '../platform/concurrent-edits.ts'
import { fieldVersionTrigger } from '../platform/db/field-version-trigger.ts'
import { keepHistory } from '../platform/db/kept-history.ts'
import { HOT_PATH, holds, mayName, ownedBy, references, unchecked } from '../platform/db/references.ts'

/** Counters, stamps, where a row came from, and its place, which moves whenever a row beside it does. */
const UNTRACKED = [
  'id',
  'server_version',
  'field_versions',
  'sync_seq',
  'project_id',
  'number',
  'wbs_order',
  'blocked_since',
  'status_changed_at',
  'source_kind',
  'source_id',
  'source_version',
  'external_id',
  'seeded_at',
  'edited_at',
  'deleted_at',
  'created_at',
]

/**
 * What people and importers write of a task. What the scheduler writes stands in `schedule_blocks`, so that a recompute
 * rewrites narrow rows and never touches this table.
 */
export const TaskSchema = defineEntity({
  name: 'Task',
  tableName: 'tasks',
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    /** Version of the last change, by column; kept by the trigger below, read by `platform/concurrent-edits.ts`. */
    field_versions: p.json<FieldVersions>().defaultRaw("'{}'").lazy(),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    /** n of `<KEY>-T-<n>`; never reused within the project. */
    number: p.integer(),
    name: p.string().columnType('varchar(512)'),
    notes: p.text().default(''),
    status: p.text().default('NOT_STARTED'),
    type: p.text().default('task'),
    parent_id: p.uuid().nullable(),
    /** Labels of the WBS path, outermost first: compares numerically in SQL, printed joined with dots. Null: outside the tree. */
    wbs_order: p.array().columnType('int[]').$type<number[]>().nullable(),
    is_subtask: p.boolean().default(false),
    structure_role: p.text().default('work'),
    auto_container: p.boolean().default(false),
    /** Status and duration parked while the row is a phase. */
    own_status: p.text().nullable(),
    own_estimate: p.integer().nullable(),
    duration: p.integer().default(1),
    duration_unit: p.text().default('days'),
    percent_complete: p.double().default(0),
    planned_start: p.date().nullable(),
    /** A constraint kind of planners other than the earliest start; null for none. */
    constraint_type: p.text().nullable(),
    constraint_date: p.date().nullable(),
    deadline: p.date().nullable(),
    /** Which end of its day a milestone stands at (`MilestoneMomentName`); null for neither. */
    milestone_at: p.text().nullable(),
    actual_start: p.date().nullable(),
    actual_finish: p.date().nullable(),
    optimistic_duration: p.integer().nullable(),
    most_likely_duration: p.integer().nullable(),
    pessimistic_duration: p.integer().nullable(),
    estimate_status: p.text().nullable(),
    is_milestone: p.boolean().default(false),
    delivery_mode: p.text().default('waterfall'),
    governance_class: p.text().default('flow'),
    /** Nobody declared the class of this row: it was taken from above when the row was made, and a cascade may change it. */
    parent_governance_inherited: p.boolean().default(false),
    /** Own calendar of the task (plan files carry one); null uses the project's. */
    calendar_id: p.uuid().nullable(),
    assignee_id: p.uuid().nullable(),
    sprint_id: p.uuid().nullable(),
    sprint_pending: p.boolean().default(false),
    story_points: p.smallint().nullable(),
    remaining_points: p.smallint().nullable(),
    sprint_rank: p.integer().nullable(),
    priority_rank: p.integer().nullable(),
    parent_epic_id: p.uuid().nullable(),
    dor: p.text().default('idea'),
    blocked_reason: p.text().default(''),
    blocker_type: p.text().default(''),
    blocking_task_id: p.uuid().nullable(),
    blocked_since: p.datetime().nullable(),
    blocked_by_id: p.uuid().nullable(),
    business_value: p.smallint().nullable(),
    time_criticality: p.smallint().nullable(),
    risk_reduction: p.smallint().nullable(),
    job_size: p.smallint().nullable(),
    reach: p.integer().nullable(),
    impact: p.double().nullable(),
    confidence: p.double().nullable(),
    effort: p.double().nullable(),
    value: p.smallint().nullable(),
    effort_estimate: p.double().nullable(),
    is_recurring: p.boolean().default(false),
    status_changed_at: p.datetime().nullable(),
    source_kind: p.text().default('hand'),
    source_id: p.uuid().nullable(),
    source_version: p.text().default(''),
    /** Id of the row in the file or system it came from; a repeated import merges by it. */
    external_id: p.string().columnType('varchar(255)').nullable(),
    seeded_at: p.datetime().nullable(),
    edited_at: p.datetime().nullable(),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
  },
  triggers: [fieldVersionTrigger(UNTRACKED, 'sync_seq')],
  uniques: [{ name: 'tasks_number_unique', properties: ['project_id', 'number'] }],
  indexes: [
    {
      name: 'tasks_live',
      expression: 'create index "tasks_live" on "tasks" ("project_id", "id") where not "is_deleted"',
    },
    {
      name: 'tasks_wbs',
      expression: 'create index "tasks_wbs" on "tasks" ("project_id", "wbs_order") where not "is_deleted"',
    },
    {
      name: 'tasks_children',
      expression: 'create index "tasks_children" on "tasks" ("parent_id") where not "is_deleted"',
    },
    { name: 'tasks_sync', properties: ['project_id', 'sync_seq'] },
    {
      name: 'tasks_assignee',
      expression: 'create index "tasks_assignee" on "tasks" ("assignee_id") where not "is_deleted"',
    },
  ],
})
references(
  TaskSchema,
  {
    project_id: ownedBy('projects'),
    parent_id: unchecked(HOT_PATH),
    calendar_id: holds('calendars'),
    assignee_id: mayName('accounts'),
    sprint_id: mayName('sprints'),
    parent_epic_id: mayName('tasks'),
    blocking_task_id: mayName('tasks'),
    blocked_by_id: mayName('accounts'),
    source_id: unchecked('what the row was made by, as its kind tells; it may be gone already'),
    external_id: unchecked('named by another system'),
  },
  'commit',
)
keepHistory(TaskSchema, { kind: 'task', untracked: UNTRACKED })
