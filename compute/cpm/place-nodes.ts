import type { CalendarTable } from '../calendar/calendar-table.ts'
import { NO_DAY, type ScheduleColumns } from '../model/schedule-columns.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { isComplete, isPinned } from '../model/task-progress.ts'
import { remainingDays } from '../plan/remaining-days.ts'

/** How the passes treat a node. */
export const NODE_STATE = {
  /** Unfinished: bound by the status date, placed by the network. */
  open: 0,
  /** Complete with a recorded date: stands where it was recorded. */
  pinned: 1,
  /** Complete by percentage alone: placed by the network, holds nothing back. */
  done: 2,
  /** The earliest start among the leaves of a summary. */
  summaryStart: 3,
} as const

/** Everything about single nodes that does not depend on other nodes. */
export interface NodePlacement {
  state: Uint8Array
  calendar: Int32Array
  /** Working days to lay out. */
  layoutDays: Int32Array
  /** Latest start bound that no link sets; for a pinned node its start. */
  floorDay: Int32Array
  /** The finish of a pinned node. */
  pinnedFinishDay: Int32Array
}

/** Turns progress, constraints and the data date into one start bound a node. */
export function placeNodes(graph: ScheduleGraph, table: CalendarTable): NodePlacement {
  const { columns, nodeCount, taskOfNode, isSummaryStart } = graph
  const placement: NodePlacement = {
    state: new Uint8Array(nodeCount),
    calendar: new Int32Array(nodeCount),
    layoutDays: new Int32Array(nodeCount),
    floorDay: new Int32Array(nodeCount),
    pinnedFinishDay: new Int32Array(nodeCount),
  }
  const baseDay = columns.calendars.map((_, calendar) => table.nextDay(calendar, columns.projectStartDay))
  const openDay = baseDay.map((_, calendar) => openDayOf(columns, table, calendar))
  for (let node = 0; node < nodeCount; node++) {
    if (isSummaryStart[node] === 1) placement.state[node] = NODE_STATE.summaryStart
    else placeTask(placement, node, columns, taskOfNode[node], table, baseDay, openDay)
  }
  return placement
}

/** Places one leaf anew, because its row changed. */
export function placeAgain(placement: NodePlacement, node: number, graph: ScheduleGraph, table: CalendarTable): void {
  const { columns, taskOfNode } = graph
  const calendar = placement.calendar[node]
  const baseDay: number[] = []
  const openDay: number[] = []
  baseDay[calendar] = table.nextDay(calendar, columns.projectStartDay)
  openDay[calendar] = openDayOf(columns, table, calendar)
  placement.state[node] = NODE_STATE.open
  placeTask(placement, node, columns, taskOfNode[node], table, baseDay, openDay)
}

/** The first day on which open work can be laid out. */
function openDayOf({ projectStartDay, statusDay }: ScheduleColumns, table: CalendarTable, calendar: number): number {
  const baseDay = table.nextDay(calendar, projectStartDay)
  return statusDay === NO_DAY ? baseDay : Math.max(baseDay, table.nextDay(calendar, statusDay))
}

function placeTask(
  placement: NodePlacement,
  node: number,
  columns: ScheduleColumns,
  task: number,
  table: CalendarTable,
  baseDay: readonly number[],
  openDay: readonly number[],
): void {
  const calendar = columns.calendarIndex[task]
  const fullDays = columns.durationDays[task]
  placement.calendar[node] = calendar
  placement.layoutDays[node] = fullDays
  if (isPinned(columns, task)) {
    placement.state[node] = NODE_STATE.pinned
    pin(placement, node, columns, task, table)
    return
  }
  const isDone = isComplete(columns, task)
  let floorDay = isDone ? baseDay[calendar] : openDay[calendar]
  const plannedStartDay = columns.plannedStartDay[task]
  if (plannedStartDay !== NO_DAY) floorDay = Math.max(floorDay, table.nextDay(calendar, plannedStartDay))
  if (isDone) placement.state[node] = NODE_STATE.done
  else {
    // A recorded start is kept verbatim, even on a day off.
    floorDay = Math.max(floorDay, columns.actualStartDay[task])
    placement.layoutDays[node] = remainingDays(fullDays, columns.percentComplete[task])
  }
  placement.floorDay[node] = floorDay
}

function pin(
  placement: NodePlacement,
  node: number,
  columns: ScheduleColumns,
  task: number,
  table: CalendarTable,
): void {
  const calendar = columns.calendarIndex[task]
  const fullDays = columns.durationDays[task]
  const actualStartDay = columns.actualStartDay[task]
  const actualFinishDay = columns.actualFinishDay[task]
  placement.floorDay[node] =
    actualStartDay === NO_DAY ? table.startDay(calendar, actualFinishDay, fullDays) : actualStartDay
  placement.pinnedFinishDay[node] =
    actualFinishDay === NO_DAY ? table.finishDay(calendar, actualStartDay, fullDays) : actualFinishDay
}
