import type { ProjectScope } from '../access/project-scope.ts'
import { deleteEdgesOfTasks } from '../dependencies/delete-dependency.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { forbidden, notFound, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../schedule/request-recompute.ts'
import { unparkFormerPhases } from './structure/park-phases.ts'
import { taskDeleted } from './task.events.ts'
import { canDeleteTask } from './task.policy.ts'
import { dropSchedules, findStoredTask } from './task.queries.ts'

/**
 * Soft-deletes a task with the drawer subtasks below it and their links. Structural children live on: they keep their
 * WBS path and hang below the nearest live ancestor, so that restoring the task can take them back.
 */
export async function deleteTask(
  ctx: Ctx<ProjectScope>,
  taskId: string,
  options: { isQuiet?: boolean } = {},
): Promise<void> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const stored = await findStoredTask(ctx, projectId, taskId)
  refuseUnless(stored, notFound)
  refuseUnless(canDeleteTask(ctx, stored.row), forbidden)
  const removed = await removeRows(ctx, projectId, taskId)
  await adoptChildren(ctx, projectId, removed, stored.row.parent_id)
  await deleteEdgesOfTasks(ctx, removed)
  await dropSchedules(ctx, removed)
  if (stored.row.parent_id !== null) await unparkFormerPhases(ctx, projectId, [stored.row.parent_id])
  if (!options.isQuiet) {
    emit(ctx, taskDeleted, {
      projectId,
      payload: { id: taskId },
      webhookPayload: { id: taskId, project: projectId },
    })
  }
  requestRecompute(ctx, projectId)
}

/**
 * The task and every subtask reached through subtasks; answers their ids. The transaction's own time marks what goes
 * together: rows and links deleted with it carry the same.
 */
async function removeRows(ctx: Ctx<unknown>, projectId: string, taskId: string): Promise<string[]> {
  const syncSeq = await lockProject(ctx, projectId)
  const rows = await sql<{ id: string }>(
    ctx,
    `with recursive doomed as (
       select id from tasks where id = $1
       union all
       select c.id from doomed d join tasks c on c.parent_id = d.id and c.is_subtask and not c.is_deleted
     )
     update tasks t set is_deleted = true, deleted_at = now(), server_version = t.server_version + 1, sync_seq = $2
     from doomed where t.id = doomed.id returning t.id`,
    [taskId, syncSeq],
  )
  return rows.map((row) => row.id)
}

/** Children that live on get a live parent; their place among the labels stays. */
async function adoptChildren(
  ctx: Ctx<unknown>,
  projectId: string,
  removed: readonly string[],
  parentId: string | null,
): Promise<void> {
  const syncSeq = await lockProject(ctx, projectId)
  await sql(
    ctx,
    `update tasks set parent_id = $2, server_version = server_version + 1, sync_seq = $3
     where parent_id = any($1::uuid[]) and not is_deleted`,
    [removed, parentId, syncSeq],
  )
}
