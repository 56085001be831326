import type { FieldVersions } from '../platform/concurrent-edits.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { lockProject } from '../projects/project-lock.ts'
import { parameterOf } from './insert-task-rows.ts'
import type { TaskShape } from './task-draft.ts'
import { TASK_ROW, type TaskRow } from './task-row.ts'
import { COLUMN_TYPES, type TaskColumn, type TaskValues } from './task-values.ts'

export interface StoredTask {
  readonly row: TaskRow
  readonly shape: TaskShape
}

interface ShapeColumns {
  early_start: string | null
  scheduled_start: string | null
  early_finish: string | null
  has_children: boolean
  has_structural_child: boolean
}

/** A live task of the project with its place in the tree. Call it under the project's lock. */
export async function findStoredTask(
  ctx: Ctx<unknown>,
  projectId: string,
  taskId: string,
): Promise<StoredTask | undefined> {
  const row = await sqlOne<TaskRow & ShapeColumns>(
    ctx,
    `select ${TASK_ROW}, s.early_start, s.scheduled_start, s.early_finish,
       exists (select 1 from tasks c where c.parent_id = t.id and not c.is_deleted) as has_children,
       exists (select 1 from tasks c where c.parent_id = t.id and not c.is_deleted and not c.is_subtask) as has_structural_child
     from tasks t left join task_schedules s on s.task_id = t.id
     where t.id = $1 and t.project_id = $2 and not t.is_deleted`,
    [taskId, projectId],
  )
  if (!row) return undefined
  const shape: TaskShape = {
    hasChildren: row.has_children,
    isPhase: row.has_structural_child && !row.is_subtask,
    earlyStart: row.early_start,
    span: { scheduled_start: row.scheduled_start, early_finish: row.early_finish },
  }
  return { row, shape }
}

/** Stores the named columns of one row as a save of its own; answers the new version. */
export async function saveTaskColumns(
  ctx: Ctx<unknown>,
  projectId: string,
  taskId: string,
  columns: readonly TaskColumn[],
  values: TaskValues,
): Promise<number> {
  const syncSeq = await lockProject(ctx, projectId)
  const settings = columns.map((column, index) => `"${column}" = $${index + 3}::${COLUMN_TYPES[column]}`)
  const row = await sqlOne<{ server_version: number }>(
    ctx,
    `update tasks set ${[...settings, 'server_version = server_version + 1', 'sync_seq = $2'].join(', ')}
     where id = $1 returning server_version`,
    [taskId, syncSeq, ...columns.map((column) => parameterOf(column, values))],
  )
  return row?.server_version ?? 0
}

/** At which version each column of the row was changed last. */
export async function findFieldVersions(ctx: Ctx<unknown>, taskId: string): Promise<FieldVersions> {
  const row = await sqlOne<{ field_versions: FieldVersions }>(ctx, 'select field_versions from tasks where id = $1', [
    taskId,
  ])
  return row?.field_versions ?? {}
}

/** Rows that left the schedulable set lose their dates at once; the next pass would drop them anyway. */
export async function dropSchedules(ctx: Ctx<unknown>, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  await sql(ctx, 'delete from task_schedules where task_id = any($1::uuid[])', [taskIds])
}
