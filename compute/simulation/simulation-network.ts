// The network of a simulation: the leaf network of the critical path in offsets. Offset k is the k-th working day at or
// after the project start on a task's own calendar; finishes are exclusive, so that a finish is a start plus a duration.
// Completed tasks are constants, and so is everything that links from them impose.

import type { CalendarTable } from '../calendar/calendar-table.ts'
import { layRuler, type UnionRuler } from '../calendar/union-ruler.ts'
import { openTable } from '../cpm/choose-window.ts'
import type { ScheduleResult } from '../cpm/schedule-result.ts'
import type { ScheduleGraph } from '../model/build-graph.ts'
import { MEMBER_EDGE } from '../model/expand-links.ts'
import { LAG_UNIT, LINK_TYPE, NO_DAY } from '../model/schedule-columns.ts'
import { isComplete } from '../model/task-progress.ts'
import { holdConstraints } from './hold-constraints.ts'
import type { ProjectGroups } from './project-groups.ts'
import { planSampling, type SamplingPlan } from './sampling-plan.ts'

export interface SimulationNetwork {
  graph: ScheduleGraph
  schedule: ScheduleResult
  sampling: SamplingPlan
  /** Per node: 1 where the task is complete. */
  isConstant: Uint8Array
  /** Of the start of a summary the calendar its unfinished leaves share; -1 when they differ. */
  calendar: Int32Array
  /** Start bounds that no sample moves. */
  startBound: Float64Array
  /** Finish bounds that no sample moves; minus infinity for none. */
  finishBound: Float64Array
  /** Per constant node. */
  constantStart: Float64Array
  constantFinish: Float64Array
  /** Edges between nodes that vary, and from leaves to the starts of their summaries; sorted by target. */
  edgeOffset: Int32Array
  edgeSource: Int32Array
  edgeType: Uint8Array
  edgeLag: Int32Array
  edgeUnit: Uint8Array
  /** What an edge adds to the offset of its source, where that is all it does; else NaN. */
  edgeAdd: Float64Array
  /** The bound of the completed leaves of a summary start: no later bound counts. Infinity for none. */
  edgeCap: Float64Array
  /** The latest recorded or computed finish of a completed task; `NO_DAY` for none. */
  latestDoneDay: number
  isAllDone: boolean
  calendarsInUse: number[]
  /** Null with one calendar, whose own offsets then serve. */
  ruler: UnionRuler | null
  table: CalendarTable
  /** Rank of the first working day at or after the project start, per calendar. */
  originRank: Int32Array
}

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
  if (network.calendarsInUse.length > 1) {
    network.ruler = layRuler(table, network.calendarsInUse, columns.projectStartDay)
  }
  return network
}

/** Index of the first working day at or after `day`, from the project start; never negative. */
export function offsetOf(network: SimulationNetwork, calendar: number, day: number): number {
  return Math.max(0, network.table.rankOf(calendar, day) - network.originRank[calendar])
}

/** The working day at an offset. */
export function dayAtOffset(network: SimulationNetwork, calendar: number, offset: number): number {
  return network.table.dayAt(calendar, offset + network.originRank[calendar])
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

/** Copies the edges that samples can move; those of completed tasks become constant bounds, in dates first. */
function keepLiveEdges(network: SimulationNetwork, isPinned: Uint8Array | null): void {
  const { graph, isConstant } = network
  let kept = 0
  for (let node = 0; node < graph.nodeCount; node++) {
    network.edgeOffset[node] = kept
    if (isConstant[node] === 1 || isPinned?.[node] === 1) continue
    for (let edge = graph.edgeOffset[node]; edge < graph.edgeOffset[node + 1]; edge++) {
      const source = graph.edgeSource[edge]
      if (isConstant[source] === 1) {
        if (graph.edgeType[edge] !== MEMBER_EDGE)
          boundBy(network, node, edge, constantBound(network, node, edge, source))
        continue
      }
      const cap =
        graph.isSummaryStart[source] === 1 ? capOfMembers(network, node, edge, source) : Number.POSITIVE_INFINITY
      if (graph.isSummaryStart[source] === 1 && !hasLiveMember(network, source)) {
        boundBy(network, node, edge, cap)
        continue
      }
      copyEdge(network, edge, node, kept)
      network.edgeCap[kept++] = cap
    }
  }
  network.edgeOffset[graph.nodeCount] = kept
}

function copyEdge(network: SimulationNetwork, edge: number, node: number, at: number): void {
  const { graph, calendar } = network
  const source = graph.edgeSource[edge]
  const type = graph.edgeType[edge]
  const lag = graph.edgeLag[edge]
  network.edgeSource[at] = source
  network.edgeType[at] = type
  network.edgeLag[at] = lag
  network.edgeUnit[at] = graph.edgeUnit[edge]
  const isOneCalendar = calendar[source] === calendar[node]
  const isPlain = isOneCalendar && (lag === 0 || graph.edgeUnit[edge] === LAG_UNIT.working)
  network.edgeAdd[at] = isPlain ? lag + (type === LINK_TYPE.SF ? 1 : 0) : Number.NaN
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

function hasLiveMember(network: SimulationNetwork, start: number): boolean {
  const { graph, isConstant } = network
  for (let edge = graph.edgeOffset[start]; edge < graph.edgeOffset[start + 1]; edge++) {
    if (isConstant[graph.edgeSource[edge]] === 0) return true
  }
  return false
}

/** The earliest bound that the completed leaves of a summary impose on a node through the edge of its start. */
function capOfMembers(network: SimulationNetwork, node: number, edge: number, start: number): number {
  const { graph, isConstant } = network
  let cap = Number.POSITIVE_INFINITY
  for (let member = graph.edgeOffset[start]; member < graph.edgeOffset[start + 1]; member++) {
    const leaf = graph.edgeSource[member]
    if (isConstant[leaf] === 1) cap = Math.min(cap, constantBound(network, node, edge, leaf))
  }
  return cap
}

function boundBy(network: SimulationNetwork, node: number, edge: number, bound: number): void {
  const type = network.graph.edgeType[edge]
  const bounds = type === LINK_TYPE.FS || type === LINK_TYPE.SS ? network.startBound : network.finishBound
  bounds[node] = Math.max(bounds[node], bound)
}

/** What a completed task imposes: computed in dates, as the critical path does, then turned into an offset. */
function constantBound(network: SimulationNetwork, node: number, edge: number, source: number): number {
  const { graph, schedule, table, calendar } = network
  const type = graph.edgeType[edge]
  const lag = graph.edgeLag[edge]
  const task = graph.taskOfNode[source]
  const isFromFinish = type === LINK_TYPE.FS || type === LINK_TYPE.FF
  const date = isFromFinish ? schedule.earlyFinishDay[task] : schedule.earlyStartDay[task]
  const raw = type === LINK_TYPE.FS ? date + 1 : date
  const day =
    graph.edgeUnit[edge] === LAG_UNIT.elapsed
      ? table.nextDay(calendar[node], raw + lag)
      : table.shiftDay(calendar[node], table.nextDay(calendar[node], raw), lag)
  const isToStart = type === LINK_TYPE.FS || type === LINK_TYPE.SS
  return offsetOf(network, calendar[node], day) + (isToStart ? 0 : 1)
}
