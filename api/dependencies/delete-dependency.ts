import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { notFound } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../schedule/request-recompute.ts'
import { recomputeAround } from './create-dependency.ts'
import { dependencyDeleted } from './dependency.events.ts'
import type { LinkScope } from './dependency.scope.ts'

export async function deleteDependency(ctx: Ctx<LinkScope>): Promise<void> {
  const { link } = ctx.scope
  const projectId = link.predecessorProjectId
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
  const deleted = await sql(
    ctx,
    `update dependencies set is_deleted = true, deleted_at = now(), is_driving = false, is_pending = false,
       server_version = server_version + 1, sync_seq = $2 where id = $1 and not is_deleted returning id`,
    [id, syncSeq],
  )
  if (deleted.length === 0) throw notFound()
}

/**
 * Soft-deletes the live links of tasks that are being deleted, also those that cross into another project, whose
 * dates are then computed again. They carry the time of the tasks, by which they come back with them. What a task's
 * deletion announces belongs to the task, so no link is announced.
 */
export async function deleteEdgesOfTasks(ctx: Ctx<unknown>, taskIds: string[], deletedAt: string): Promise<void> {
  if (taskIds.length === 0) return
  const crossing = await sql<{ project_id: string }>(
    ctx,
    `with deleted as (
       update dependencies d set is_deleted = true, deleted_at = $2, is_driving = false,
         server_version = server_version + 1, sync_seq = coalesce(
           (select c.sync_seq from project_counters c where c.project_id = d.predecessor_project_id), d.sync_seq)
       where not d.is_deleted
         and (d.predecessor_id = any($1::uuid[]) or d.successor_id = any($1::uuid[]))
       returning d.predecessor_project_id, d.successor_project_id)
     select distinct unnest(array[predecessor_project_id, successor_project_id]) as project_id from deleted
     where predecessor_project_id <> successor_project_id`,
    [taskIds, deletedAt],
  )
  for (const row of crossing) requestRecompute(ctx, row.project_id)
}
