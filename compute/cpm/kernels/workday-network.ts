// The plain case, and most plans are: one calendar and lags in working days. Then every date is a working-day position and
// each link one number, `start(successor) >= start(predecessor) + weight`, whatever its type. Where a few links ask more, as those
// between calendars do, the others stay as they are (`crossings.ts`).

import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { LAG_UNIT, type ScheduleColumns } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import type { ColumnSurvey } from '../../model/survey/column-survey.ts'
import { surveyColumns } from '../../model/survey/survey-columns.ts'
import { isComplete } from '../../model/task-progress.ts'
import type { Crossings } from './crossings.ts'
import { isDone, placeAllInWorkdays, type WorkdayNodes } from './place-in-workdays.ts'

/** Nodes as their rows have them, and whether any began on a day off, is complete, or is under way. */
export interface PlacedNodes extends Pick<WorkdayNodes, 'floor' | 'length'> {
  beganOff: boolean
  isDone: boolean
  isBegun: boolean
}

/** What each edge adds to the start of its source. */
export type WeighedEdges = Pick<WorkdayNetwork, 'edgeWeight' | 'suspects'>

/** The steps of laying a network out in working days that a kernel takes. */
export interface WorkdayLayer {
  /** Floors and lengths, as far as constraints and what is complete leave them. */
  placeNodes(graph: ScheduleGraph, table: CalendarTable, calendar: number): PlacedNodes
  /** Edges, by the lengths of their nodes. */
  weighEdges(graph: ScheduleGraph, length: Int32Array, states: Uint8Array | null): WeighedEdges
}

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
  /** The day of each position: all working days of the table, calendar after calendar where there are several. */
  days: Int32Array
  /** Null where every edge adds its weight. */
  crossings: Crossings | null
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
  /** The first position after the last finish, on the main calendar where there are several. */
  finish: number
  /** Days: early start and finish, late start and finish, early start again; then total and free float. */
  columns: Int32Array
  /** Per task; of summaries neither this nor the columns mean anything. */
  isCritical: Uint8Array
  /** Per link. */
  isDriving: Uint8Array
}

/** Words of the record of a node: its late start less the project finish, which is none where it is complete, */
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
  /** One record a node, one more that stands for all summaries, and one that binds nothing. */
  records: Int32Array
  edgeWeight: Int32Array
  /** What the last run made; the same object and memory after every run. */
  dates: WorkdayDates
  /** Both passes, floats and driving links. */
  run(): WorkdayDates
  /** Columns and critical tasks, from the records and the finish of the dates. */
  gather(): void
  /** Has the next run see a node that changed in the network. */
  update(node: number): void
}

/** The calendar all tasks share when the network can be laid out in working days, else -1. */
export function findOnlyCalendar(graph: ScheduleGraph, survey: ColumnSurvey = surveyColumns(graph.columns)): number {
  if (graph.hasSummaryStarts || (survey.hasElapsedLag && hasElapsedLag(graph))) return -1
  const { leastCalendar, greatestCalendar } = survey
  return leastCalendar === greatestCalendar ? leastCalendar : calendarOfLeaves(graph)
}

/** -1 where they have several. */
function calendarOfLeaves({ columns, hierarchy }: ScheduleGraph): number {
  const { leafOrder } = hierarchy
  const { calendarIndex } = columns
  const calendar = calendarIndex[leafOrder[0]]
  // By index: a plan that is computed once meets this loop before it is compiled, and an iterator is slow there.
  for (let leaf = 0; leaf < leafOrder.length; leaf++) {
    if (calendarIndex[leafOrder[leaf]] !== calendar) return -1
  }
  return calendar
}

function hasElapsedLag({ edgeCount, edgeLag, edgeUnit }: ScheduleGraph): boolean {
  for (let edge = 0; edge < edgeCount; edge++) {
    if (edgeUnit[edge] === LAG_UNIT.elapsed && edgeLag[edge] !== 0) return true
  }
  return false
}

/**
 * Lays a network out in working days, or returns null where something has no position there: what is recorded on a day off.
 */
export function layOutWorkdays(
  graph: ScheduleGraph,
  table: CalendarTable,
  calendar: number,
  kernel: WorkdayLayer,
): WorkdayNetwork | null {
  const { columns, nodeCount, edgeCount, edgeOffset, edgeSource, hierarchy } = graph
  const { floor, length, beganOff, isDone, isBegun } = kernel.placeNodes(graph, table, calendar)
  if (beganOff) return null
  const nodes: WorkdayNodes = { floor, length, states: null, latestStart: null, isLate: null }
  const isPlain = columns.constraints === null && !isDone
  if (!isPlain && !placeAllInWorkdays(nodes, graph, table)) return null
  const { edgeWeight, suspects } = kernel.weighEdges(graph, length, nodes.states)
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
    crossings: null,
    suspects,
    begunTasks: isBegun ? findBegun(columns, hierarchy.leafOrder) : new Int32Array(0),
  }
}

/** The node of each task; of a summary, which has none, the one past the last. */
export function nodesOrNone({ nodeOfTask, nodeCount, hierarchy }: ScheduleGraph): Int32Array {
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

/** Whether the project finishes past the tables. */
export function isBeyond({ days, crossings }: WorkdayNetwork, { finish }: WorkdayDates): boolean {
  return crossings === null ? finish > days.length : crossings.isBeyond()
}

/** The first node whose late start lies before the days, or -1. */
export function findBefore(
  { latestStart, states, nodeCount, crossings }: WorkdayNetwork,
  records: Int32Array,
  finish: number,
): number {
  if (latestStart === null) return -1
  for (let node = 0; node < nodeCount; node++) {
    const first = crossings === null ? 0 : crossings.firstOf(node)
    const isBefore = records[RECORD.words * node + RECORD.late] + finish < first
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
