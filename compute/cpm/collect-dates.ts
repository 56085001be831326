// What is left to do with what a kernel made of a network.

import type { CalendarTable } from '../calendar/calendar-table.ts'
import { FOLDED_COLUMNS, type FoldedDates, type FoldedNetwork } from '../kernels/folded-network.ts'
import type { GeneralNetwork } from '../kernels/general-network.ts'
import type { ScheduleGraph } from '../model/build-graph.ts'
import { NO_DAY } from '../model/schedule-columns.ts'
import { orderCriticalPath, type SuspectEdges } from './critical-path.ts'
import { allocateResult, type ScheduleResult } from './schedule-result.ts'

/** The task of a node that finishes past the days of a folded network, or -1. */
export function findBeyond({ taskOfNode }: ScheduleGraph, network: FoldedNetwork, dates: FoldedDates): number {
  const { days, length, nodeCount } = network
  if (dates.finish <= days.length) return -1
  for (let node = 0; node < nodeCount; node++) {
    if (dates.earlyStart[node] + length[node] > days.length) return taskOfNode[node]
  }
  return -1
}

/** Moves the scheduled start of tasks in progress to where their span begins. Answers a task begun too early, or -1. */
export function moveSpanStarts(
  graph: ScheduleGraph,
  table: CalendarTable,
  begunTasks: Int32Array,
  { columns }: FoldedDates,
): number {
  const { actualStartDay, durationDays, calendarIndex, taskCount } = graph.columns
  for (const task of begunTasks) {
    const day =
      actualStartDay[task] === NO_DAY
        ? table.startDay(calendarIndex[task], columns[taskCount + task], durationDays[task])
        : actualStartDay[task]
    if (day < table.firstDay) return task
    columns[4 * taskCount + task] = day
  }
  return -1
}

export function collectFolded(
  graph: ScheduleGraph,
  { days, suspects }: FoldedNetwork,
  dates: FoldedDates,
  into: ScheduleResult | null,
): ScheduleResult {
  const result = collectDates(graph, dates, suspects, into)
  result.projectStartDay = days[leastStart(dates)]
  result.projectFinishDay = days[dates.finish - 1]
  return result
}

export function collectGeneral(
  { graph, suspects }: GeneralNetwork,
  dates: FoldedDates,
  into: ScheduleResult | null,
): ScheduleResult {
  const result = collectDates(graph, dates, suspects, into)
  result.projectStartDay = leastStart(dates)
  result.projectFinishDay = dates.finish
  return result
}

function leastStart({ earlyStart }: FoldedDates): number {
  let least = earlyStart[0]
  for (let node = 1; node < earlyStart.length; node++) if (earlyStart[node] < least) least = earlyStart[node]
  return least
}

function collectDates(
  graph: ScheduleGraph,
  dates: FoldedDates,
  suspects: SuspectEdges,
  into: ScheduleResult | null,
): ScheduleResult {
  const { taskCount, linkCount } = graph.columns
  const criticalPath = orderCriticalPath(graph, dates.earlyStart, findCritical(graph, dates), suspects)
  const result = allocateResult(taskCount, linkCount, criticalPath, into)
  const { buffer, byteOffset } = result.earlyStartDay
  new Int32Array(buffer, byteOffset, FOLDED_COLUMNS * taskCount).set(dates.columns)
  result.isCritical.set(dates.isCritical)
  result.isDriving.set(dates.isDriving)
  return result
}

function findCritical(graph: ScheduleGraph, { isCritical }: FoldedDates): Int32Array {
  const { isSummary } = graph.hierarchy
  const nodes = new Int32Array(isCritical.length)
  let count = 0
  for (let task = isCritical.indexOf(1); task >= 0; task = isCritical.indexOf(1, task + 1)) {
    if (isSummary[task] === 0) nodes[count++] = graph.nodeOfTask[task]
  }
  return nodes.subarray(0, count)
}
