import type { CalendarTable } from '../calendar/calendar-table.ts'
import { MEMBER_EDGE } from '../model/expand-links.ts'
import { LINK_TYPE } from '../model/schedule-columns.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import type { EarlyDates } from './forward-pass.ts'
import { latestDay } from './latest-day.ts'
import { NODE_STATE, type NodePlacement } from './place-nodes.ts'

export interface LateDates {
  startDay: Int32Array
  finishDay: Int32Array
}

export const NO_BOUND = 2_147_483_647

/**
 * Late dates of all nodes, from the last to the first. Every node hands its bounds down the edges that lead to it, so
 * the one edge list sorted by target serves both passes. Complete nodes keep their dates and hand nothing down. An
 * edge from the start of a summary binds the leaf that the start stands for in the forward pass, and no other.
 */
export function backwardPass(
  graph: ScheduleGraph,
  placement: NodePlacement,
  table: CalendarTable,
  early: EarlyDates,
  projectFinishDay: number,
): LateDates {
  const { nodeCount } = graph
  const late = { startDay: new Int32Array(nodeCount).fill(NO_BOUND), finishDay: new Int32Array(nodeCount) }
  for (let node = 0; node < nodeCount; node++) {
    late.finishDay[node] = table.previousDay(placement.calendar[node], projectFinishDay)
  }
  sweepLate(graph, placement, table, early, late, (node) => settle(node, placement, table, late))
  return late
}

/** From the last node to the first: dates each by `date`, out of the bounds it was handed, and hands down its own. */
export function sweepLate(
  graph: ScheduleGraph,
  placement: NodePlacement,
  table: CalendarTable,
  early: EarlyDates,
  late: LateDates,
  date: (node: number) => void,
): void {
  for (let node = graph.nodeCount - 1; node >= 0; node--) {
    const state = placement.state[node]
    if (state === NODE_STATE.summaryStart) continue
    if (state !== NODE_STATE.open) {
      late.startDay[node] = early.startDay[node]
      late.finishDay[node] = early.finishDay[node]
      continue
    }
    date(node)
    handDown(node, graph, placement, table, early.standsFor, late, late)
  }
}

/** Bounds the nodes before a node by what its dates leave them. */
export function handDown(
  node: number,
  graph: ScheduleGraph,
  placement: NodePlacement,
  table: CalendarTable,
  standsFor: Int32Array,
  dates: LateDates,
  bounds: LateDates,
): void {
  const { edgeOffset, edgeSource, edgeType, edgeLag, edgeUnit } = graph
  for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
    const type = edgeType[edge]
    if (type === MEMBER_EDGE) continue
    const source = standsFor[edgeSource[edge]]
    const isToStart = type === LINK_TYPE.FS || type === LINK_TYPE.SS
    const date = isToStart ? dates.startDay[node] : dates.finishDay[node]
    const bound = latestDay(
      table,
      type,
      edgeLag[edge],
      edgeUnit[edge],
      placement.calendar[source],
      placement.calendar[node],
      date,
    )
    const bounded = type === LINK_TYPE.FS || type === LINK_TYPE.FF ? bounds.finishDay : bounds.startDay
    if (bound < bounded[source]) bounded[source] = bound
  }
}

/** Turns the bounds gathered in the arrays into the dates of one unfinished node. */
export function settle(node: number, placement: NodePlacement, table: CalendarTable, late: LateDates): void {
  const calendar = placement.calendar[node]
  const days = placement.layoutDays[node]
  const startBound = late.startDay[node]
  const finishBound = late.finishDay[node]
  const startDay = table.startDay(calendar, finishBound, days)
  late.startDay[node] = startDay
  if (startBound >= startDay) return
  late.startDay[node] = startBound
  late.finishDay[node] = Math.min(table.finishDay(calendar, startBound, days), finishBound)
}
