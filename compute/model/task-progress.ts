// What counts as done. Shared by the critical path and the simulation.

import { NO_DAY, type ScheduleColumns } from './schedule-columns.ts'

/** Done means a recorded finish or a percentage of 100 or more; workflow states are not looked at. */
export function isComplete(columns: ScheduleColumns, task: number): boolean {
  return columns.actualFinishDay[task] !== NO_DAY || columns.percentComplete[task] >= 100
}

/** Complete and pinned to at least one recorded date, so that the network does not place it. */
export function isPinned(columns: ScheduleColumns, task: number): boolean {
  return (
    isComplete(columns, task) && (columns.actualFinishDay[task] !== NO_DAY || columns.actualStartDay[task] !== NO_DAY)
  )
}
