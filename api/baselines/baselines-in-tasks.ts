import type { TaskPart } from '../tasks/task-relatives.ts'
import { findActiveDates } from './baseline.queries.ts'

/** What a task is measured against. */
export const baselinesInTasks: TaskPart<'baselineStart' | 'baselineFinish'> = {
  table: 'baseline_tasks',
  outliveTask: true,
  async load(ctx, idList) {
    const rows = await findActiveDates(ctx, idList)
    return new Map(rows.map((row) => [row.task_id, { baselineStart: row.start, baselineFinish: row.finish }]))
  },
}
