// The plain case, and most plans are: one calendar, lags in working days, nothing complete. Then every date is a
// working-day position and each link one number, `start(successor) >= start(predecessor) + weight`, whatever its type.

import type { CalendarTable } from '../calendar/calendar-table.ts'
import type { ScheduleGraph } from '../model/build-graph.ts'
import { LAG_UNIT, LINK_TYPE, NO_DAY } from '../model/schedule-columns.ts'
import { isComplete, remainingDays } from '../model/task-progress.ts'

export interface FoldedNetwork {
  nodeCount: number
  edgeCount: number
  edgeOffset: Int32Array
  edgeSource: Int32Array
  edgeWeight: Int32Array
  /** Latest start bound that no link sets, as a position from the project start. */
  floor: Int32Array
  /** Days a node occupies: a milestone takes its day. */
  length: Int32Array
}

/** Positions in working days from the project start. */
export interface FoldedDates {
  earlyStart: Int32Array
  lateStart: Int32Array
  freeDays: Int32Array
  /** Per edge. */
  linkDays: Int32Array
  /** The first position after the last finish. */
  finish: number
}

/** The calendar all tasks share when the network can be folded, else -1. */
export function findFoldCalendar(graph: ScheduleGraph): number {
  const { columns, edgeCount, edgeLag, edgeUnit, hierarchy } = graph
  if (graph.hasSummaryStarts) return -1
  const calendar = columns.calendarIndex[hierarchy.leafOrder[0]]
  for (const task of hierarchy.leafOrder) {
    if (columns.calendarIndex[task] !== calendar || isComplete(columns, task)) return -1
  }
  for (let edge = 0; edge < edgeCount; edge++) {
    if (edgeUnit[edge] === LAG_UNIT.elapsed && edgeLag[edge] !== 0) return -1
  }
  return calendar
}

/** Folds a network, or answers null where a start recorded on a day off has no position. */
export function foldNetwork(graph: ScheduleGraph, table: CalendarTable, calendar: number): FoldedNetwork | null {
  const { columns, nodeCount, edgeCount, taskOfNode } = graph
  const origin = table.rankOf(calendar, columns.projectStartDay)
  const openFloor = columns.statusDay === NO_DAY ? 0 : Math.max(0, table.rankOf(calendar, columns.statusDay) - origin)
  const floor = new Int32Array(nodeCount).fill(openFloor)
  const length = new Int32Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    const task = taskOfNode[node]
    length[node] = Math.max(1, remainingDays(columns.durationDays[task], columns.percentComplete[task]))
    const plannedDay = columns.plannedStartDay[task]
    if (plannedDay !== NO_DAY) floor[node] = Math.max(floor[node], table.rankOf(calendar, plannedDay) - origin)
    const actualDay = columns.actualStartDay[task]
    if (actualDay === NO_DAY) continue
    if (table.nextDay(calendar, actualDay) !== actualDay) return null
    floor[node] = Math.max(floor[node], table.rankOf(calendar, actualDay) - origin)
  }
  const { edgeOffset, edgeSource } = graph
  return { nodeCount, edgeCount, edgeOffset, edgeSource, edgeWeight: foldEdges(graph, length), floor, length }
}

function foldEdges(graph: ScheduleGraph, length: Int32Array): Int32Array {
  const { nodeCount, edgeOffset, edgeSource, edgeType, edgeLag } = graph
  const weights = new Int32Array(graph.edgeCount)
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const type = edgeType[edge]
      let weight = edgeLag[edge]
      if (type === LINK_TYPE.FS) weight += length[edgeSource[edge]]
      // Finishes are inclusive: from a finish to a finish the two last days cancel, from a start one remains.
      else if (type === LINK_TYPE.FF) weight += length[edgeSource[edge]] - length[node]
      else if (type === LINK_TYPE.SF) weight += 1 - length[node]
      weights[edge] = weight
    }
  }
  return weights
}
