export const TASK_STATUSES = ['BACKLOG', 'NOT_STARTED', 'IN_PROGRESS', 'REVIEW', 'ON_HOLD', 'COMPLETE'] as const
export const TASK_TYPES = ['epic', 'story', 'task', 'bug', 'spike', 'tech_debt'] as const
export const DELIVERY_MODES = ['waterfall', 'scrum', 'kanban', 'milestone'] as const
export const GOVERNANCE_CLASSES = ['gated', 'flow', 'hybrid'] as const
export const STRUCTURE_ROLES = ['work', 'container', 'milestone'] as const
export const DURATION_UNITS = ['days', 'hours'] as const
export const DOR_STATES = ['idea', 'refine', 'ready'] as const
export const BLOCKER_TYPES = ['', 'dependency', 'resource', 'vendor', 'decision', 'other'] as const
export const SOURCE_KINDS = [
  'hand',
  'template',
  'seed_import',
  'csv_import',
  'msproject_import',
  'jira_import',
  'paste',
] as const

/** What the prioritization models weigh. */
export const SCORING_COLUMNS = [
  'business_value',
  'time_criticality',
  'risk_reduction',
  'job_size',
  'reach',
  'impact',
  'confidence',
  'effort',
  'value',
  'effort_estimate',
] as const

export type TaskStatus = (typeof TASK_STATUSES)[number]
export type TaskType = (typeof TASK_TYPES)[number]
export type DeliveryMode = (typeof DELIVERY_MODES)[number]
export type GovernanceClass = (typeof GOVERNANCE_CLASSES)[number]
export type StructureRole = (typeof STRUCTURE_ROLES)[number]
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Upper bound of durations and estimates, in working days (a century). */
export const MAX_DURATION = 36_525

/** What a write stores of one task, by column. Timestamps are ISO text; `wbs_order` is the label path. */
export interface TaskValues {
  name: string
  notes: string
  status: TaskStatus
  type: TaskType
  parent_id: string | null
  wbs_order: number[] | null
  is_subtask: boolean
  structure_role: StructureRole
  auto_container: boolean
  own_status: TaskStatus | null
  own_estimate: number | null
  duration: number
  duration_unit: (typeof DURATION_UNITS)[number]
  percent_complete: number
  planned_start: string | null
  actual_start: string | null
  actual_finish: string | null
  optimistic_duration: number | null
  most_likely_duration: number | null
  pessimistic_duration: number | null
  estimate_status: string | null
  is_milestone: boolean
  delivery_mode: DeliveryMode
  governance_class: GovernanceClass
  parent_governance_inherited: boolean
  calendar_id: string | null
  assignee_id: string | null
  sprint_id: string | null
  story_points: number | null
  remaining_points: number | null
  sprint_rank: number | null
  priority_rank: number | null
  parent_epic_id: string | null
  dor: (typeof DOR_STATES)[number]
  blocked_reason: string
  blocker_type: string
  blocking_task_id: string | null
  blocked_since: string | null
  blocked_by_id: string | null
  business_value: number | null
  time_criticality: number | null
  risk_reduction: number | null
  job_size: number | null
  reach: number | null
  impact: number | null
  confidence: number | null
  effort: number | null
  value: number | null
  effort_estimate: number | null
  is_recurring: boolean
  status_changed_at: string | null
  source_kind: SourceKind
  source_id: string | null
  source_version: string
  external_id: string | null
  seeded_at: string | null
  edited_at: string | null
}

export type TaskColumn = keyof TaskValues

/** SQL types of the columns, for casts of parameters; the label path travels as text because paths differ in length. */
export const COLUMN_TYPES: Readonly<Record<TaskColumn, string>> = {
  name: 'text',
  notes: 'text',
  status: 'text',
  type: 'text',
  parent_id: 'uuid',
  wbs_order: 'text',
  is_subtask: 'boolean',
  structure_role: 'text',
  auto_container: 'boolean',
  own_status: 'text',
  own_estimate: 'int',
  duration: 'int',
  duration_unit: 'text',
  percent_complete: 'float8',
  planned_start: 'date',
  actual_start: 'date',
  actual_finish: 'date',
  optimistic_duration: 'int',
  most_likely_duration: 'int',
  pessimistic_duration: 'int',
  estimate_status: 'text',
  is_milestone: 'boolean',
  delivery_mode: 'text',
  governance_class: 'text',
  parent_governance_inherited: 'boolean',
  calendar_id: 'uuid',
  assignee_id: 'uuid',
  sprint_id: 'uuid',
  story_points: 'int2',
  remaining_points: 'int2',
  sprint_rank: 'int',
  priority_rank: 'int',
  parent_epic_id: 'uuid',
  dor: 'text',
  blocked_reason: 'text',
  blocker_type: 'text',
  blocking_task_id: 'uuid',
  blocked_since: 'timestamptz',
  blocked_by_id: 'uuid',
  business_value: 'int2',
  time_criticality: 'int2',
  risk_reduction: 'int2',
  job_size: 'int2',
  reach: 'int',
  impact: 'float8',
  confidence: 'float8',
  effort: 'float8',
  value: 'int2',
  effort_estimate: 'float8',
  is_recurring: 'boolean',
  status_changed_at: 'timestamptz',
  source_kind: 'text',
  source_id: 'uuid',
  source_version: 'text',
  external_id: 'text',
  seeded_at: 'timestamptz',
  edited_at: 'timestamptz',
}

/** A task as it is when nobody said anything about it. */
export const TASK_DEFAULTS: Readonly<Omit<TaskValues, 'name'>> = {
  notes: '',
  status: 'NOT_STARTED',
  type: 'task',
  parent_id: null,
  wbs_order: null,
  is_subtask: false,
  structure_role: 'work',
  auto_container: false,
  own_status: null,
  own_estimate: null,
  duration: 1,
  duration_unit: 'days',
  percent_complete: 0,
  planned_start: null,
  actual_start: null,
  actual_finish: null,
  optimistic_duration: null,
  most_likely_duration: null,
  pessimistic_duration: null,
  estimate_status: null,
  is_milestone: false,
  delivery_mode: 'waterfall',
  governance_class: 'flow',
  parent_governance_inherited: false,
  calendar_id: null,
  assignee_id: null,
  sprint_id: null,
  story_points: null,
  remaining_points: null,
  sprint_rank: null,
  priority_rank: null,
  parent_epic_id: null,
  dor: 'idea',
  blocked_reason: '',
  blocker_type: '',
  blocking_task_id: null,
  blocked_since: null,
  blocked_by_id: null,
  business_value: null,
  time_criticality: null,
  risk_reduction: null,
  job_size: null,
  reach: null,
  impact: null,
  confidence: null,
  effort: null,
  value: null,
  effort_estimate: null,
  is_recurring: false,
  status_changed_at: null,
  source_kind: 'hand',
  source_id: null,
  source_version: '',
  external_id: null,
  seeded_at: null,
  edited_at: null,
}
