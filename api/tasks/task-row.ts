import { type RawBuilder, sql } from 'kysely'
import type { RowOf } from '../database.ts'
import { type TaskColumn, type TaskValues, taskColumns } from './task-values.ts'

type Identity = 'id' | 'project_id' | 'number' | 'server_version' | 'sprint_pending' | 'is_deleted' | 'deleted_at'

/** A stored task as read: its values, its identity, and where it stands in the tree. */
export interface TaskRow extends TaskValues, Readonly<Pick<RowOf<'tasks'>, Identity>> {
  readonly wbs_path: string | null
}

/** Dates that a pass stores of a task. */
export const SCHEDULE_NAMES = [
  'early_start',
  'early_finish',
  'late_start',
  'late_finish',
  'scheduled_start',
  'total_float',
  'free_float',
  'is_critical',
] as const

type Stored = Pick<RowOf<'task_schedules'>, (typeof SCHEDULE_NAMES)[number]>
/** Computed dates of a row; all null when the task has none. */
export type ScheduleColumns = { readonly [Name in keyof Stored]: Stored[Name] | null }

/** Columns as the entity declares them: one that is renamed there alone fails the compiler here. */
const columns: readonly (Identity | (TaskColumn & keyof RowOf<'tasks'>))[] = [
  'id',
  'project_id',
  'number',
  'server_version',
  'sprint_pending',
  'is_deleted',
  'deleted_at',
  ...taskColumns,
]
const selected = columns.map((column) => `t."${column}"`).join(', ')

/** Select list of a `TaskRow` from `tasks t`: one text, as it is part of statements that run often. */
export const TASK_ROW: RawBuilder<TaskRow> = sql.raw(`${selected}, array_to_string(t.wbs_order, '.') as wbs_path`)

/** Select list of `ScheduleColumns` from `task_schedules s`. */
export const SCHEDULE_COLUMNS: RawBuilder<ScheduleColumns> = sql.raw(
  SCHEDULE_NAMES.map((column) => `s."${column}"`).join(', '),
)
