import { actorId, type Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import type { ProjectTaskScope } from '../project-task-scope.ts'
import { taskDelta, taskUpdated, taskWebhookPayload } from '../task.events.ts'
import { findStoredTask, saveTaskColumns } from '../task.queries.ts'

/**
 * What people write of a task and other tables hold (labels, values of fields) was changed: a new version of the task,
 * and an event that names the field.
 */
export async function touchTask(ctx: Ctx<ProjectTaskScope>, field: string): Promise<void> {
  const { projectId, taskId } = ctx.scope
  const stored = await findStoredTask(ctx, projectId, taskId)
  refuseUnless(stored, notFound)
  const editedAt = actorId(ctx) === null ? stored.row.edited_at : ctx.services.clock.now().toISOString()
  const version = await saveTaskColumns(ctx, projectId, taskId, ['edited_at'], { ...stored.row, edited_at: editedAt })
  emit(ctx, taskUpdated, {
    projectId,
    payload: taskDelta(ctx, taskId, version, [field]),
    webhookPayload: taskWebhookPayload(ctx, projectId, stored.row),
  })
}
