// What every question about a finished schedule starts from: the columns, their result, who contains whom, the links by
// either end and calendar tables wide enough for every date a candidate can name. Built once, linear in tasks and links.

import { CalendarTable } from '../calendar/calendar-table.ts'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import { earliestConstraintDay, furthestConstraintDays } from '../model/check-constraints.ts'
import { type Hierarchy, readHierarchy } from '../model/hierarchy.ts'
import { NO_DAY, type ScheduleColumns } from '../model/schedule-columns.ts'
import { isComplete, isPinned } from '../model/task-progress.ts'
import type { CalendarColumns } from '../plan/calendar-days.ts'
import { FIRST_CIVIL_DAY, LAST_CIVIL_DAY } from '../plan/civil-day.ts'
import { remainingDays } from '../plan/remaining-days.ts'

/** Start bounds per task where they differ from those of the columns: in a program every project has its own. */
export interface TaskFloors {
  projectStartDay: Int32Array
  statusDay: Int32Array
  /** As planned, before the other floors were merged into the column. */
  plannedStartDay: Int32Array
}

/** The links of task t are `links[offset[t]]` up to, not including, `links[offset[t + 1]]`. */
export interface LinkIndex {
  offset: Int32Array
  links: Int32Array
}

export interface ScheduleFacts {
  columns: ScheduleColumns
  result: ScheduleResult
  hierarchy: Hierarchy
  table: CalendarTable
  incoming: LinkIndex
  outgoing: LinkIndex
  floors: TaskFloors | null
}

/** `pinned`: complete with a recorded date; `done`: complete by percentage alone. */
export type TaskState = 'open' | 'pinned' | 'done'

export function scheduleFacts(
  columns: ScheduleColumns,
  result: ScheduleResult,
  floors: TaskFloors | null = null,
): ScheduleFacts {
  return {
    columns,
    result,
    hierarchy: readHierarchy(columns.parentIndex),
    table: tableAround(columns, result),
    incoming: indexLinks(columns.taskCount, columns.successorIndex),
    outgoing: indexLinks(columns.taskCount, columns.predecessorIndex),
    floors,
  }
}

export function stateOf({ columns }: ScheduleFacts, task: number): TaskState {
  if (!isComplete(columns, task)) return 'open'
  return isPinned(columns, task) ? 'pinned' : 'done'
}

/** Working days the pass lays out for a leaf. */
export function layoutDays({ columns }: ScheduleFacts, task: number): number {
  const days = columns.durationDays[task]
  return isComplete(columns, task) ? days : remainingDays(days, columns.percentComplete[task])
}

/** The leaves below a task; a task that is no summary is its own only leaf. */
export function leavesBelow({ hierarchy }: ScheduleFacts, task: number): Int32Array {
  return hierarchy.leafOrder.subarray(hierarchy.leafFrom[task], hierarchy.leafTo[task])
}

export function linksOf(index: LinkIndex, task: number): Int32Array {
  return index.links.subarray(index.offset[task], index.offset[task + 1])
}

/** Counting sort of the links by one end; links of one task stay in the order of the plan. */
function indexLinks(taskCount: number, endIndex: Int32Array): LinkIndex {
  const offset = new Int32Array(taskCount + 1)
  for (const task of endIndex) offset[task + 1]++
  for (let task = 0; task < taskCount; task++) offset[task + 1] += offset[task]
  const cursor = offset.slice(0, taskCount)
  const links = new Int32Array(endIndex.length)
  for (let link = 0; link < endIndex.length; link++) links[cursor[endIndex[link]]++] = link
  return { offset, links }
}

/** Tables over all dates of the result, moved by the longest lag or duration to either side. */
export function tableAround(columns: ScheduleColumns, result: ScheduleResult): CalendarTable {
  let reach = 1
  for (const lag of columns.lagDays) reach = Math.max(reach, Math.abs(lag) + 1)
  for (const days of columns.durationDays) reach = Math.max(reach, days + 1)
  const [earliest, latest] = outerDays(columns, result)
  const rowOf = shareRows(columns)
  for (let margin = 400 + 2 * reach; ; margin *= 2) {
    const firstDay = Math.max(FIRST_CIVIL_DAY, earliest - margin)
    const endDay = Math.min(LAST_CIVIL_DAY + 1, latest + margin)
    const table = new CalendarTable(columns.calendars, rowOf, columns.projectStartDay, firstDay, endDay)
    const isWhole = firstDay === FIRST_CIVIL_DAY && endDay > LAST_CIVIL_DAY
    if (isWhole || margin > 4_000_000 || hasRoom(table, rowOf, earliest - reach, latest + reach, reach)) return table
  }
}

/** Whether every calendar has `days` working days on either side, or no more of them to find. */
function hasRoom(table: CalendarTable, rowOf: Int32Array, from: number, to: number, days: number): boolean {
  return rowOf.every((row, calendar) => {
    if (row !== calendar) return true
    const before = table.isCutBelow[calendar] === 1 || table.rankOf(calendar, from) > days
    const after = table.isCutAbove[calendar] === 1 || table.workingCount[calendar] - table.rankOf(calendar, to) > days
    return before && after
  })
}

function outerDays(columns: ScheduleColumns, result: ScheduleResult): [number, number] {
  let earliest = earliestConstraintDay(columns, Math.min(columns.projectStartDay, result.projectStartDay))
  const constrainedDay = columns.projectStartDay + furthestConstraintDays(columns)
  let latest = Math.max(constrainedDay, result.projectFinishDay, columns.statusDay)
  for (let task = 0; task < columns.taskCount; task++) {
    if (result.isScheduled[task] === 0) continue
    earliest = Math.min(earliest, result.scheduledStartDay[task], result.lateStartDay[task])
    latest = Math.max(latest, columns.plannedStartDay[task])
    if (columns.actualStartDay[task] !== NO_DAY) earliest = Math.min(earliest, columns.actualStartDay[task])
  }
  return [earliest, latest]
}

/** Calendars alike share a row, and those no task uses take that of the project calendar. */
function shareRows(columns: ScheduleColumns): Int32Array {
  const rowOf = new Int32Array(columns.calendars.length)
  const rowOfKey = new Map([[calendarKey(columns.calendars[0]), 0]])
  for (const calendar of new Set(columns.calendarIndex)) {
    const key = calendarKey(columns.calendars[calendar])
    const row = rowOfKey.get(key) ?? calendar
    rowOfKey.set(key, row)
    rowOf[calendar] = row
  }
  return rowOf
}

/** Equal texts for calendars that work on the same days by the same entries. */
export function calendarKey(calendar: CalendarColumns): string {
  const { weekdayMask, exceptionFirstDay, exceptionLastDay, exceptionIsWorking } = calendar
  return `${weekdayMask} ${exceptionFirstDay} ${exceptionLastDay} ${exceptionIsWorking}`
}
