import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { layRuler } from '../../calendar/union-ruler.ts'
import { openTable } from '../../cpm/choose-window.ts'
import type { ScheduleResult } from '../../cpm/schedule-result.ts'
import { NO_DAY } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { isComplete } from '../../model/task-progress.ts'
import type { ProjectGroups } from '../input/program-projects.ts'
import { holdConstraints } from './hold-constraints.ts'
import { keepLiveEdges } from './keep-live-edges.ts'
import { orderNodes } from './order-nodes.ts'
import { planSampling } from './sampling-plan.ts'
import { offsetOf, type SimulationNetwork } from './simulation-network.ts'

/** Prepares a network over given tables; the critical path supplies the dates of completed tasks. */
export function prepareNetwork(
  graph: ScheduleGraph,
  schedule: ScheduleResult,
  table: CalendarTable = openTable(graph),
  projects: ProjectGroups | null = null,
): SimulationNetwork {
  const { nodeCount, taskOfNode, isSummaryStart, columns, edgeCount } = graph
  const isConstant = new Uint8Array(nodeCount)
  const calendar = new Int32Array(nodeCount)
  // Calendars alike share a row of the table, and count as one here.
  const firstAlike = columns.calendars.map((_, index) => table.rankOffset.indexOf(table.rankOffset[index]))
  for (let node = 0; node < nodeCount; node++) {
    const task = taskOfNode[node]
    if (isSummaryStart[node] === 0 && isComplete(columns, task)) isConstant[node] = 1
    calendar[node] = isSummaryStart[node] === 1 ? -1 : firstAlike[columns.calendarIndex[task]]
  }
  const network: SimulationNetwork = {
    graph,
    schedule,
    sampling: planSampling(graph, projects),
    isConstant,
    calendar,
    startBound: new Float64Array(nodeCount),
    finishBound: new Float64Array(nodeCount).fill(Number.NEGATIVE_INFINITY),
    constantStart: new Float64Array(nodeCount),
    constantFinish: new Float64Array(nodeCount),
    edgeOffset: new Int32Array(nodeCount + 1),
    edgeSource: new Int32Array(edgeCount),
    edgeType: new Uint8Array(edgeCount),
    edgeLag: new Int32Array(edgeCount),
    edgeUnit: new Uint8Array(edgeCount),
    edgeAdd: new Float64Array(edgeCount),
    edgeCap: new Float64Array(edgeCount).fill(Number.POSITIVE_INFINITY),
    order: new Int32Array(0),
    latestDoneDay: NO_DAY,
    isAllDone: isConstant.every((flag, node) => flag === 1 || isSummaryStart[node] === 1),
    calendarsInUse: [...new Set(calendar)].filter((index) => index >= 0).sort((left, right) => left - right),
    ruler: null,
    table,
    originRank: Int32Array.from(columns.calendars, (_, index) => table.rankOf(index, columns.projectStartDay)),
  }
  for (let node = 0; node < nodeCount; node++) {
    if (isConstant[node] === 1) placeConstant(network, node)
    else if (isSummaryStart[node] === 0) placeBounds(network, node)
  }
  for (let node = 0; node < nodeCount; node++)
    if (isSummaryStart[node] === 1) calendar[node] = sharedCalendar(network, node)
  keepLiveEdges(network, holdConstraints(network))
  network.order = orderNodes(network)
  if (network.calendarsInUse.length > 1) {
    network.ruler = layRuler(table, network.calendarsInUse, columns.projectStartDay)
  }
  return network
}

function placeConstant(network: SimulationNetwork, node: number): void {
  const { graph, schedule, table, calendar } = network
  const task = graph.taskOfNode[node]
  const finishDay = schedule.earlyFinishDay[task]
  const finish = offsetOf(network, calendar[node], table.previousDay(calendar[node], finishDay)) + 1
  const start = offsetOf(network, calendar[node], table.nextDay(calendar[node], schedule.earlyStartDay[task]))
  network.constantFinish[node] = finish
  network.constantStart[node] = Math.min(start, finish)
  network.latestDoneDay = Math.max(network.latestDoneDay, finishDay)
}

function placeBounds(network: SimulationNetwork, node: number): void {
  const { graph, calendar } = network
  const { columns } = graph
  const task = graph.taskOfNode[node]
  for (const day of [columns.plannedStartDay[task], columns.statusDay, columns.actualStartDay[task]]) {
    if (day === NO_DAY || day <= columns.projectStartDay) continue
    network.startBound[node] = Math.max(network.startBound[node], offsetOf(network, calendar[node], day))
  }
}

function sharedCalendar(network: SimulationNetwork, start: number): number {
  const { graph, calendar, isConstant } = network
  let shared = -1
  for (let edge = graph.edgeOffset[start]; edge < graph.edgeOffset[start + 1]; edge++) {
    const leaf = graph.edgeSource[edge]
    if (isConstant[leaf] === 1) continue
    if (shared !== -1 && shared !== calendar[leaf]) return -1
    shared = calendar[leaf]
  }
  return shared
}
