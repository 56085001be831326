// The plain case: a kernel works on positions of one calendar and answers whole columns.

import type { CalendarTable } from '../calendar/calendar-table.ts'
import { FOLDED_COLUMNS, type FoldedDates, type FoldedNetwork } from '../kernels/folded-network.ts'
import type { ScheduleGraph } from '../model/build-graph.ts'
import { NO_DAY } from '../model/schedule-columns.ts'
import { orderCriticalPath } from './critical-path.ts'
import { allocateResult, type ScheduleResult } from './schedule-result.ts'

/** A node that finishes past the days of the network, or -1. */
export function findBeyond(network: FoldedNetwork, dates: FoldedDates): number {
  const { days, length, nodeCount } = network
  if (dates.finish <= days.length) return -1
  for (let node = 0; node < nodeCount; node++) if (dates.earlyStart[node] + length[node] > days.length) return node
  return -1
}

/** Moves the scheduled start of tasks in progress to where their span begins. Answers a task begun too early, or -1. */
export function moveSpanStarts(
  graph: ScheduleGraph,
  table: CalendarTable,
  calendar: number,
  { taskCount, begunTasks }: FoldedNetwork,
  { columns }: FoldedDates,
): number {
  const { actualStartDay, durationDays } = graph.columns
  for (const task of begunTasks) {
    const day =
      actualStartDay[task] === NO_DAY
        ? table.startDay(calendar, columns[taskCount + task], durationDays[task])
        : actualStartDay[task]
    if (day < table.firstDay) return task
    columns[4 * taskCount + task] = day
  }
  return -1
}

export function collectFolded(
  graph: ScheduleGraph,
  network: FoldedNetwork,
  dates: FoldedDates,
  into: ScheduleResult | null,
): ScheduleResult {
  const { taskCount, linkCount, days, suspects } = network
  const criticalPath = orderCriticalPath(graph, dates.earlyStart, findCritical(graph, network, dates), suspects)
  const result = allocateResult(taskCount, linkCount, criticalPath, into)
  const { buffer, byteOffset } = result.earlyStartDay
  new Int32Array(buffer, byteOffset, FOLDED_COLUMNS * taskCount).set(dates.columns)
  result.isCritical.set(dates.isCritical)
  result.isDriving.set(dates.isDriving)
  let start = dates.earlyStart[0]
  for (let node = 1; node < network.nodeCount; node++) start = Math.min(start, dates.earlyStart[node])
  result.projectStartDay = days[start]
  result.projectFinishDay = days[dates.finish - 1]
  return result
}

function findCritical(graph: ScheduleGraph, { taskCount }: FoldedNetwork, { isCritical }: FoldedDates): Int32Array {
  const { isSummary } = graph.hierarchy
  const nodes = new Int32Array(taskCount)
  let count = 0
  for (let task = isCritical.indexOf(1); task >= 0; task = isCritical.indexOf(1, task + 1)) {
    if (isSummary[task] === 0) nodes[count++] = graph.nodeOfTask[task]
  }
  return nodes.subarray(0, count)
}
