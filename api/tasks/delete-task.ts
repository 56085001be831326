import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { forbidden, notFound, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../schedule/request-recompute.ts'
import { removeRows } from './structure/remove-rows.ts'
import { taskDeleted } from './task.events.ts'
import { canDeleteTask } from './task.policy.ts'
import { findStoredTask } from './task.queries.ts'

/**
 * Soft-deletes a task with the drawer subtasks below it and their links. Structural children live on. `isAllowed`: the
 * caller has decided that the actor may.
 */
export async function deleteTask(
  ctx: Ctx<ProjectScope>,
  taskId: string,
  options: { isQuiet?: boolean; isAllowed?: boolean } = {},
): Promise<void> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const stored = await findStoredTask(ctx, projectId, taskId)
  refuseUnless(stored, notFound)
  refuseUnless(options.isAllowed || canDeleteTask(ctx, stored.row), forbidden)
  await removeRows(ctx, projectId, await withSubtasks(ctx, taskId))
  if (!options.isQuiet) {
    emit(ctx, taskDeleted, {
      projectId,
      payload: { id: taskId },
      webhookPayload: { id: taskId, project: projectId },
    })
  }
  requestRecompute(ctx, projectId)
}

/** The task and every subtask reached through subtasks. */
async function withSubtasks(ctx: Ctx<unknown>, taskId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `with recursive doomed as (
       select $1::uuid as id
       union all
       select c.id from doomed d join tasks c on c.parent_id = d.id and c.is_subtask and not c.is_deleted
     ) select id from doomed`,
    [taskId],
  )
  return rows.map((row) => row.id)
}
