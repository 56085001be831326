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
  /** Null for external tasks, like all that follows. */
  isCritical: boolean | null
  lateStartDay: number | null
  lateFinishDay: number | null
  totalFloatDays: number | null
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
      isCritical: isExternal ? null : result.isCritical[task] === 1,
      lateStartDay: isExternal ? null : result.lateStartDay[task],
      lateFinishDay: isExternal ? null : result.lateFinishDay[task],
      totalFloatDays: isExternal ? null : result.totalFloatDays[task],
    })
  })
  return rows
}
