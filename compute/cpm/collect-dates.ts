// What is left to do with what a kernel made of a network.

import type { CalendarTable } from '../calendar/calendar-table.ts'
import { NO_DAY } from '../model/schedule-columns.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { type NodeStarts, orderCriticalPath, type SuspectEdges } from './critical-path.ts'
import type { GeneralNetwork } from './kernels/general-network.ts'
import type { PackedDates } from './kernels/packed-network.ts'
import { DATE_COLUMNS, type WorkdayDates, type WorkdayNetwork } from './kernels/workday-network.ts'
import { allocateResult, type ScheduleResult } from './schedule-result.ts'

/** The task of a node that finishes past the days of a network of working days, or -1. */
export function findBeyond({ taskOfNode }: ScheduleGraph, network: WorkdayNetwork, dates: WorkdayDates): number {
  const { days, length, nodeCount } = network
  if (dates.finish <= days.length) return -1
  for (let node = 0; node < nodeCount; node++) {
    if (dates.earlyStart[node] + length[node] > days.length) return taskOfNode[node]
  }
  return -1
}

/** Moves the scheduled start of tasks in progress to where their span begins. Returns a task begun too early, or -1. */
export function moveSpanStarts(
  graph: ScheduleGraph,
  table: CalendarTable,
  begunTasks: Int32Array,
  { columns }: Pick<WorkdayDates, 'columns'>,
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

export function collectWorkdays(
  graph: ScheduleGraph,
  { days, suspects }: WorkdayNetwork,
  dates: WorkdayDates,
  into: ScheduleResult | null,
): ScheduleResult {
  const criticalPath = findCriticalPath(graph, dates, { values: dates.earlyStart, at: null }, suspects)
  const result = copyDates(graph, dates, criticalPath, into)
  result.projectStartDay = days[leastStart(dates)]
  result.projectFinishDay = days[dates.finish - 1]
  return result
}

export function collectGeneral(
  { graph, suspects }: GeneralNetwork,
  dates: WorkdayDates,
  into: ScheduleResult | null,
): ScheduleResult {
  const criticalPath = findCriticalPath(graph, dates, { values: dates.earlyStart, at: null }, suspects)
  const result = copyDates(graph, dates, criticalPath, into)
  result.projectStartDay = leastStart(dates)
  result.projectFinishDay = dates.finish
  return result
}

/** Rows in the memory of the kernel are the result, unless they are to be copied. */
export function collectPacked(
  graph: ScheduleGraph,
  { days, suspects, begunTasks }: WorkdayNetwork,
  dates: PackedDates,
  into: ScheduleResult | 'lent' | null,
): ScheduleResult {
  const { taskCount } = graph.columns
  const starts = { values: dates.columns.subarray(0, taskCount), at: graph.taskOfNode }
  const criticalNodes = new Int32Array(dates.criticalRows.length)
  // From the last place to the first.
  for (let at = 0, from = criticalNodes.length - 1; from >= 0; at++, from--) {
    criticalNodes[at] = graph.nodeOfTask[dates.criticalRows[from] >> 2]
  }
  const criticalPath = orderCriticalPath(graph, starts, criticalNodes, suspects)
  if (into !== 'lent' && begunTasks.length === 0) dates.columns.copyWithin(4 * taskCount, 0, taskCount)
  const result =
    into === 'lent'
      ? lendDates(dates, criticalPath, taskCount, begunTasks.length > 0)
      : copyDates(graph, dates, criticalPath, into)
  result.projectStartDay = days[dates.leastStart]
  result.projectFinishDay = days[dates.finish - 1]
  return result
}

/** Where nothing has begun, scheduled starts are early starts. */
function lendDates(
  { columns, isCritical, isDriving, isScheduled }: PackedDates,
  criticalPath: Int32Array,
  taskCount: number,
  hasBegun: boolean,
): ScheduleResult {
  const column = (at: number): Int32Array => columns.subarray(at * taskCount, (at + 1) * taskCount)
  return {
    projectStartDay: 0,
    projectFinishDay: 0,
    earlyStartDay: column(0),
    earlyFinishDay: column(1),
    lateStartDay: column(2),
    lateFinishDay: column(3),
    scheduledStartDay: column(hasBegun ? 4 : 0),
    totalFloatDays: column(5),
    freeFloatDays: column(6),
    criticalPath,
    isCritical,
    isScheduled,
    isDriving,
  }
}

function leastStart({ earlyStart }: WorkdayDates): number {
  let least = earlyStart[0]
  for (let node = 1; node < earlyStart.length; node++) if (earlyStart[node] < least) least = earlyStart[node]
  return least
}

function findCriticalPath(
  graph: ScheduleGraph,
  dates: Pick<WorkdayDates, 'isCritical'>,
  starts: NodeStarts,
  suspects: SuspectEdges,
): Int32Array {
  return orderCriticalPath(graph, starts, findCritical(graph, dates), suspects)
}

function copyDates(
  graph: ScheduleGraph,
  dates: Pick<WorkdayDates, 'columns' | 'isCritical' | 'isDriving'>,
  criticalPath: Int32Array,
  into: ScheduleResult | null,
): ScheduleResult {
  const { taskCount, linkCount } = graph.columns
  const result = allocateResult(taskCount, linkCount, criticalPath, into)
  const { buffer, byteOffset } = result.earlyStartDay
  new Int32Array(buffer, byteOffset, DATE_COLUMNS * taskCount).set(dates.columns)
  result.isCritical.set(dates.isCritical)
  result.isDriving.set(dates.isDriving)
  return result
}

/** In the order of the tasks. Sized twice, because an array for all tasks would be paid for by plans with few. */
function findCritical(graph: ScheduleGraph, { isCritical }: Pick<WorkdayDates, 'isCritical'>): Int32Array {
  const { isSummary } = graph.hierarchy
  let nodes = new Int32Array(FEW_NODES)
  let count = 0
  for (let task = isCritical.indexOf(1); task >= 0; task = isCritical.indexOf(1, task + 1)) {
    if (isSummary[task] === 1) continue
    if (count === nodes.length) {
      const more = new Int32Array(isCritical.length)
      more.set(nodes)
      nodes = more
    }
    nodes[count++] = graph.nodeOfTask[task]
  }
  return nodes.subarray(0, count)
}

const FEW_NODES = 1024
