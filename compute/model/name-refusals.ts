import { PlanRefusal } from './refusal.ts'
import type { ScheduleColumns } from './schedule-columns.ts'

/** Does the work. The engine speaks of tasks by index; a refusal leaves here worded with ids, where the columns hold them. */
export function nameRefusals<T>(columns: Pick<ScheduleColumns, 'ids' | 'calendarKeys'>, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof PlanRefusal ? error.named(columns.ids, columns.calendarKeys) : error
  }
}
