import type { CalendarTable } from '../../calendar/calendar-table.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { Crossings, NO_WEIGHT } from './crossings.ts'
import { placeAllInWorkdays, type WorkdayNodes } from './place-in-workdays.ts'
import { findSuspects } from './ts-workdays.ts'
import { findBegun, linksDecided, nodesOrNone, type WorkdayLayer, type WorkdayNetwork } from './workday-network.ts'

/**
 * Lays a network of several calendars or elapsed lags out in working days. Null where something has no position there: the start of
 * a summary, and what is recorded on a day off.
 */
export function layOutCrossing(
  graph: ScheduleGraph,
  table: CalendarTable,
  kernel: WorkdayLayer,
): WorkdayNetwork | null {
  if (graph.hasSummaryStarts) return null
  const { columns, nodeCount, edgeCount, edgeOffset, edgeSource, hierarchy } = graph
  const crossings = new Crossings(graph, table)
  const nodes: WorkdayNodes = {
    floor: new Int32Array(nodeCount),
    length: new Int32Array(nodeCount),
    states: null,
    latestStart: null,
    isLate: null,
  }
  if (!placeAllInWorkdays(nodes, graph, table, crossings)) return null
  const { edgeWeight } = kernel.weighEdges(graph, nodes.length, nodes.states)
  const { isCrossing } = crossings
  for (let edge = 0; edge < edgeCount; edge++) if (isCrossing[edge] === 1) edgeWeight[edge] = NO_WEIGHT
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
    days: table.days,
    crossings,
    suspects: findSuspects(graph, edgeWeight, nodes.states, isCrossing),
    begunTasks: findBegun(columns, hierarchy.leafOrder),
  }
}
