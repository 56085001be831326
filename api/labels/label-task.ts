import { findProjectScope, type ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import type { RawInput } from '../platform/http/route.ts'
import { lockProject } from '../projects/project-lock.ts'
import { taskDelta, taskUpdated, taskWebhookPayload } from '../tasks/task.events.ts'
import { findStoredTask, saveTaskColumns } from '../tasks/task.queries.ts'
import { loadLabel } from './label.queries.ts'
import { type LabelChip, loadLabelsOfTasks } from './labels-of-tasks.ts'

/** A live task by its project and its own id, as the path names both. */
export interface LabelledTaskScope extends ProjectScope {
  readonly taskId: string
  readonly assignee_id: string | null
}

export async function labelledTaskScope(ctx: Ctx, raw: RawInput): Promise<LabelledTaskScope> {
  const scope = await findProjectScope(ctx, raw.params.id ?? '')
  if (!scope) throw notFound()
  const task = await sqlOne<{ id: string; assignee_id: string | null }>(
    ctx,
    'select id, assignee_id from tasks where id = $1 and project_id = $2 and not is_deleted',
    [raw.params.taskId ?? '', scope.projectId],
  )
  if (!task) throw notFound()
  return { ...scope, taskId: task.id, assignee_id: task.assignee_id }
}

/** Puts a label on the task; answers all it carries. A label it carries already changes nothing. */
export async function attachLabel(ctx: Ctx<LabelledTaskScope>, labelId: string): Promise<LabelChip[]> {
  const { projectId, taskId } = ctx.scope
  await lockProject(ctx, projectId)
  await loadLabel(ctx, labelId)
  const added = await sql(
    ctx,
    'insert into task_labels (task_id, label_id) values ($1, $2) on conflict do nothing returning task_id',
    [taskId, labelId],
  )
  if (added.length > 0) await saveRelabelled(ctx)
  return (await loadLabelsOfTasks(ctx, `{${taskId}}`)).get(taskId) ?? []
}

/** Takes a label off the task; one it does not carry changes nothing. */
export async function detachLabel(ctx: Ctx<LabelledTaskScope>, labelId: string): Promise<void> {
  const { projectId, taskId } = ctx.scope
  await lockProject(ctx, projectId)
  await loadLabel(ctx, labelId)
  const removed = await sql(ctx, 'delete from task_labels where task_id = $1 and label_id = $2 returning task_id', [
    taskId,
    labelId,
  ])
  if (removed.length > 0) await saveRelabelled(ctx)
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
