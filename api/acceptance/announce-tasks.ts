import type { ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { lockProject } from '../projects/project-lock.ts'
import { emitTouched } from '../tasks/task.events.ts'
import { updateTaskVersions } from './criterion.queries.ts'

/**
 * Tells of tasks whose criteria changed. Tasks show their criteria, so each gets a new version: without one clients would
 * take the event for a change they know. A person's change counts as an edit of the task.
 */
export async function announceTasks(ctx: Ctx<ProjectScope>, taskIds: readonly string[]): Promise<void> {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const editedAt = actorId(ctx) === null ? null : ctx.services.clock.now()
  const rows = await updateTaskVersions(ctx, taskIds, { syncSeq, editedAt })
  emitTouched(ctx, projectId, rows, ['acceptance_criteria'])
}
