import { findProjectScope, type ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import type { RawInput } from '../platform/http/route.ts'
import { lockProject } from '../projects/project-lock.ts'
import { taskDelta, taskUpdated, taskWebhookPayload } from '../tasks/task.events.ts'
import { findStoredTask, saveTaskColumns } from '../tasks/task.queries.ts'
import {
  deleteTaskLabel,
  findLabelledTask,
  insertTaskLabels,
  type LabelChip,
  loadLabelsOfTasks,
} from './label.queries.ts'
import { labelRows } from './labels-resource.ts'

/** A live task by its project and its own id, as the path names both. */
export interface LabelledTaskScope extends ProjectScope {
  readonly taskId: string
  readonly assignee_id: string | null
}

export async function labelledTaskScope(ctx: Ctx, raw: RawInput): Promise<LabelledTaskScope> {
  const scope = await findProjectScope(ctx, raw.params.id ?? '')
  if (!scope) throw notFound()
  const task = await findLabelledTask(ctx, scope, raw.params.taskId ?? '')
  if (!task) throw notFound()
  return { ...scope, taskId: task.id, assignee_id: task.assignee_id }
}

/** Puts a label on the task; returns all it carries. A label it carries already changes nothing. */
export async function attachLabel(ctx: Ctx<LabelledTaskScope>, labelId: string): Promise<LabelChip[]> {
  const { projectId, taskId } = ctx.scope
  await lockProject(ctx, projectId)
  await labelRows.load(ctx, labelId)
  const addedCount = await insertTaskLabels(ctx, [{ taskId, labelId }])
  if (addedCount > 0) await saveRelabelled(ctx)
  return (await loadLabelsOfTasks(ctx, `{${taskId}}`)).get(taskId) ?? []
}

/** Takes a label off the task; one it does not carry changes nothing. */
export async function detachLabel(ctx: Ctx<LabelledTaskScope>, labelId: string): Promise<void> {
  const { projectId, taskId } = ctx.scope
  await lockProject(ctx, projectId)
  await labelRows.load(ctx, labelId)
  if (await deleteTaskLabel(ctx, { taskId, labelId })) await saveRelabelled(ctx)
}

/** Labels are part of what people write of a task: a new version, and an event that says what changed. */
async function saveRelabelled(ctx: Ctx<LabelledTaskScope>): Promise<void> {
  const { projectId, taskId } = ctx.scope
  const stored = await findStoredTask(ctx, projectId, taskId)
  refuseUnless(stored, notFound)
  const editedAt = actorId(ctx) === null ? stored.row.edited_at : ctx.services.clock.now().toISOString()
  const version = await saveTaskColumns(ctx, projectId, taskId, ['edited_at'], { ...stored.row, edited_at: editedAt })
  emit(ctx, taskUpdated, {
    projectId,
    payload: taskDelta(ctx, taskId, version, ['labels']),
    webhookPayload: taskWebhookPayload(ctx, projectId, stored.row),
  })
}
