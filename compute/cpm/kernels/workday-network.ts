// The plain case, and most plans are: one calendar, lags in working days, nothing complete. Then every date is a
// working-day position and each link one number, `start(successor) >= start(predecessor) + weight`, whatever its type.

import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { LAG_UNIT, LINK_TYPE, NO_DAY } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { isComplete } from '../../model/task-progress.ts'
import { remainingDays } from '../../plan/remaining-days.ts'
import { NO_BOUND } from '../backward-pass.ts'
import { PIN, placeConstraints } from '../constraints/place-constraints.ts'
import { placeNodes } from '../place-nodes.ts'

export interface WorkdayNetwork {
  nodeCount: number
  edgeCount: number
  edgeOffset: Int32Array
  edgeSource: Int32Array
  edgeWeight: Int32Array
  /** Latest start bound that no link sets, as a position from the project start. */
  floor: Int32Array
  /** Days a node occupies: a milestone takes its day. */
  length: Int32Array
  taskCount: number
  linkCount: number
  /** `nodeCount` for summaries. */
  nodeOfTask: Int32Array
  /** The link an edge decides about; `linkCount` where it decides about none. */
  edgeLink: Int32Array
  /** The day of each position. */
  days: Int32Array
  /** The days before the first position, which only late dates under a cap reach. */
  daysBefore: Int32Array
  /** Latest starts that no link sets; null where nothing is held to any. */
  caps: StartCaps | null
  /** Edges that need not lead to a later start, as pairs of source and target; others among them are no harm. */
  suspects: Int32Array
  /** Tasks whose span begins before their early start. */
  begunTasks: Int32Array
}

/** Constraints and deadlines as the latest start of some nodes, as positions. */
export interface StartCaps {
  nodes: Int32Array
  positions: Int32Array
}

/** Columns of a result that a kernel fills, in their order there. */
export const DATE_COLUMNS = 7

/** What a kernel makes of a network. Where it finishes past the last of its days, only starts and finish are made. */
export interface WorkdayDates {
  /** Per node, as a position in working days from the project start. */
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
 * A network where a kernel keeps it. What the passes read (weights, floors and the lengths in the records) may be
 * changed between runs, and what they wrote may be mended by hand.
 */
export interface ResidentNetwork {
  /** One record a node, and one more that stands for all summaries. */
  records: Int32Array
  edgeWeight: Int32Array
  floor: Int32Array
  /** What the last run made; the same object and memory after every run. */
  dates: WorkdayDates
  /** Both passes, floats and driving links. */
  run(): WorkdayDates
  /** Only the columns again, from the records and the finish of the dates. */
  gather(): void
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
    const task = leafOrder[leaf]
    if (calendarIndex[task] !== calendar || isComplete(columns, task)) return -1
  }
  for (let edge = 0; edge < edgeCount; edge++) {
    if (edgeUnit[edge] === LAG_UNIT.elapsed && edgeLag[edge] !== 0) return -1
  }
  return calendar
}

/**
 * Lays a network out in working days, or returns null where something has no position there: a start recorded on a day off, a
 * pin, and what is to stand late.
 */
export function layOutWorkdays(graph: ScheduleGraph, table: CalendarTable, calendar: number): WorkdayNetwork | null {
  const { columns, nodeCount, edgeCount, taskOfNode, hierarchy } = graph
  const { durationDays, percentComplete, plannedStartDay, actualStartDay } = columns
  const origin = table.rankOf(calendar, columns.projectStartDay)
  const openFloor = columns.statusDay === NO_DAY ? 0 : Math.max(0, table.rankOf(calendar, columns.statusDay) - origin)
  const floor = new Int32Array(nodeCount).fill(openFloor)
  const length = new Int32Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    const task = taskOfNode[node]
    const percent = percentComplete[task]
    const days = percent === 0 ? durationDays[task] : remainingDays(durationDays[task], percent)
    length[node] = days < 1 ? 1 : days
    const plannedDay = plannedStartDay[task]
    if (plannedDay !== NO_DAY) floor[node] = Math.max(floor[node], table.rankOf(calendar, plannedDay) - origin)
    const actualDay = actualStartDay[task]
    if (actualDay === NO_DAY) continue
    if (table.nextDay(calendar, actualDay) !== actualDay) return null
    floor[node] = Math.max(floor[node], table.rankOf(calendar, actualDay) - origin)
  }
  const held = holdInWorkdays(graph, table, calendar, floor, length)
  if (held === null) return null
  const { edgeOffset, edgeSource } = graph
  const edgeWeight = layOutEdges(graph, length)
  const firstDay = table.dayOffset[calendar] + origin
  return {
    nodeCount,
    edgeCount,
    edgeOffset,
    edgeSource,
    edgeWeight,
    floor,
    length,
    taskCount: columns.taskCount,
    linkCount: columns.linkCount,
    nodeOfTask: nodesOrNone(graph),
    edgeLink: linksDecided(graph),
    days: table.days.subarray(firstDay, table.dayOffset[calendar] + table.workingCount[calendar]),
    daysBefore: table.days.subarray(table.dayOffset[calendar], firstDay),
    caps: held.caps,
    suspects: findSuspects(graph, edgeWeight),
    begunTasks: findBegun(hierarchy.leafOrder, percentComplete),
  }
}

