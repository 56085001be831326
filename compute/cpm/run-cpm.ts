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
import { markDrivingLinks } from './driving-edges.ts'
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

/** Tables and folded networks of graphs in use: a graph that stays resident is laid out once. */
const layouts = new WeakMap<ScheduleGraph, { table: CalendarTable; folded: FoldedNetwork | null }>()

/** Runs the passes over tables as wide as expected, and over wider ones as long as a date falls off their ends. */
function runPasses(graph: ScheduleGraph, kernel: Kernel): Passes {
  const foldCalendar = findFoldCalendar(graph)
  for (let layout = layouts.get(graph) ?? layOut(graph, openTable(graph), foldCalendar); ; ) {
    layouts.set(graph, layout)
    const { table, folded } = layout
    const passes = folded === null ? runOnce(graph, table) : runFolded(graph, table, foldCalendar, folded, kernel)
    const tooEarly = findTooEarly(graph, table, passes)
    const tooLate = findTooLate(table, passes)
    if (tooEarly < 0 && tooLate < 0) return passes
    const task = graph.taskOfNode[tooLate < 0 ? tooEarly : tooLate]
    layout = layOut(graph, widenTable(graph, table, tooLate < 0, tooLate >= 0, task), foldCalendar)
  }
}

function layOut(graph: ScheduleGraph, table: CalendarTable, foldCalendar: number) {
  return { table, folded: foldCalendar < 0 ? null : foldNetwork(graph, table, foldCalendar) }
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

function findTooLate(table: CalendarTable, passes: Passes): number {
  const { finishDay } = passes.early
  for (let node = 0; node < finishDay.length; node++) if (finishDay[node] >= table.endDay) return node
  return -1
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
  const criticalNodes = findCriticalNodes(nodeCount, placement.state, floats.totalDays)
  const criticalPath = orderCriticalPath(graph, early.startDay, criticalNodes)
  const result = allocateResult(columns.taskCount, columns.linkCount, criticalPath.length)
  result.criticalPath.set(criticalPath)
  for (const task of criticalPath) result.isCritical[task] = 1
  markDrivingLinks(graph, floats, result.isDriving)
  let projectStartDay = early.startDay[0]
  for (let node = 0; node < nodeCount; node++) {
    if (isSummaryStart[node] === 1) continue
    const task = taskOfNode[node]
    if (early.startDay[node] < projectStartDay) projectStartDay = early.startDay[node]
    result.earlyStartDay[task] = early.startDay[node]
    result.earlyFinishDay[task] = early.finishDay[node]
    result.lateStartDay[task] = late.startDay[node]
    result.lateFinishDay[task] = late.finishDay[node]
    result.scheduledStartDay[task] = spanStartDay[node]
    result.totalFloatDays[task] = floats.totalDays[node]
    result.freeFloatDays[task] = floats.freeDays[node]
    result.isScheduled[task] = 1
  }
  result.projectStartDay = projectStartDay
  result.projectFinishDay = projectFinishDay
  rollUpSchedule(result, hierarchy)
  return result
}

/** Unfinished nodes without total float. */
function findCriticalNodes(nodeCount: number, state: Uint8Array, totalDays: Int32Array): Int32Array {
  const nodes = new Int32Array(nodeCount)
  let count = 0
  for (let node = 0; node < nodeCount; node++) {
    if (state[node] === NODE_STATE.open && totalDays[node] === 0) nodes[count++] = node
  }
  return nodes.subarray(0, count)
}
