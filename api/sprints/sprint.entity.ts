import { defineEntity, p } from '@mikro-orm/postgresql'
import { keepHistory } from '../platform/db/kept-history.ts'
import { mayName, ownedBy, references } from '../platform/db/references.ts'
import { notesUse } from '../platform/db/table-in-use-trigger.ts'

export const SPRINT_STATES = ['PLANNED', 'ACTIVE', 'COMPLETED', 'CANCELLED'] as const
export type SprintState = (typeof SPRINT_STATES)[number]

/** A time box of one project. What was committed is taken at activation, what was completed at the close, and stands. */
export const SprintSchema = defineEntity({
  name: 'Sprint',
  tableName: 'sprints',
  triggers: [notesUse('sprints', 'project_id')],
  properties: {
    id: p.uuid().primary(),
    server_version: p.integer().default(1),
    sync_seq: p.bigint('number').default(0),
    project_id: p.uuid(),
    /** n of `<KEY>-SP-<n>`, of the sequence that tasks are numbered from as well. */
    number: p.integer(),
    name: p.string().columnType('varchar(255)'),
    goal: p.text().default(''),
    notes: p.text().default(''),
    start_date: p.date(),
    finish_date: p.date(),
    state: p.text().$type<SprintState>().default('PLANNED'),
    target_milestone_id: p.uuid().nullable(),
    milestone_bound_by_id: p.uuid().nullable(),
    milestone_bound_at: p.datetime().nullable(),
    binding_committed_snapshot: p.integer().nullable(),
    capacity_points: p.integer().nullable(),
    wip_limit: p.integer().nullable(),
    goal_outcome: p.text().nullable(),
    exclude_from_velocity: p.boolean().default(false),
    committed_points: p.integer().nullable(),
    committed_task_count: p.integer().nullable(),
    completed_points: p.integer().nullable(),
    completed_task_count: p.integer().nullable(),
    activated_at: p.datetime().nullable(),
    closed_at: p.datetime().nullable(),
    created_by_id: p.uuid().nullable(),
    is_deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'sprints_number_unique', properties: ['project_id', 'number'] }],
  checks: [
    { name: 'sprints_dates_in_order', expression: 'finish_date > start_date' },
    { name: 'sprints_state_known', expression: `state in ('PLANNED', 'ACTIVE', 'COMPLETED', 'CANCELLED')` },
  ],
  indexes: [
    {
      name: 'sprints_live',
      expression:
        'create index "sprints_live" on "sprints" ("project_id", "start_date", "name", "id") where not "is_deleted"',
    },
    {
      name: 'sprints_one_active',
      expression: `create unique index "sprints_one_active" on "sprints" ("project_id") where "state" = 'ACTIVE' and not "is_deleted"`,
    },
    { name: 'sprints_sync', properties: ['project_id', 'sync_seq'] },
    {
      name: 'sprints_milestone',
      expression:
        'create index "sprints_milestone" on "sprints" ("target_milestone_id") where "target_milestone_id" is not null',
    },
  ],
})
references(SprintSchema, {
  project_id: ownedBy('projects'),
  target_milestone_id: mayName('tasks'),
  milestone_bound_by_id: mayName('accounts'),
  created_by_id: mayName('accounts'),
})
keepHistory(SprintSchema, {
  kind: 'sprint',
  untracked: [
    'id',
    'server_version',
    'sync_seq',
    'project_id',
    'number',
    'created_by_id',
    'deleted_at',
    'created_at',
    'updated_at',
  ],
})

/**
 * Who belongs to the active sprint of a project: every task that was in it when it began, or came and was told of since.
 * A task in the sprint without a row here has just been added to it.
 */
export const SprintMemberSchema = defineEntity({
  name: 'SprintMember',
  tableName: 'sprint_members',
  properties: {
    task_id: p.uuid().primary(),
    sprint_id: p.uuid(),
  },
  indexes: [{ name: 'sprint_members_sprint', properties: ['sprint_id'] }],
})
references(SprintMemberSchema, { task_id: ownedBy('tasks'), sprint_id: ownedBy('sprints') })
