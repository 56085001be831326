import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { LINK_TYPE } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { NODE_STATE, type NodePlacement, placeNodes } from '../place-nodes.ts'
import { Crossings, NO_WEIGHT } from './crossings.ts'
import { placeAllInWorkdays, type WorkdayNodes } from './place-in-workdays.ts'
import { findBegun, linksDecided, nodesOrNone, type WorkdayLayer, type WorkdayNetwork } from './workday-network.ts'

/**
 * Lays a network of several calendars or elapsed lags out in working days. Null where something has no position there: the start of
 * a summary, and what has begun on a day off.
 */
export function layOutCrossing(
  graph: ScheduleGraph,
  table: CalendarTable,
  kernel: WorkdayLayer,
): WorkdayNetwork | null {
  if (graph.hasSummaryStarts) return null
  const { columns, nodeCount, edgeCount, edgeOffset, edgeSource, hierarchy } = graph
  const plain = placeNodes(graph, table)
  const crossings = new Crossings(graph, table, findOff(plain, table))
  const nodes: WorkdayNodes = {
    floor: new Int32Array(nodeCount),
    length: new Int32Array(nodeCount),
    states: null,
    latestStart: null,
    isLate: null,
  }
  if (!placeAllInWorkdays(nodes, graph, table, crossings, plain)) return null
  const { edgeWeight, suspects } = kernel.weighEdges(graph, nodes.length, nodes.states)
  const more = takeWeights(graph, crossings, edgeWeight)
  return {
    ...nodes,
    nodeCount,
    edgeCount,
    edgeOffset,
    edgeSource,
    edgeWeight,
    taskCount: columns.taskCount,
    linkCount: columns.linkCount,
    nodeOfTask: nodesOrNone(graph),
    edgeLink: linksDecided(graph),
    days: crossings.table.days,
    crossings,
    suspects: more.length === 0 ? suspects : Int32Array.from([...suspects, ...more]),
    begunTasks: findBegun(columns, hierarchy.leafOrder),
  }
}

/**
 * Leaves no weight to edges that cross over. Returns more suspects, as pairs: days of two calendars do not compare, so that what is
 * bound at its finish, or by a lead, may start before its source whatever the weight said.
 */
function takeWeights(graph: ScheduleGraph, { isCrossing }: Crossings, edgeWeight: Int32Array): number[] {
  const { nodeCount, edgeOffset, edgeSource, edgeType, edgeLag } = graph
  const pairs: number[] = []
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      if (isCrossing[edge] === 0) continue
      const isToStart = edgeType[edge] === LINK_TYPE.FS || edgeType[edge] === LINK_TYPE.SS
      if (!(isToStart && edgeLag[edge] >= 0) && edgeWeight[edge] >= 0) pairs.push(edgeSource[edge], node)
      edgeWeight[edge] = NO_WEIGHT
    }
  }
  return pairs
}

/** Marks complete nodes that are recorded on a day off; null where none is. */
function findOff(
  { state, calendar, floorDay, pinnedFinishDay }: NodePlacement,
  table: CalendarTable,
): Uint8Array | null {
  const isOff = new Uint8Array(state.length)
  for (let node = 0; node < state.length; node++) {
    if (state[node] !== NODE_STATE.pinned) continue
    const isWorking = (day: number): boolean => table.nextDay(calendar[node], day) === day
    if (!isWorking(floorDay[node]) || !isWorking(pinnedFinishDay[node])) isOff[node] = 1
  }
  return isOff.includes(1) ? isOff : null
}
