// The passes in dates, for networks with several calendars, completed tasks or lags in elapsed days.

import type { CalendarTable } from '../calendar/calendar-table.ts'
import type { ScheduleGraph } from '../model/build-graph.ts'
import { NO_DAY } from '../model/schedule-columns.ts'
import { backwardPass, type LateDates } from './backward-pass.ts'
import { orderCriticalPath } from './critical-path.ts'
import { markDrivingLinks } from './driving-edges.ts'
import { computeFloats, type Floats } from './floats.ts'
import { type EarlyDates, forwardPass } from './forward-pass.ts'
import { NODE_STATE, type NodePlacement, placeNodes } from './place-nodes.ts'
import { allocateResult, type ScheduleResult } from './schedule-result.ts'

export interface Passes {
  placement: NodePlacement
  early: EarlyDates
  late: LateDates
  floats: Floats
  spanStartDay: Int32Array
  projectFinishDay: number
}

export function runPasses(graph: ScheduleGraph, table: CalendarTable): Passes {
  const placement = placeNodes(graph, table)
  const early = forwardPass(graph, placement, table)
  let projectFinishDay = early.finishDay[0]
  for (let node = 1; node < graph.nodeCount; node++) {
    if (early.finishDay[node] > projectFinishDay) projectFinishDay = early.finishDay[node]
  }
  const late = backwardPass(graph, placement, table, early, projectFinishDay)
  const floats = computeFloats(graph, placement, table, early, late)
  const spanStartDay = findSpanStarts(graph, table, placement, early)
  return { placement, early, late, floats, spanStartDay, projectFinishDay }
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

/** A node that finishes past the table, or -1. */
export function findTooLate(table: CalendarTable, { early }: Passes): number {
  const { finishDay } = early
  for (let node = 0; node < finishDay.length; node++) if (finishDay[node] >= table.endDay) return node
  return -1
}

/** A node with a date before the table, or -1. */
export function findTooEarly(graph: ScheduleGraph, table: CalendarTable, passes: Passes): number {
  const { early, late, spanStartDay, placement } = passes
  for (let node = 0; node < graph.nodeCount; node++) {
    if (placement.state[node] === NODE_STATE.summaryStart) continue
    const earliest = Math.min(early.startDay[node], late.startDay[node], late.finishDay[node], spanStartDay[node])
    if (earliest < table.firstDay) return node
  }
  return -1
}

export function collectPasses(graph: ScheduleGraph, passes: Passes, into: ScheduleResult | null): ScheduleResult {
  const { columns, nodeCount, taskOfNode, isSummaryStart } = graph
  const { placement, early, late, floats, spanStartDay, projectFinishDay } = passes
  const criticalNodes = findCriticalNodes(nodeCount, placement.state, floats.totalDays)
  const criticalPath = orderCriticalPath(graph, early.startDay, criticalNodes)
  const result = allocateResult(columns.taskCount, columns.linkCount, criticalPath, into)
  result.isCritical.fill(0)
  result.isDriving.fill(0)
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
  }
  result.projectStartDay = projectStartDay
  result.projectFinishDay = projectFinishDay
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
