// The plain case, and most plans are: one calendar and lags in working days. Then every date is a working-day position and
// each link one number, `start(successor) >= start(predecessor) + weight`, whatever its type.

import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { LAG_UNIT, LINK_TYPE, NO_DAY, type ScheduleColumns } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { isComplete } from '../../model/task-progress.ts'
import { remainingDays } from '../../plan/remaining-days.ts'
import { holdsStill, isDone, placeAllInWorkdays, type WorkdayNodes } from './place-in-workdays.ts'

export interface WorkdayNetwork extends WorkdayNodes {
  nodeCount: number
  edgeCount: number
  edgeOffset: Int32Array
  edgeSource: Int32Array
  edgeWeight: Int32Array
  taskCount: number
  linkCount: number
  /** `nodeCount` for summaries. */
  nodeOfTask: Int32Array
  /** The link an edge decides about; `linkCount` where it decides about none. */
  edgeLink: Int32Array
  /** The day of each position: all working days of the table. */
  days: Int32Array
  /** Edges that need not lead to a later start, as pairs of source and target; others among them are no harm. */
  suspects: Int32Array
  /** Tasks whose span begins before their early start. */
  begunTasks: Int32Array
}

/** Columns of a result that a kernel fills, in their order there. */
export const DATE_COLUMNS = 7

/** What a kernel makes of a network. Where it finishes past the last of its days, only starts and finish are made. */
export interface WorkdayDates {
  /** Per node, as a position. */
  earlyStart: Int32Array
  /** The first position after the last finish. */
  finish: number
  /** Days: early start and finish, late start and finish, early start again; then total and free float. */
  columns: Int32Array
  /** Per task; of summaries neither this nor the columns mean anything. */
  isCritical: Uint8Array
  /** Per link. */
  isDriving: Uint8Array
}

/** Words of the record of a node: its late start less the project finish, */
export const RECORD = {
  late: 0,
  /** the latest start that moves no successor from its early start, */
  next: 1,
  /** its early start, and its length. */
  early: 2,
  length: 3,
  words: 4,
} as const

/**
 * A network where a kernel keeps it. Weights may be changed between runs, and what the passes wrote may be mended by hand.
 */
export interface ResidentNetwork {
  /** One record a node, and one more that stands for all summaries. */
  records: Int32Array
  edgeWeight: Int32Array
  /** What the last run made; the same object and memory after every run. */
  dates: WorkdayDates
  /** Both passes, floats and driving links. */
  run(): WorkdayDates
  /** Only the passes: afterwards columns and critical tasks are behind until they are gathered. */
  pass(): WorkdayDates
  /** Columns and critical tasks, from the records and the finish of the dates. */
  gather(): void
  /** The latest end of all nodes by the records. */
  latestEnd(): number
  /** Has the next run see a node that changed in the network. */
  update(node: number): void
}

/** The calendar all tasks share when the network can be laid out in working days, else -1. */
export function findOnlyCalendar(graph: ScheduleGraph): number {
  const { columns, edgeCount, edgeLag, edgeUnit, hierarchy } = graph
  if (graph.hasSummaryStarts) return -1
  const { leafOrder } = hierarchy
  const { calendarIndex } = columns
  const calendar = calendarIndex[leafOrder[0]]
  // By index: a plan that is computed once meets these loops before they are compiled, and an iterator is slow there.
  for (let leaf = 0; leaf < leafOrder.length; leaf++) {
    if (calendarIndex[leafOrder[leaf]] !== calendar) return -1
  }
  for (let edge = 0; edge < edgeCount; edge++) {
    if (edgeUnit[edge] === LAG_UNIT.elapsed && edgeLag[edge] !== 0) return -1
  }
  return calendar
}

/**
 * Lays a network out in working days, or returns null where something has no position there: what is recorded on a day off.
 */
