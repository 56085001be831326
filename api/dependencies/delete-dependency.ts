import type { Ctx } from '../platform/context.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { recomputeAround } from './create-dependency.ts'
import { dependencyDeleted } from './dependency.events.ts'
import { updateDependencyRow } from './dependency.queries.ts'
import type { LinkScope } from './dependency.scope.ts'
import { deleteEdges } from './edge.queries.ts'

export async function deleteDependency(ctx: Ctx<LinkScope>): Promise<void> {
  const { link } = ctx.scope
  const projectId = link.predecessor_project_id
  await tombstone(ctx, link.id, await lockProject(ctx, projectId))
  emit(ctx, dependencyDeleted, {
    projectId,
    payload: { id: link.id },
    webhookPayload: { id: link.id, project: projectId },
  })
  recomputeAround(ctx, ctx.scope, link.is_pending)
}

/** Soft-deletes one link; 404 when someone else did so meanwhile. */
export async function tombstone(ctx: Ctx<unknown>, id: string, syncSeq: number): Promise<void> {
  await updateDependencyRow(ctx, id, {
    is_deleted: true,
    deleted_at: ctx.services.clock.now(),
    is_driving: false,
    is_pending: false,
    sync_seq: syncSeq,
  })
}

/**
 * Soft-deletes the live links of tasks that are being deleted, also those that cross into another project, whose
 * dates are then computed again. They carry the time of the tasks, by which they come back with them. What a task's
 * deletion announces belongs to the task, so no link is announced.
 */
export async function deleteEdgesOfTasks(ctx: Ctx<unknown>, taskIds: string[], deletedAt: string): Promise<void> {
  if (taskIds.length === 0) return
  for (const projectId of await deleteEdges(ctx, taskIds, deletedAt)) requestRecompute(ctx, projectId)
}
