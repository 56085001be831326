// The critical path method as a list of its steps.

import type { CalendarTable } from '../calendar/calendar-table.ts'
import { chooseKernel } from '../kernels/choose-kernel.ts'
import { type FoldedNetwork, findFoldCalendar, foldNetwork } from '../kernels/folded-network.ts'
import type { Kernel } from '../kernels/kernel.ts'
import type { ScheduleGraph } from '../model/build-graph.ts'
import { PlanRefusal } from '../model/refusal.ts'
import { NO_DAY } from '../model/schedule-columns.ts'
import { rollUpSchedule } from '../rollup/roll-up-schedule.ts'
import { backwardPass, type LateDates } from './backward-pass.ts'
import { openTable, widenTable } from './choose-window.ts'
import { orderCriticalPath } from './critical-path.ts'
import { findDrivingLinks } from './driving-edges.ts'
import { computeFloats, type Floats } from './floats.ts'
import { type EarlyDates, forwardPass } from './forward-pass.ts'
import { NODE_STATE, type NodePlacement, openPlacement, placeNodes } from './place-nodes.ts'
import { allocateResult, type ScheduleResult } from './schedule-result.ts'

interface Passes {
  placement: NodePlacement
  early: EarlyDates
  late: LateDates
  floats: Floats
  spanStartDay: Int32Array
  projectFinishDay: number
}

/** Schedules a network. Throws a `PlanRefusal` when a calendar runs out of working days on the way. */
export function runCpm(graph: ScheduleGraph, kernel: Kernel = chooseKernel()): ScheduleResult {
  try {
    return collect(graph, runPasses(graph, kernel))
  } catch (error) {
    const { ids, calendarKeys } = graph.columns
    throw error instanceof PlanRefusal ? error.named(ids, calendarKeys) : error
  }
}

/** Runs the passes over tables as wide as expected, and over wider ones as long as a date falls off their ends. */
function runPasses(graph: ScheduleGraph, kernel: Kernel): Passes {
  const foldCalendar = findFoldCalendar(graph)
  for (let table = openTable(graph); ; ) {
    const folded = foldCalendar < 0 ? null : foldNetwork(graph, table, foldCalendar)
    const passes = folded === null ? runOnce(graph, table) : runFolded(graph, table, foldCalendar, folded, kernel)
    const tooEarly = findTooEarly(graph, table, passes)
    const tooLate = passes.early.finishDay.findIndex((day) => day >= table.endDay)
    if (tooEarly < 0 && tooLate < 0) return passes
    const task = graph.taskOfNode[tooLate < 0 ? tooEarly : tooLate]
    table = widenTable(graph, table, tooLate < 0, tooLate >= 0, task)
  }
}

function runOnce(graph: ScheduleGraph, table: CalendarTable): Passes {
  const placement = placeNodes(graph, table)
  const early = forwardPass(graph, placement, table)
  const projectFinishDay = early.finishDay.reduce((latest, day) => Math.max(latest, day))
  const late = backwardPass(graph, placement, table, early, projectFinishDay)
  const floats = computeFloats(graph, placement, table, early, late)
  const spanStartDay = findSpanStarts(graph, table, placement, early)
  return { placement, early, late, floats, spanStartDay, projectFinishDay }
}

/** The plain case: the kernel works on positions, and only its results are turned into days. */
function runFolded(
  graph: ScheduleGraph,
  table: CalendarTable,
  calendar: number,
  network: FoldedNetwork,
  kernel: Kernel,
): Passes {
  const { nodeCount } = graph
  const dates = kernel.runFolded(network)
  const origin = table.rankOf(calendar, graph.columns.projectStartDay)
  const placement = openPlacement(graph, calendar)
  const early: EarlyDates = {
    startDay: new Int32Array(nodeCount),
    finishDay: new Int32Array(nodeCount),
    standsFor: new Int32Array(0),
  }
  const late: LateDates = { startDay: new Int32Array(nodeCount), finishDay: new Int32Array(nodeCount) }
  const totalDays = new Int32Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    const earlyStart = dates.earlyStart[node]
    const lateStart = dates.lateStart[node]
    const toLast = network.length[node] - 1 + origin
    early.startDay[node] = table.dayAt(calendar, earlyStart + origin)
    early.finishDay[node] = table.dayAt(calendar, earlyStart + toLast)
    late.startDay[node] = table.dayAt(calendar, lateStart + origin)
    late.finishDay[node] = table.dayAt(calendar, lateStart + toLast)
    totalDays[node] = lateStart - earlyStart
  }
  const floats = { totalDays, freeDays: dates.freeDays, linkDays: dates.linkDays }
  const spanStartDay = findSpanStarts(graph, table, placement, early)
  return {
    placement,
    early,
    late,
    floats,
    spanStartDay,
    projectFinishDay: table.dayAt(calendar, dates.finish - 1 + origin),
  }
}

/** Where the whole span of a task in progress begins: on its recorded start, else its full duration back. */
function findSpanStarts(
  graph: ScheduleGraph,
  table: CalendarTable,
  placement: NodePlacement,
  early: EarlyDates,
): Int32Array {
  const { columns, nodeCount, taskOfNode } = graph
  const spanStartDay = early.startDay.slice()
  for (let node = 0; node < nodeCount; node++) {
    const task = taskOfNode[node]
    if (placement.state[node] !== NODE_STATE.open || !(columns.percentComplete[task] > 0)) continue
    const actualStartDay = columns.actualStartDay[task]
    spanStartDay[node] =
      actualStartDay !== NO_DAY
        ? actualStartDay
        : table.startDay(placement.calendar[node], early.finishDay[node], columns.durationDays[task])
  }
  return spanStartDay
}

function findTooEarly(graph: ScheduleGraph, table: CalendarTable, passes: Passes): number {
  const { early, late, spanStartDay, placement } = passes
  for (let node = 0; node < graph.nodeCount; node++) {
    if (placement.state[node] === NODE_STATE.summaryStart) continue
    const earliest = Math.min(early.startDay[node], late.startDay[node], late.finishDay[node], spanStartDay[node])
    if (earliest < table.firstDay) return node
  }
  return -1
}

function collect(graph: ScheduleGraph, passes: Passes): ScheduleResult {
  const { columns, nodeCount, taskOfNode, isSummaryStart, hierarchy } = graph
  const { placement, early, late, floats, spanStartDay, projectFinishDay } = passes
  const isCritical = (node: number): boolean =>
    placement.state[node] === NODE_STATE.open && floats.totalDays[node] === 0
  const criticalPath = orderCriticalPath(graph, early.startDay, isCritical)
  const result = allocateResult(columns.taskCount, columns.linkCount, criticalPath.length)
  result.criticalPath.set(criticalPath)
  result.isDriving.set(findDrivingLinks(graph, floats))
  result.projectStartDay = early.startDay.reduce((earliest, day) => Math.min(earliest, day))
  result.projectFinishDay = projectFinishDay
  for (let node = 0; node < nodeCount; node++) {
    if (isSummaryStart[node] === 1) continue
    const task = taskOfNode[node]
    result.earlyStartDay[task] = early.startDay[node]
    result.earlyFinishDay[task] = early.finishDay[node]
    result.lateStartDay[task] = late.startDay[node]
    result.lateFinishDay[task] = late.finishDay[node]
    result.scheduledStartDay[task] = spanStartDay[node]
    result.totalFloatDays[task] = floats.totalDays[node]
    result.freeFloatDays[task] = floats.freeDays[node]
    result.isCritical[task] = isCritical(node) ? 1 : 0
    result.isScheduled[task] = 1
  }
  rollUpSchedule(result, hierarchy)
  return result
}