/** The node of each task; of a summary, which has none, the one past the last. */
function nodesOrNone({ nodeOfTask, nodeCount, hierarchy }: ScheduleGraph): Int32Array {
  if (hierarchy.summaryCount === 0) return nodeOfTask
  return nodeOfTask.map((node) => (node === -1 ? nodeCount : node))
}

function findBegun(leafOrder: Int32Array, percentComplete: Float64Array): Int32Array {
  const begun: number[] = []
  for (let leaf = 0; leaf < leafOrder.length; leaf++) {
    if (percentComplete[leafOrder[leaf]] > 0) begun.push(leafOrder[leaf])
  }
  return Int32Array.from(begun)
}

/** Raises the floors of what is held to an earliest date, and lists latest starts. Null where something else is held. */
function holdInWorkdays(
  graph: ScheduleGraph,
  table: CalendarTable,
  calendar: number,
  floor: Int32Array,
  length: Int32Array,
): { caps: StartCaps | null } | null {
  const { columns, nodeCount } = graph
  if (columns.constraints === null) return { caps: null }
  const held = placeConstraints(graph, placeNodes(graph, table), table, columns, columns.constraints)
  if (held.isLate.includes(1) || held.pin.some((pin) => pin !== PIN.none)) return null
  const origin = table.rankOf(calendar, columns.projectStartDay)
  // Before the tables there is one position, which makes them wider.
  const positionOf = (day: number): number => (day < table.firstDay ? -1 : table.rankOf(calendar, day)) - origin
  const nodes: number[] = []
  const positions: number[] = []
  for (let node = 0; node < nodeCount; node++) {
    const toLast = length[node] - 1
    floor[node] = Math.max(floor[node], positionOf(held.placement.floorDay[node]))
    const finishFloor = held.finishFloorDay[node]
    if (finishFloor !== NO_DAY) floor[node] = Math.max(floor[node], positionOf(finishFloor) - toLast)
    const startCap = held.startCapDay[node]
    const finishCap = held.finishCapDay[node]
    if (startCap === NO_BOUND && finishCap === NO_BOUND) continue
    nodes.push(node)
    positions.push(
      Math.min(
        startCap === NO_BOUND ? NO_BOUND : positionOf(startCap),
        finishCap === NO_BOUND ? NO_BOUND : positionOf(finishCap) - toLast,
      ),
    )
  }
  const caps = { nodes: Int32Array.from(nodes), positions: Int32Array.from(positions) }
  return { caps: nodes.length === 0 ? null : caps }
}

/** Bounds the late starts of capped nodes, which count from the project finish, before the backward pass. */
export function capLateStarts({ caps }: WorkdayNetwork, records: Int32Array, finish: number): void {
  if (caps === null) return
  for (let at = 0; at < caps.nodes.length; at++) {
    const record = RECORD.words * caps.nodes[at]
    records[record + RECORD.late] = Math.min(records[record + RECORD.late], caps.positions[at] - finish)
  }
}

/** A node whose late start lies before the tables, or -1. */
export function findBefore(
  { caps, daysBefore, nodeCount }: WorkdayNetwork,
  records: Int32Array,
  finish: number,
): number {
  if (caps === null) return -1
  for (let node = 0; node < nodeCount; node++) {
    if (records[RECORD.words * node + RECORD.late] + finish < -daysBefore.length) return node
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

/** Edges without a positive weight, except those at least level that lead to a greater id. */
export function findSuspects(graph: ScheduleGraph, edgeWeight: Int32Array): Int32Array {
  const { nodeCount, edgeOffset, edgeSource, taskOfNode } = graph
  const { idRank } = graph.columns
  const pairs: number[] = []
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      if (edgeWeight[edge] > 0) continue
      const source = edgeSource[edge]
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
