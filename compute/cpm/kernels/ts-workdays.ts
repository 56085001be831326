// Nodes and edges in positions of working days: the readable way, and the one where there is no WebAssembly.

import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { LINK_TYPE, NO_DAY } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { isComplete } from '../../model/task-progress.ts'
import { remainingDays } from '../../plan/remaining-days.ts'
import { holdsStill } from './place-in-workdays.ts'
import type { PlacedNodes, WeighedEdges } from './workday-network.ts'

export function placeInTypeScript(graph: ScheduleGraph, table: CalendarTable, calendar: number): PlacedNodes {
  const { columns, nodeCount, taskOfNode } = graph
  const { durationDays, percentComplete, plannedStartDay, actualStartDay } = columns
  const openDay = Math.max(columns.projectStartDay, columns.statusDay)
  const placed: PlacedNodes = {
    floor: new Int32Array(nodeCount).fill(table.rankOf(calendar, openDay)),
    length: new Int32Array(nodeCount),
    beganOff: false,
    isDone: false,
    isBegun: false,
  }
  const { floor, length } = placed
  for (let node = 0; node < nodeCount; node++) {
    const task = taskOfNode[node]
    length[node] = Math.max(1, remainingDays(durationDays[task], percentComplete[task]))
    if (isComplete(columns, task)) placed.isDone = true
    else if (percentComplete[task] > 0) placed.isBegun = true
    for (const day of [plannedStartDay[task], actualStartDay[task]]) {
      if (day !== NO_DAY) floor[node] = Math.max(floor[node], table.rankOf(calendar, day))
    }
    const began = actualStartDay[task]
    if (began !== NO_DAY && table.nextDay(calendar, began) !== began) placed.beganOff = true
  }
  return placed
}

export function weighInTypeScript(graph: ScheduleGraph, length: Int32Array, states: Uint8Array | null): WeighedEdges {
  const { nodeCount, edgeCount, edgeOffset, edgeSource } = graph
  const edgeWeight = new Int32Array(edgeCount)
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      edgeWeight[edge] = weightOf(graph, edge, length[edgeSource[edge]], length[node])
    }
  }
  return { edgeWeight, suspects: findSuspects(graph, edgeWeight, states) }
}

/** What an edge adds to the start of its source, given the lengths of both ends. */
export function weightOf({ edgeType, edgeLag }: ScheduleGraph, edge: number, source: number, target: number): number {
  const type = edgeType[edge]
  const lag = edgeLag[edge]
  if (type === LINK_TYPE.FS) return lag + source
  // Finishes are inclusive: from a finish to a finish the two last days cancel, from a start one remains.
  if (type === LINK_TYPE.FF) return lag + source - target
  return type === LINK_TYPE.SF ? lag + 1 - target : lag
}

/**
 * Edges without a positive weight, except those at least level that lead to a greater id; and all to what no link moves. Of those
 * that cross over the ones that a finish lets start a day later at least are none.
 */
export function findSuspects(
  graph: ScheduleGraph,
  edgeWeight: Int32Array,
  states: Uint8Array | null,
  isCrossing: Uint8Array | null = null,
): Int32Array {
  const { nodeCount, edgeOffset, edgeSource, taskOfNode } = graph
  const { idRank } = graph.columns
  const pairs: number[] = []
  for (let node = 0; node < nodeCount; node++) {
    const isStill = states !== null && holdsStill(states[node])
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const source = edgeSource[edge]
      if (isStill) {
        pairs.push(source, node)
        continue
      }
      if (edgeWeight[edge] > 0) continue
      if (isCrossing?.[edge] === 1 && graph.edgeType[edge] === LINK_TYPE.FS && graph.edgeLag[edge] >= 0) continue
      const rises = idRank[taskOfNode[source]] < idRank[taskOfNode[node]]
      if (edgeWeight[edge] < 0 || !rises) pairs.push(source, node)
    }
  }
  return Int32Array.from(pairs)
}
