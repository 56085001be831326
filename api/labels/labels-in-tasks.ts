import type { TaskPart } from '../tasks/reading/task-relatives.ts'
import { loadLabelsOfTasks } from './label.queries.ts'

/** The labels that a task is shown with. */
export const labelsInTasks: TaskPart<'labels'> = {
  table: 'task_labels',
  async load(ctx, idList) {
    const byTask = await loadLabelsOfTasks(ctx, idList)
    return new Map(Array.from(byTask, ([id, labels]) => [id, { labels }]))
  },
}
