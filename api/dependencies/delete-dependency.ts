import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

/**
 * Soft-deletes the live links of tasks that are being deleted, also those that cross into another project, and
 * answers nothing: what a task's deletion announces belongs to the task.
 */
export async function deleteEdgesOfTasks(ctx: Ctx<unknown>, taskIds: string[]): Promise<void> {
  if (taskIds.length === 0) return
  await sql(
    ctx,
    `update dependencies set is_deleted = true, deleted_at = now(), is_driving = false, server_version = server_version + 1
     where not is_deleted and (predecessor_id = any($1::uuid[]) or successor_id = any($1::uuid[]))`,
    [taskIds],
  )
}
