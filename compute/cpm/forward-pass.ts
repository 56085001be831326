import type { CalendarTable } from '../calendar/calendar-table.ts'
import { LAG_UNIT, LINK_TYPE } from '../model/schedule-columns.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { NODE_STATE, type NodePlacement } from './place-nodes.ts'

export interface EarlyDates {
  startDay: Int32Array
  finishDay: Int32Array
  /** Of the start of a summary: the leaf it stands for. The node itself everywhere else. */
  standsFor: Int32Array
}

/** Early dates of all nodes, each from its own bounds and those of the nodes before it. Linear. */
export function forwardPass(graph: ScheduleGraph, placement: NodePlacement, table: CalendarTable): EarlyDates {
  const { nodeCount } = graph
  const early = {
    startDay: new Int32Array(nodeCount),
    finishDay: new Int32Array(nodeCount),
    standsFor: new Int32Array(nodeCount),
  }
  for (let node = 0; node < nodeCount; node++) {
    early.standsFor[node] = node
    const state = placement.state[node]
    if (state === NODE_STATE.pinned) {
      early.startDay[node] = placement.floorDay[node]
      early.finishDay[node] = placement.pinnedFinishDay[node]
    } else if (state === NODE_STATE.summaryStart) startSummary(node, graph, early)
    else layOut(node, graph, placement, table, early)
  }
  return early
}

/** The earliest start among the leaves; of those that start together the one with the least id. */
export function startSummary(node: number, graph: ScheduleGraph, early: EarlyDates): void {
  const { edgeOffset, edgeSource, taskOfNode } = graph
  const { idRank } = graph.columns
  let earliest = edgeSource[edgeOffset[node]]
  for (let edge = edgeOffset[node] + 1; edge < edgeOffset[node + 1]; edge++) {
    const leaf = edgeSource[edge]
    const difference = early.startDay[leaf] - early.startDay[earliest]
    if (difference < 0 || (difference === 0 && idRank[taskOfNode[leaf]] < idRank[taskOfNode[earliest]])) earliest = leaf
  }
  early.standsFor[node] = earliest
  early.startDay[node] = early.startDay[earliest]
  early.finishDay[node] = early.startDay[earliest]
}

/** Places a node after its start bounds, the bounds of its links and, where there is one, a bound on its finish. */
export function layOut(
  node: number,
  graph: ScheduleGraph,
  placement: NodePlacement,
  table: CalendarTable,
  early: EarlyDates,
  finishFloorDay = Number.NEGATIVE_INFINITY,
): void {
  const { edgeOffset, edgeSource, edgeType, edgeLag, edgeUnit } = graph
  const calendar = placement.calendar[node]
  const days = placement.layoutDays[node]
  let startBound = placement.floorDay[node]
  let finishBound = finishFloorDay
  for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
    const type = edgeType[edge]
    const isFromFinish = type === LINK_TYPE.FS || type === LINK_TYPE.FF
    const source = edgeSource[edge]
    const date = isFromFinish ? early.finishDay[source] : early.startDay[source]
    const raw = type === LINK_TYPE.FS ? date + 1 : date
    const lag = edgeLag[edge]
    const bound =
      edgeUnit[edge] === LAG_UNIT.elapsed
        ? table.nextDay(calendar, raw + lag)
        : table.shiftDay(calendar, table.nextDay(calendar, raw), lag)
    if (type === LINK_TYPE.FS || type === LINK_TYPE.SS) startBound = Math.max(startBound, bound)
    else finishBound = Math.max(finishBound, bound)
  }
  let startDay = startBound
  let finishDay = table.finishDay(calendar, startDay, days)
  if (finishBound > finishDay) {
    // A finish bound pulls the task later as a block; it neither stretches nor starts before its start bounds.
    startDay = Math.max(table.startDay(calendar, finishBound, days), startBound)
    finishDay = Math.max(table.finishDay(calendar, startDay, days), finishBound)
  }
  early.startDay[node] = startDay
  early.finishDay[node] = finishDay
}
