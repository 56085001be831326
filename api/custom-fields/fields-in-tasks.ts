import type { TaskPart } from '../tasks/reading/task-relatives.ts'
import { loadFieldValues } from './field-values.queries.ts'

/** What a task has in the fields of its project. */
export const fieldsInTasks: TaskPart<'customFields'> = {
  table: 'task_field_values',
  async load(ctx, idList) {
    const byTask = await loadFieldValues(ctx, idList)
    return new Map(Array.from(byTask, ([id, customFields]) => [id, { customFields }]))
  },
}
