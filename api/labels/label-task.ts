import type { Ctx } from '../platform/context.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import type { LabelChip } from '../tasks/task-parts.schema.ts'
import { touchTask } from '../tasks/writing/touch-task.ts'
import { deleteTaskLabel, insertTaskLabels, loadLabelsOfTasks } from './label.queries.ts'
import { labelRows } from './labels-resource.ts'

/** Puts a label on the task; returns all it carries. A label it carries already changes nothing. */
export async function attachLabel(ctx: Ctx<ProjectTaskScope>, labelId: string): Promise<LabelChip[]> {
  const { projectId, taskId } = ctx.scope
  await lockProject(ctx, projectId)
  await labelRows.load(ctx, labelId)
  const addedCount = await insertTaskLabels(ctx, [{ taskId, labelId }])
  if (addedCount > 0) await touchTask(ctx, 'labels')
  return (await loadLabelsOfTasks(ctx, `{${taskId}}`)).get(taskId) ?? []
}

/** Takes a label off the task; one it does not carry changes nothing. */
export async function detachLabel(ctx: Ctx<ProjectTaskScope>, labelId: string): Promise<void> {
  const { projectId, taskId } = ctx.scope
  await lockProject(ctx, projectId)
  await labelRows.load(ctx, labelId)
  if (await deleteTaskLabel(ctx, { taskId, labelId })) await touchTask(ctx, 'labels')
}
