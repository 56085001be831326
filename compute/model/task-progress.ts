// What counts as done, and how much is left. Shared by the critical path and the simulation.

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

/** Days of the duration already worked. Multiply, divide, truncate: the order decides the last bit. */
export function elapsedDays(durationDays: number, percentComplete: number): number {
  return percentComplete <= 0 ? 0 : Math.trunc((durationDays * Math.min(percentComplete, 100)) / 100)
}

/** Days still to be laid out for an unfinished task. */
export function remainingDays(durationDays: number, percentComplete: number): number {
  return Math.max(0, durationDays - elapsedDays(durationDays, percentComplete))
}
