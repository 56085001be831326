import { CalendarTable } from '../../../compute/calendar/calendar-table.ts'
import { FIRST_CIVIL_DAY, LAST_CIVIL_DAY } from '../../../compute/calendar/civil-day.ts'
import type { ScheduleResult } from '../../../compute/cpm/schedule-result.ts'
import { type Hierarchy, readHierarchy } from '../../../compute/model/hierarchy.ts'
import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import { isComplete, isPinned, remainingDays } from '../../../compute/model/task-progress.ts'

/** One leaf of a computed plan, with what the rules of its dates ask for. */
export interface DerivedTask {
  readonly columns: ScheduleColumns
  readonly result: ScheduleResult
  readonly hierarchy: Hierarchy
  readonly table: CalendarTable
  readonly task: number
  readonly calendar: number
  /** `pinned`: complete with a recorded date; `done`: complete by percentage alone. */
  readonly state: 'open' | 'pinned' | 'done'
  /** Working days the pass lays out. */
  readonly layoutDays: number
  /** The start of the task's own project. */
  readonly projectStartDay: number
  /** As stored; NO_DAY for none. */
  readonly plannedStartDay: number
}

export function derivedTask(
  columns: ScheduleColumns,
  result: ScheduleResult,
  task: number,
  stored: { projectStartDay: number; plannedStartDay: number },
): DerivedTask {
  const fullDays = columns.durationDays[task] as number
  const isOpen = !isComplete(columns, task)
  return {
    columns,
    result,
    hierarchy: readHierarchy(columns.parentIndex),
    table: tableAround(columns, result),
    task,
    calendar: columns.calendarIndex[task] as number,
    state: isOpen ? 'open' : isPinned(columns, task) ? 'pinned' : 'done',
    layoutDays: isOpen ? remainingDays(fullDays, columns.percentComplete[task] as number) : fullDays,
    ...stored,
  }
}

/** Wide enough for every date of the result moved by every lag and duration of the plan. */
function tableAround(columns: ScheduleColumns, result: ScheduleResult): CalendarTable {
  let reach = 0
  for (const lag of columns.lagDays) reach = Math.max(reach, Math.abs(lag))
  for (const days of columns.durationDays) reach = Math.max(reach, days)
  let firstDay = Math.min(columns.projectStartDay, result.projectStartDay)
  for (const day of result.scheduledStartDay) firstDay = Math.min(firstDay, day)
  const margin = 400 + 7 * reach
  return new CalendarTable(
    columns.calendars,
    Int32Array.from(columns.calendars.keys()),
    columns.projectStartDay,
    Math.max(FIRST_CIVIL_DAY, firstDay - margin),
    Math.min(LAST_CIVIL_DAY + 1, Math.max(result.projectFinishDay, columns.projectStartDay) + margin),
  )
}

/** The task and the summaries around it, innermost first. */
export function lineageOf({ columns, task }: Pick<DerivedTask, 'columns' | 'task'>): number[] {
  const lineage: number[] = []
  for (let at = task; at !== -1; at = columns.parentIndex[at] as number) lineage.push(at)
  return lineage
}

/** A task that is no summary is its own only leaf. */
export function leavesBelow({ hierarchy }: DerivedTask, task: number): Int32Array {
  return hierarchy.leafOrder.subarray(hierarchy.leafFrom[task], hierarchy.leafTo[task])
}
