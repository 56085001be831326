import type { TaskPart } from '../tasks/reading/task-relatives.ts'
import { findActiveDates } from './baseline.queries.ts'
import { plannedPercent } from './planned-percent.ts'

/** What a task is measured against, and how much of it was to be done by the data date. */
export const baselinesInTasks: TaskPart<'baselineStart' | 'baselineFinish' | 'baselinePlannedPercent'> = {
  table: 'baseline_tasks',
  outliveTask: true,
  async load(ctx, idList) {
    const rows = await findActiveDates(ctx, idList)
    return new Map(
      rows.map((row) => {
        const day = row.status_date ?? ctx.services.clock.today(row.timezone)
        const { start: baselineStart, finish: baselineFinish } = row
        return [row.task_id, { baselineStart, baselineFinish, baselinePlannedPercent: plannedPercent(row, day) }]
      }),
    )
  },
}
