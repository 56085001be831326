// What a reader sees of a computed program. Who may read which project comes in here and nowhere earlier: the dates are
// the same for everybody, and only what is shown of them differs.

import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { Program } from './merge-program.ts'

/** A task of a project the reader sees, or the little that others may know of it. */
export interface ProgramRow {
  task: number
  project: number
  isExternal: boolean
  earlyStartDay: number
  earlyFinishDay: number
  isCritical: boolean
  /** Null for external tasks. */
  lateStartDay: number | null
  lateFinishDay: number | null
  totalFloatDays: number | null
}

export interface ProgramSpan {
  startDay: number
  finishDay: number
}

/** Rows of all scheduled tasks; `isReadable` is by project. */
export function programRows(
  { projectOfTask }: Pick<Program, 'projectOfTask'>,
  result: ScheduleResult,
  isReadable: ArrayLike<number | boolean>,
): ProgramRow[] {
  const rows: ProgramRow[] = []
  projectOfTask.forEach((project, task) => {
    if (result.isScheduled[task] === 0) return
    const isExternal = !isReadable[project]
    rows.push({
      task,
      project,
      isExternal,
      earlyStartDay: result.earlyStartDay[task],
      earlyFinishDay: result.earlyFinishDay[task],
      isCritical: result.isCritical[task] === 1,
      lateStartDay: isExternal ? null : result.lateStartDay[task],
      lateFinishDay: isExternal ? null : result.lateFinishDay[task],
      totalFloatDays: isExternal ? null : result.totalFloatDays[task],
    })
  })
  return rows
}

/** First and last day of every project within the program; null for one without tasks. */
export function projectSpans({ firstTask }: Program, result: ScheduleResult): (ProgramSpan | null)[] {
  return Array.from({ length: firstTask.length - 1 }, (_, project) => {
    let startDay = Number.POSITIVE_INFINITY
    let finishDay = Number.NEGATIVE_INFINITY
    for (let task = firstTask[project]; task < firstTask[project + 1]; task++) {
      if (result.isScheduled[task] === 0) continue
      startDay = Math.min(startDay, result.earlyStartDay[task])
      finishDay = Math.max(finishDay, result.earlyFinishDay[task])
    }
    return finishDay < startDay ? null : { startDay, finishDay }
  })
}
