import { deleteEdgesOfTasks } from '../../dependencies/delete-dependency.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { dropSchedules } from '../task.queries.ts'
import { unparkFormerPhases } from './park-phases.ts'

/**
 * Soft-deletes rows with their links and dates. Rows below them that stay keep their WBS path and hang below the nearest
 * live row, so that a restore can take them back. The transaction's own time marks what goes together.
 */
export async function removeRows(ctx: Ctx<unknown>, projectId: string, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  const syncSeq = await lockProject(ctx, projectId)
  const removed = await sql<{ parent_id: string | null }>(
    ctx,
    `update tasks set is_deleted = true, deleted_at = now(), server_version = server_version + 1, sync_seq = $2
     where id = any($1::uuid[]) and not is_deleted returning parent_id`,
    [taskIds, syncSeq],
  )
  await adoptSurvivors(ctx, taskIds, syncSeq)
  await deleteEdgesOfTasks(ctx, [...taskIds])
  await dropSchedules(ctx, taskIds)
  await unparkFormerPhases(ctx, projectId, [...new Set(removed.flatMap((row) => row.parent_id ?? []))])
}

/** What lives on becomes work of its own: a subtask without its task is none. */
async function adoptSurvivors(ctx: Ctx<unknown>, deletedIds: readonly string[], syncSeq: number): Promise<void> {
  await sql(
    ctx,
    `with recursive climb as (
       select c.id, p.parent_id as at from tasks c join tasks p on p.id = c.parent_id
       where c.parent_id = any($1::uuid[]) and not c.is_deleted
       union all
       select b.id, t.parent_id from climb b join tasks t on t.id = b.at and t.is_deleted
     ), home as (
       select b.id, b.at from climb b left join tasks t on t.id = b.at where b.at is null or not t.is_deleted
     )
     update tasks t set parent_id = home.at, is_subtask = false, server_version = t.server_version + 1, sync_seq = $2
     from home where t.id = home.id`,
    [deletedIds, syncSeq],
  )
}
