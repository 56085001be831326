import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { ScheduleColumns } from '../model/schedule-columns.ts'

/** A schedule to compare: the columns and what was computed from them. */
export interface ComputedSchedule {
  columns: ScheduleColumns
  result: ScheduleResult
}

/** Index of each task of the first schedule in the second, -1 where it is gone. */
export type TaskMatch = Int32Array

/** A task with other dates or float than before. Movements are elapsed days, later is positive. */
export interface MovedTask {
  before: number
  after: number
  startDays: number
  finishDays: number
  /** Working days of float gained. */
  floatDays: number
  becameCritical: boolean
  ceasedCritical: boolean
}

export interface ScheduleDifference {
  /** Elapsed days between the finishes, later is positive. */
  finishDays: number
  startDays: number
  moved: MovedTask[]
  /** Tasks of the first schedule that were critical and are not, or are gone. */
  leftCriticalPath: number[]
  /** Tasks of the second schedule that are critical and were not, or are new. */
  joinedCriticalPath: number[]
}

/** The same tasks in both. */
export function sameTasks(taskCount: number): TaskMatch {
  return Int32Array.from({ length: taskCount }, (_, task) => task)
}

/** Compares two schedules task by task; moved tasks by the size of the movement of their finish, then by id. */
export function compareSchedules(
  before: ComputedSchedule,
  after: ComputedSchedule,
  match: TaskMatch,
): ScheduleDifference {
  const { idRank } = before.columns
  const moved: MovedTask[] = []
  match.forEach((to, from) => {
    const task = to === -1 ? null : compareTask(before.result, after.result, from, to)
    if (task !== null) moved.push(task)
  })
  moved.sort(
    (left, right) =>
      Math.abs(right.finishDays) - Math.abs(left.finishDays) ||
      Math.abs(right.startDays) - Math.abs(left.startDays) ||
      idRank[left.before] - idRank[right.before],
  )
  const wasCritical = new Set(Array.from(before.result.criticalPath, (task) => match[task]))
  return {
    finishDays: after.result.projectFinishDay - before.result.projectFinishDay,
    startDays: after.result.projectStartDay - before.result.projectStartDay,
    moved,
    leftCriticalPath: Array.from(before.result.criticalPath).filter(
      (task) => match[task] === -1 || after.result.isCritical[match[task]] === 0,
    ),
    joinedCriticalPath: Array.from(after.result.criticalPath).filter((task) => !wasCritical.has(task)),
  }
}

function compareTask(before: ScheduleResult, after: ScheduleResult, from: number, to: number): MovedTask | null {
  if (before.isScheduled[from] === 0 || after.isScheduled[to] === 0) return null
  const task = {
    before: from,
    after: to,
    startDays: after.earlyStartDay[to] - before.earlyStartDay[from],
    finishDays: after.earlyFinishDay[to] - before.earlyFinishDay[from],
    floatDays: after.totalFloatDays[to] - before.totalFloatDays[from],
    becameCritical: after.isCritical[to] > before.isCritical[from],
    ceasedCritical: after.isCritical[to] < before.isCritical[from],
  }
  const isSame =
    task.startDays === 0 &&
    task.finishDays === 0 &&
    task.floatDays === 0 &&
    !task.becameCritical &&
    !task.ceasedCritical
  return isSame ? null : task
}
