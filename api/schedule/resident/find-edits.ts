import type { ScheduleEdit } from '../../../compute/cpm/incremental/schedule-edit.ts'
import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'

/** More edits than this are not followed one by one. */
const MAX_EDITS = 32
const EDITABLE: ReadonlySet<string> = new Set<keyof ScheduleColumns>([
  'durationDays',
  'plannedStartDay',
  'percentComplete',
])

/**
 * The edits that lead from columns to others of the same tasks, links and calendars, of which only some tasks changed.
 * Null where something changed that is no such edit.
 */
export function findEdits(
  before: ScheduleColumns,
  after: ScheduleColumns,
  changedTasks: readonly number[],
): ScheduleEdit[] | null {
  if (changedTasks.length > MAX_EDITS) return null
  const fixedBefore = fixedColumns(before)
  const fixedAfter = fixedColumns(after)
  if (fixedBefore.length !== fixedAfter.length) return null
  const edits: ScheduleEdit[] = []
  for (const task of changedTasks) {
    if (fixedBefore.some((column, at) => !Object.is(column[task], fixedAfter[at]?.[task]))) return null
    edits.push({
      task,
      durationDays: after.durationDays[task] as number,
      plannedStartDay: after.plannedStartDay[task] as number,
      percentComplete: after.percentComplete[task] as number,
    })
  }
  return edits
}

/** All columns with a value a task that no edit changes, also those that came later than this file. */
function fixedColumns(columns: ScheduleColumns): ArrayLike<number>[] {
  const columnsOf = (group: object): ArrayLike<number>[] =>
    Object.entries(group).flatMap(([name, value]) => {
      if (ArrayBuffer.isView(value)) return isFixed(name, value as Int32Array) ? [value as Int32Array] : []
      return value !== null && typeof value === 'object' && !Array.isArray(value) ? columnsOf(value) : []
    })
  const isFixed = (name: string, column: Int32Array) => column.length === columns.taskCount && !EDITABLE.has(name)
  return columnsOf(columns)
}
