import { actorId, type Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { lockProject } from '../projects/project-lock.ts'
import { emitTouched } from '../tasks/task.events.ts'

/**
 * Tells of tasks whose criteria changed. Tasks show their criteria, so each gets a new version: without one clients would
 * take the event for a change they know. A person's change counts as an edit of the task.
 */
export async function saveTasks(ctx: Ctx<unknown>, projectId: string, taskIds: readonly string[]): Promise<void> {
  const syncSeq = await lockProject(ctx, projectId)
  const editedAt = actorId(ctx) === null ? null : ctx.services.clock.now()
  const rows = await sql<{ id: string; server_version: number }>(
    ctx,
    `update tasks set server_version = server_version + 1, sync_seq = $2,
       edited_at = coalesce($3::timestamptz, edited_at) where id = any($1::uuid[]) returning id, server_version`,
    [taskIds, syncSeq, editedAt],
  )
  emitTouched(ctx, projectId, rows, ['acceptance_criteria'])
}
