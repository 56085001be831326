import { type RawBuilder, sql } from 'kysely'
import type { RowOf, Tables } from '../database.ts'

/** Tables whose rows carry the cursor of the write that saved them last, and stay as tombstones. */
type SyncedTable = {
  [Table in keyof Tables]: 'id' | 'sync_seq' | 'is_deleted' extends keyof Tables[Table] ? Table : never
}[keyof Tables]

export interface SyncedCollection {
  readonly name: string
  readonly table: SyncedTable
  readonly columns: readonly string[]
  /** Which rows of `r` belong to the project, as the caller may see it. */
  readonly ofProject: (projectId: string, accountId: string | null) => RawBuilder<boolean>
  /** Columns that tell the pace of a team. */
  readonly ofVelocity?: readonly string[]
  /** Which of the rows a team keeps to itself: to those who only look on they are told as deleted. */
  readonly isOfTeam?: RawBuilder<boolean>
}

function collection<Table extends SyncedTable>(
  name: string,
  table: Table,
  columns: readonly (keyof RowOf<Table> & string)[],
  more: Partial<Pick<SyncedCollection, 'ofProject' | 'ofVelocity' | 'isOfTeam'>> = {},
): SyncedCollection {
  return { name, table, columns, ofProject: (id) => sql`r.project_id = ${id}`, ...more }
}

const projects = collection(
  'projects',
  'projects',
  [
    ...(['program_id', 'name', 'description', 'code', 'start_date', 'status_date', 'calendar_id', 'health'] as const),
    ...(['visibility', 'timezone', 'default_view', 'lead_id', 'methodology', 'iteration_label'] as const),
    ...(['estimation_mode', 'board_cadence', 'lifecycle', 'is_archived'] as const),
  ],
  { ofProject: (id) => sql`r.id = ${id}` },
)
/** Links into other projects are left out: their other end would not be there. */
const dependencies = collection(
  'dependencies',
  'dependencies',
  ['predecessor_id', 'successor_id', 'dep_type', 'lag', 'lag_unit'],
  { ofProject: (id) => sql`r.predecessor_project_id = ${id} and r.successor_project_id = ${id}` },
)
const memberships = collection('memberships', 'project_members', ['account_id', 'role'])
const risks = collection('risks', 'risks', [
  ...([
    'number',
    'title',
    'description',
    'status',
    'probability',
    'impact',
    'severity',
    'category',
    'response',
  ] as const),
  ...(['mitigation_due_date', 'trigger', 'contingency', 'notes', 'owner_id'] as const),
])
const sprints = collection(
  'sprints',
  'sprints',
  [
    ...(['number', 'name', 'goal', 'notes', 'start_date', 'finish_date', 'state', 'target_milestone_id'] as const),
    ...(['capacity_points', 'wip_limit', 'goal_outcome', 'committed_points', 'committed_task_count'] as const),
    ...(['completed_points', 'completed_task_count', 'activated_at', 'closed_at'] as const),
  ],
  { ofVelocity: ['committed_points', 'committed_task_count', 'completed_points', 'completed_task_count'] },
)
const retros = collection(
  'sprint_retros',
  'retros',
  [...(['sprint_id', 'notes', 'team_visibility', 'created_by_id', 'created_at', 'updated_at'] as const)],
  {
    ofProject: (id) => sql`exists (select from sprints o where o.id = r.sprint_id and o.project_id = ${id})`,
    isOfTeam: sql`r.team_visibility = 'team_only'`,
  },
)
const actions = collection(
  'retro_action_items',
  'retro_actions',
  [
    ...(['retro_id', 'position', 'text', 'assignee_id', 'story_points', 'promoted_task_id', 'created_by_id'] as const),
    'created_at',
  ],
  {
    ofProject: (id) => sql`exists (select from retros o join sprints s on s.id = o.sprint_id
    where o.id = r.retro_id and s.project_id = ${id})`,
    ofVelocity: ['story_points'],
    isOfTeam: sql`exists (select from retros o where o.id = r.retro_id and o.team_visibility = 'team_only')`,
  },
)
const suggestions = collection('task_suggested_assignees', 'task_suggestions', [
  ...(['task_id', 'suggested_account_id', 'suggested_by_id', 'state', 'created_at', 'decided_at'] as const),
])
const links = collection('task_links', 'task_links', [
  ...(['task_id', 'url', 'provider', 'custom_title', 'labels', 'display_order', 'title', 'status'] as const),
])
const rules = collection('task_recurrence_rules', 'recurrence_rules', [
  ...(['task_id', 'frequency', 'interval', 'weekdays', 'day_of_month', 'time_of_day', 'timezone'] as const),
  ...(['end_type', 'end_date', 'end_count', 'inherit_assignee', 'inherit_subtasks', 'inherit_attachments'] as const),
])
/** Everybody's own. */
const timeEntries = collection('time_entries', 'time_entries', ['task_id', 'minutes', 'entry_date', 'note', 'source'], {
  ofProject: (id, accountId) => sql`r.project_id = ${id} and r.account_id = ${accountId}::uuid`,
})
const labels = collection('labels', 'labels', ['name', 'color', 'position'])
const relations = collection(
  'task_relations',
  'task_relations',
  ['source_id', 'target_id', 'relation_type', 'note', 'created_by_id'],
  {
    ofProject: (id) => sql`r.project_id = ${id} and not exists (
      select from tasks e where e.id in (r.source_id, r.target_id) and e.project_id <> ${id})`,
  },
)

/** Places of the two that are read by statements of their own. */
export const TASKS = 'tasks'
export const CALENDARS = 'calendars'

/** What a project's pull tells, in this order. */
export const COLLECTIONS: readonly (SyncedCollection | string)[] = [
  projects,
  TASKS,
  dependencies,
  CALENDARS,
  memberships,
  risks,
  sprints,
  retros,
  actions,
  suggestions,
  links,
  rules,
  timeEntries,
  labels,
  relations,
]

export function nameOf(collection: SyncedCollection | string): string {
  return typeof collection === 'string' ? collection : collection.name
}
