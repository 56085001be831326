import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * What people and importers write of a task. What the scheduler writes stands in `task_schedules`, so that a recompute
 * rewrites narrow rows and never touches this table.
 */
export const TaskSchema = defineEntity({
  name: 'Task',
  tableName: 'tasks',
  properties: {
    id: p.uuid().primary(),
    serverVersion: p.integer().default(1),
    syncSeq: p.bigint('number').default(0),
    projectId: p.uuid(),
    /** n of `<KEY>-T-<n>`; never reused within the project. */
    number: p.integer(),
    name: p.string().columnType('varchar(512)'),
    notes: p.text().default(''),
    status: p.text().default('NOT_STARTED'),
    type: p.text().default('task'),
    parentId: p.uuid().nullable(),
    /** Labels of the WBS path, outermost first: compares numerically in SQL, printed joined with dots. Null: outside the tree. */
    wbsOrder: p.array().columnType('int[]').$type<number[]>().nullable(),
    isSubtask: p.boolean().default(false),
    structureRole: p.text().default('work'),
    autoContainer: p.boolean().default(false),
    /** Status and duration parked while the row is a phase. */
    ownStatus: p.text().nullable(),
    ownEstimate: p.integer().nullable(),
    duration: p.integer().default(1),
    durationUnit: p.text().default('days'),
    percentComplete: p.double().default(0),
    plannedStart: p.date().nullable(),
    /** A constraint kind of planners other than the earliest start; null for none. */
    constraintType: p.text().nullable(),
    constraintDate: p.date().nullable(),
    deadline: p.date().nullable(),
    actualStart: p.date().nullable(),
    actualFinish: p.date().nullable(),
    optimisticDuration: p.integer().nullable(),
    mostLikelyDuration: p.integer().nullable(),
    pessimisticDuration: p.integer().nullable(),
    estimateStatus: p.text().nullable(),
    isMilestone: p.boolean().default(false),
    deliveryMode: p.text().default('waterfall'),
    governanceClass: p.text().default('flow'),
    parentGovernanceInherited: p.boolean().default(false),
    /** Own calendar of the task (plan files carry one); null uses the project's. */
    calendarId: p.uuid().nullable(),
    assigneeId: p.uuid().nullable(),
    sprintId: p.uuid().nullable(),
    sprintPending: p.boolean().default(false),
    storyPoints: p.smallint().nullable(),
    remainingPoints: p.smallint().nullable(),
    sprintRank: p.integer().nullable(),
    priorityRank: p.integer().nullable(),
    parentEpicId: p.uuid().nullable(),
    dor: p.text().default('idea'),
    blockedReason: p.text().default(''),
    blockerType: p.text().default(''),
    blockingTaskId: p.uuid().nullable(),
    blockedSince: p.datetime().nullable(),
    blockedById: p.uuid().nullable(),
    businessValue: p.smallint().nullable(),
    timeCriticality: p.smallint().nullable(),
    riskReduction: p.smallint().nullable(),
    jobSize: p.smallint().nullable(),
    reach: p.integer().nullable(),
    impact: p.double().nullable(),
    confidence: p.double().nullable(),
    effort: p.double().nullable(),
    value: p.smallint().nullable(),
    effortEstimate: p.double().nullable(),
    isRecurring: p.boolean().default(false),
    statusChangedAt: p.datetime().nullable(),
    sourceKind: p.text().default('hand'),
    sourceId: p.uuid().nullable(),
    sourceVersion: p.text().default(''),
    /** Id of the row in the file or system it came from; a repeated import merges by it. */
    externalId: p.string().columnType('varchar(255)').nullable(),
    seededAt: p.datetime().nullable(),
    editedAt: p.datetime().nullable(),
    isDeleted: p.boolean().default(false),
    deletedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'tasks_number_unique', properties: ['projectId', 'number'] }],
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
    { name: 'tasks_sync', properties: ['projectId', 'syncSeq'] },
    {
      name: 'tasks_assignee',
      expression: 'create index "tasks_assignee" on "tasks" ("assignee_id") where not "is_deleted"',
    },
    { name: 'tasks_sprint', expression: 'create index "tasks_sprint" on "tasks" ("sprint_id") where not "is_deleted"' },
  ],
})
export class Task extends TaskSchema.class {}
TaskSchema.setClass(Task)
