import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { forbidden, notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { removeRows } from '../structure/remove-rows.ts'
import { loadSubtree, type SubtreeRow } from '../structure/structure.queries.ts'
import { taskDeleted, tasksRestructured } from '../task.events.ts'
import { canDeleteTask } from '../task.policy.ts'
import { findStoredTask } from '../task.queries.ts'

/** Those of some rows that the actor may delete. */
type DeleteRule = (rows: readonly SubtreeRow[]) => readonly SubtreeRow[] | Promise<readonly SubtreeRow[]>

/**
 * Soft-deletes a task with everything below it and their links; restoring the task brings all of it back. Drawer subtasks
 * belong to their task; every other row must be one that the actor may delete, or nothing goes.
 */
export async function deleteTask(
  ctx: Ctx<ProjectScope>,
  taskId: string,
  options: { isQuiet?: boolean; rule?: DeleteRule } = {},
): Promise<void> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const stored = await findStoredTask(ctx, projectId, taskId)
  refuseUnless(stored, notFound)
  const rows = await loadSubtree(ctx, taskId)
  const judged = rows.filter((row) => row.id === taskId || !row.is_subtask)
  const rule = options.rule ?? ((some: readonly SubtreeRow[]) => some.filter((row) => canDeleteTask(ctx, row)))
  const refusedCount = judged.length - (await rule(judged)).length
  refuseUnless(refusedCount === 0, () => refusal(refusedCount, judged.length))
  await removeRows(
    ctx,
    projectId,
    rows.map((row) => row.id),
  )
  if (!options.isQuiet) announce(ctx, taskId, judged.length > 1)
  requestRecompute(ctx, projectId)
}

function refusal(refusedCount: number, count: number): Error {
  return count === 1 ? forbidden() : forbidden(`You may not delete ${refusedCount} of the ${count} tasks.`)
}

/** One frame and one webhook for the task; what went with it is read anew from the tree. */
function announce(ctx: Ctx<ProjectScope>, taskId: string, isTree: boolean): void {
  const { projectId } = ctx.scope
  emit(ctx, taskDeleted, {
    projectId,
    payload: { id: taskId },
    webhookPayload: { id: taskId, project: projectId },
  })
  if (isTree) emit(ctx, tasksRestructured, { projectId, payload: { project_id: projectId } })
}