export function layOutWorkdays(graph: ScheduleGraph, table: CalendarTable, calendar: number): WorkdayNetwork | null {
  const { columns, nodeCount, edgeCount, taskOfNode, hierarchy } = graph
  const { durationDays, percentComplete, plannedStartDay, actualStartDay, actualFinishDay } = columns
  const openDay = Math.max(columns.projectStartDay, columns.statusDay)
  const floor = new Int32Array(nodeCount).fill(table.rankOf(calendar, openDay))
  const length = new Int32Array(nodeCount)
  let isPlain = columns.constraints === null
  for (let node = 0; node < nodeCount; node++) {
    const task = taskOfNode[node]
    const percent = percentComplete[task]
    const days = percent === 0 ? durationDays[task] : remainingDays(durationDays[task], percent)
    length[node] = days < 1 ? 1 : days
    const plannedDay = plannedStartDay[task]
    if (plannedDay !== NO_DAY) floor[node] = Math.max(floor[node], table.rankOf(calendar, plannedDay))
    if (percent >= 100 || actualFinishDay[task] !== NO_DAY) isPlain = false
    const actualDay = actualStartDay[task]
    if (actualDay === NO_DAY) continue
    if (table.nextDay(calendar, actualDay) !== actualDay) return null
    floor[node] = Math.max(floor[node], table.rankOf(calendar, actualDay))
  }
  const nodes: WorkdayNodes = { floor, length, states: null, latestStart: null, isLate: null }
  if (!isPlain && !placeAllInWorkdays(nodes, graph, table)) return null
  const { edgeOffset, edgeSource } = graph
  const edgeWeight = layOutEdges(graph, length)
  const firstDay = table.dayOffset[calendar]
  return {
    nodeCount,
    edgeCount,
    edgeOffset,
    edgeSource,
    edgeWeight,
    floor,
    length,
    states: nodes.states,
    latestStart: nodes.latestStart,
    isLate: nodes.isLate,
    taskCount: columns.taskCount,
    linkCount: columns.linkCount,
    nodeOfTask: nodesOrNone(graph),
    edgeLink: linksDecided(graph),
    days: table.days.subarray(firstDay, firstDay + table.workingCount[calendar]),
    suspects: findSuspects(graph, edgeWeight, nodes.states),
    begunTasks: findBegun(columns, hierarchy.leafOrder),
  }
}

/** The node of each task; of a summary, which has none, the one past the last. */
function nodesOrNone({ nodeOfTask, nodeCount, hierarchy }: ScheduleGraph): Int32Array {
  if (hierarchy.summaryCount === 0) return nodeOfTask
  return nodeOfTask.map((node) => (node === -1 ? nodeCount : node))
}

/** Tasks under way, whose span begins before their early start. */
export function findBegun(columns: ScheduleColumns, leafOrder: Int32Array): Int32Array {
  const begun: number[] = []
  for (let leaf = 0; leaf < leafOrder.length; leaf++) {
    const task = leafOrder[leaf]
    if (columns.percentComplete[task] > 0 && !isComplete(columns, task)) begun.push(task)
  }
  return Int32Array.from(begun)
}

/** The first node whose late start lies before the days, or -1. */
export function findBefore(
  { latestStart, states, nodeCount }: WorkdayNetwork,
  records: Int32Array,
  finish: number,
): number {
  if (latestStart === null) return -1
  for (let node = 0; node < nodeCount; node++) {
    const isBefore = records[RECORD.words * node + RECORD.late] + finish < 0
    if (isBefore && !(states !== null && isDone(states[node]))) return node
  }
  return -1
}

/** A link with a summary at either end never drives, whatever its edges say. */
export function linksDecided(graph: ScheduleGraph): Int32Array {
  const { columns, hierarchy, edgeLink } = graph
  if (hierarchy.summaryCount === 0) return edgeLink
  const { predecessorIndex, successorIndex, linkCount } = columns
  const { isSummary } = hierarchy
  return edgeLink.map((link) =>
    isSummary[predecessorIndex[link]] === 1 || isSummary[successorIndex[link]] === 1 ? linkCount : link,
  )
}

/** Edges without a positive weight, except those at least level that lead to a greater id; and all to what no link moves. */
export function findSuspects(graph: ScheduleGraph, edgeWeight: Int32Array, states: Uint8Array | null): Int32Array {
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
      const rises = idRank[taskOfNode[source]] < idRank[taskOfNode[node]]
      if (edgeWeight[edge] < 0 || !rises) pairs.push(source, node)
    }
  }
  return Int32Array.from(pairs)
}

function layOutEdges(graph: ScheduleGraph, length: Int32Array): Int32Array {
  const { nodeCount, edgeOffset, edgeSource } = graph
  const weights = new Int32Array(graph.edgeCount)
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      weights[edge] = weightOf(graph, edge, length[edgeSource[edge]], length[node])
    }
  }
  return weights
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
