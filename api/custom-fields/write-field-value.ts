import type { Ctx } from '../platform/context.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { touchTask } from '../tasks/writing/touch-task.ts'
import { readFieldValue } from './check-field-value.ts'
import { deleteFieldValue, saveFieldValue } from './custom-field.queries.ts'
import { customFieldRows } from './custom-fields-resource.ts'
import { loadFieldValues } from './field-values.queries.ts'

/** Stores a value of the field's type; one the task has already changes nothing. Returns it as tasks show it. */
export async function setFieldValue(ctx: Ctx<ProjectTaskScope>, fieldId: string, sent: unknown) {
  const { projectId, taskId } = ctx.scope
  await lockProject(ctx, projectId)
  const field = await customFieldRows.load(ctx, fieldId)
  const value = await readFieldValue(ctx, field, sent)
  if (await saveFieldValue(ctx, { taskId, fieldId: field.id }, value)) await touchTask(ctx, 'custom_fields')
  const shown = await loadFieldValues(ctx, `{${taskId}}`)
  return { field_id: field.id, value: shown.get(taskId)?.[field.id] }
}

/** A task without a value stays as it is. */
export async function clearFieldValue(ctx: Ctx<ProjectTaskScope>, fieldId: string): Promise<void> {
  const { projectId, taskId } = ctx.scope
  await lockProject(ctx, projectId)
  const field = await customFieldRows.load(ctx, fieldId)
  if (await deleteFieldValue(ctx, { taskId, fieldId: field.id })) await touchTask(ctx, 'custom_fields')
}
