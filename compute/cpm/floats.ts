import type { CalendarTable } from '../calendar/calendar-table.ts'
import { MEMBER_EDGE } from '../model/expand-links.ts'
import { LINK_TYPE } from '../model/schedule-columns.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import type { LateDates } from './backward-pass.ts'
import type { EarlyDates } from './forward-pass.ts'
import { latestDay } from './latest-day.ts'
import { NODE_STATE, type NodePlacement } from './place-nodes.ts'

export interface Floats {
  totalDays: Int32Array
  freeDays: Int32Array
  /** Per edge; `NO_LINK_FLOAT` where the successor is complete or the edge is no link. */
  linkDays: Int32Array
}

const NO_LINK_FLOAT = -1

/**
 * Total float between the starts, link float from the early dates of the successor, free float as the least of them.
 * All in working days of the task's own calendar and never negative.
 */
export function computeFloats(
  graph: ScheduleGraph,
  placement: NodePlacement,
  table: CalendarTable,
  early: EarlyDates,
  late: LateDates,
): Floats {
  const { nodeCount, edgeCount, edgeOffset, edgeSource, edgeType, edgeLag, edgeUnit } = graph
  const totalDays = new Int32Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    if (placement.state[node] === NODE_STATE.summaryStart) continue
    totalDays[node] = table.countDays(placement.calendar[node], early.startDay[node], late.startDay[node])
  }
  const freeDays = totalDays.slice()
  const linkDays = new Int32Array(edgeCount).fill(NO_LINK_FLOAT)
  for (let node = 0; node < nodeCount; node++) {
    if (placement.state[node] !== NODE_STATE.open) continue
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const type = edgeType[edge]
      if (type === MEMBER_EDGE) continue
      const source = early.standsFor[edgeSource[edge]]
      const calendar = placement.calendar[source]
      const isToStart = type === LINK_TYPE.FS || type === LINK_TYPE.SS
      const isFromFinish = type === LINK_TYPE.FS || type === LINK_TYPE.FF
      const latest = latestDay(
        table,
        type,
        edgeLag[edge],
        edgeUnit[edge],
        calendar,
        placement.calendar[node],
        isToStart ? early.startDay[node] : early.finishDay[node],
      )
      const from = isFromFinish ? early.finishDay[source] : early.startDay[source]
      const days = table.countDays(calendar, from, latest)
      linkDays[edge] = days
      if (days < freeDays[source]) freeDays[source] = days
    }
  }
  return { totalDays, freeDays, linkDays }
}
