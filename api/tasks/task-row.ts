import { type RawBuilder, sql } from 'kysely'
import { DATE_NAMES, type TaskDates } from '../access/task-dates.queries.ts'
import type { RowOf } from '../database.ts'
import { type TaskColumn, type TaskValues, taskColumns } from './task-values.ts'

type Identity = 'id' | 'project_id' | 'number' | 'server_version' | 'sprint_pending' | 'is_deleted' | 'deleted_at'

/** A stored task as read: its values, its identity, and where it stands in the tree. */
export interface TaskRow extends TaskValues, Readonly<Pick<RowOf<'tasks'>, Identity>> {
  readonly wbs_path: string | null
}

/** Computed dates of a row; all null when the task has none. */
export type ScheduleColumns = { readonly [Name in keyof TaskDates]: TaskDates[Name] | null }

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

/** Columns that no presenter asks for; the path is shown as text. A page does without them. */
const UNSHOWN = ['deleted_at', 'wbs_order', 'auto_container', 'calendar_id', 'external_id'] as const

/** What a page reads of a task. */
export type ShownRow = Omit<TaskRow, (typeof UNSHOWN)[number]>

/** One text, as it is part of statements that run often. */
function selectList<Row>(names: readonly string[]): RawBuilder<Row> {
  return sql.raw(`${names.map((name) => `t."${name}"`).join(', ')}, array_to_string(t.wbs_order, '.') as wbs_path`)
}

/** Select list of a `TaskRow` from `tasks t`. */
export const TASK_ROW = selectList<TaskRow>(columns)

/** Select list of a `ShownRow` from `tasks t`. */
export const SHOWN_ROW = selectList<ShownRow>(columns.filter((column) => !UNSHOWN.some((name) => name === column)))

/** Select list of `ScheduleColumns` from `datesOf` of a task. */
export const SCHEDULE_COLUMNS: RawBuilder<ScheduleColumns> = sql.raw(
  DATE_NAMES.map((column) => `s."${column}"`).join(', '),
)
