// What is left to do with what a kernel made of a network.

import type { CalendarTable } from '../calendar/calendar-table.ts'
import { NO_DAY } from '../model/schedule-columns.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import type { Kernel } from '../wasm/choose-kernel.ts'
import { cpmKernelOf } from './kernels/cpm-kernel.ts'
import type { GeneralNetwork } from './kernels/general-network.ts'
import type { LateWorkdays } from './kernels/late-workdays.ts'
import type { PackedDates } from './kernels/packed-network.ts'
import type { SuspectEdges } from './kernels/path-order.ts'
import { DATE_COLUMNS, isBeyond, type WorkdayDates, type WorkdayNetwork } from './kernels/workday-network.ts'
import {
  allocateDates,
  type LentResult,
  lendResult,
  resultOf,
  type ScheduleDates,
  type ScheduleResult,
} from './schedule-result.ts'

/** The task of a node that finishes past the days of a network of working days, or -1. */
export function findBeyond({ taskOfNode }: ScheduleGraph, network: WorkdayNetwork, dates: WorkdayDates): number {
  const { length, nodeCount, crossings } = network
  if (!isBeyond(network, dates)) return -1
  for (let node = 0; node < nodeCount; node++) {
    const end = crossings === null ? network.days.length : crossings.endOf(node)
    if (dates.earlyStart[node] + length[node] > end) return taskOfNode[node]
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

/** `late` knows what was moved after the passes; null where nothing is to stand late. */
export function collectWorkdays(
  graph: ScheduleGraph,
  { days, suspects, crossings }: WorkdayNetwork,
  dates: WorkdayDates,
  late: LateWorkdays | null,
  kernel: Kernel,
  into: ScheduleResult | null,
): ScheduleResult {
  const { finish } = dates
  if (crossings !== null) {
    return copyDates(graph, dates, suspects, kernel, into, leastDay(graph, dates.columns), crossings.finishDay)
  }
  const first = late === null ? leastStart(dates) : late.leastStart()
  return copyDates(graph, dates, suspects, kernel, into, days[first], days[finish - 1])
}

export function collectGeneral(
  { graph, suspects }: GeneralNetwork,
  dates: WorkdayDates,
  kernel: Kernel,
  into: ScheduleResult | null,
): ScheduleResult {
  return copyDates(graph, dates, suspects, kernel, into, leastStart(dates), dates.finish)
}

/** A copy of the rows in the memory of the kernel. */
export function collectPacked(
  graph: ScheduleGraph,
  { days, suspects, begunTasks }: WorkdayNetwork,
  dates: PackedDates,
  kernel: Kernel,
  into: ScheduleResult | null,
): ScheduleResult {
  const { taskCount } = graph.columns
  if (begunTasks.length === 0) dates.columns.copyWithin(4 * taskCount, 0, taskCount)
  return copyDates(graph, dates, suspects, kernel, into, days[dates.leastStart], days[dates.finish - 1])
}

/** Those rows themselves, told by `renewLent` when they were written. Where nothing has begun, scheduled starts are early starts. */
export function lendPacked(
  graph: ScheduleGraph,
  { suspects, begunTasks }: WorkdayNetwork,
  { columns, isCritical, isDriving, isScheduled }: PackedDates,
  kernel: Kernel,
): LentResult {
  const { taskCount } = graph.columns
  const column = (at: number): Int32Array => columns.subarray(at * taskCount, (at + 1) * taskCount)
  const rows = {
    projectStartDay: 0,
    projectFinishDay: 0,
    earlyStartDay: column(0),
    earlyFinishDay: column(1),
    lateStartDay: column(2),
    lateFinishDay: column(3),
    scheduledStartDay: column(begunTasks.length > 0 ? 4 : 0),
    totalFloatDays: column(5),
    freeFloatDays: column(6),
    isCritical,
    isScheduled,
    isDriving,
  }
  return lendResult(rows, (dates) => orderTasks(graph, dates, suspects, kernel))
}

export function renewLent(lent: LentResult, { days }: WorkdayNetwork, dates: PackedDates): ScheduleResult {
  lent.renew(days[dates.leastStart], days[dates.finish - 1])
  return lent.result
}

/** The first of all early starts; positions of several calendars do not compare. */
function leastDay({ hierarchy }: ScheduleGraph, startDay: Int32Array): number {
  const { leafOrder } = hierarchy
  let least = startDay[leafOrder[0]]
  for (let leaf = 1; leaf < leafOrder.length; leaf++) least = Math.min(least, startDay[leafOrder[leaf]])
  return least
}

function leastStart({ earlyStart }: WorkdayDates): number {
  let least = earlyStart[0]
  for (let node = 1; node < earlyStart.length; node++) if (earlyStart[node] < least) least = earlyStart[node]
  return least
}

/** The critical path of rows that stand, which the next one of the same network overwrites. */
function orderTasks(graph: ScheduleGraph, dates: ScheduleDates, suspects: SuspectEdges, kernel: Kernel): Int32Array {
  return cpmKernelOf(kernel).orderPath(graph, dates.earlyStartDay, dates.isCritical, suspects)
}

/** The same in memory of its own, shared as that of the rows is. */
function copyOrder(graph: ScheduleGraph, dates: ScheduleDates, suspects: SuspectEdges, kernel: Kernel): Int32Array {
  const tasks = orderTasks(graph, dates, suspects, kernel)
  const copy = new Int32Array(new SharedArrayBuffer(tasks.byteLength))
  copy.set(tasks)
  return copy
}

function copyDates(
  graph: ScheduleGraph,
  dates: Pick<WorkdayDates, 'columns' | 'isCritical' | 'isDriving'>,
  suspects: SuspectEdges,
  kernel: Kernel,
  into: ScheduleResult | null,
  projectStartDay: number,
  projectFinishDay: number,
): ScheduleResult {
  const { taskCount, linkCount } = graph.columns
  const rows = allocateDates(taskCount, linkCount, into)
  const { buffer, byteOffset } = rows.earlyStartDay
  new Int32Array(buffer, byteOffset, DATE_COLUMNS * taskCount).set(dates.columns)
  rows.isCritical.set(dates.isCritical)
  rows.isDriving.set(dates.isDriving)
  rows.projectStartDay = projectStartDay
  rows.projectFinishDay = projectFinishDay
  return resultOf(rows, (own) => copyOrder(graph, own, suspects, kernel))
}
