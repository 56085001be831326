import { COLUMN_TYPES, type TaskColumn, type TaskValues } from './task-values.ts'

/** A stored task as read: its values, its identity, and where it stands in the tree. */
export interface TaskRow extends TaskValues {
  readonly id: string
  readonly project_id: string
  readonly number: number
  readonly server_version: number
  readonly wbs_path: string | null
  readonly sprint_pending: boolean
  readonly is_deleted: boolean
  readonly deleted_at: string | null
}

/** Computed dates of a row; all null when the task has none. */
export interface ScheduleColumns {
  readonly early_start: string | null
  readonly early_finish: string | null
  readonly late_start: string | null
  readonly late_finish: string | null
  readonly scheduled_start: string | null
  readonly total_float: number | null
  readonly free_float: number | null
  readonly is_critical: boolean | null
}

const values = (Object.keys(COLUMN_TYPES) as TaskColumn[]).map((column) => `t."${column}"`).join(', ')

/** Select list of a `TaskRow` from `tasks t`. */
export const TASK_ROW = `t.id, t.project_id, t.number, t.server_version, t.sprint_pending, t.is_deleted, t.deleted_at,
  array_to_string(t.wbs_order, '.') as wbs_path, ${values}`

/** Select list of `ScheduleColumns` from `task_schedules s`. */
export const SCHEDULE_COLUMNS = `s.early_start, s.early_finish, s.late_start, s.late_finish, s.scheduled_start,
  s.total_float, s.free_float, s.is_critical`

/** Condition on `tasks t`: whether the scheduler computes dates for it. */
export const IS_SCHEDULABLE = `(t.status <> 'BACKLOG' and t.type <> 'epic' and not t.is_recurring and not t.is_deleted)`

export function isSchedulable(row: Pick<TaskRow, 'status' | 'type' | 'is_recurring' | 'is_deleted'>): boolean {
  return row.status !== 'BACKLOG' && row.type !== 'epic' && !row.is_recurring && !row.is_deleted
}
