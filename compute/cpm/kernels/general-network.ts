import type { CalendarTable } from '../../calendar/calendar-table.ts'
import { LINK_TYPE } from '../../model/schedule-columns.ts'
import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { type NodeConstraints, PIN, placeConstraints } from '../constraints/place-constraints.ts'
import { NODE_STATE, type NodePlacement, placeNodes } from '../place-nodes.ts'
import type { WorkdayDates } from './workday-network.ts'

/** A network in dates, for which several calendars, completed tasks and lags in elapsed days are nothing special. */
export interface GeneralNetwork {
  graph: ScheduleGraph
  table: CalendarTable
  placement: NodePlacement
  /** Null where the plan holds neither constraints nor deadlines. */
  held: NodeConstraints | null
  /** The link an edge decides about; the number of links where it decides about none. */
  edgeLink: Int32Array
  /** Unfinished tasks whose span begins before their early start. */
  begunTasks: Int32Array
  /** Edges that need not lead to a later start, as pairs of source and target. */
  suspects: Int32Array
}

/** Like those of a network of working days, but early starts and the finish are days. */
export interface GeneralDates extends WorkdayDates {
  /** The least of all days of leaves. */
  leastDay: number
}

/** Dates and floats of nodes, as days. */
export interface NodeRows {
  earlyStart: Int32Array
  earlyFinish: Int32Array
  lateStart: Int32Array
  lateFinish: Int32Array
  total: Int32Array
  free: Int32Array
}

export interface ResidentGeneral {
  /** Where every run leaves what it found of nodes; null where that does not stay. Between runs it may be mended by hand. */
  rows: NodeRows | null
  /** Unless told otherwise what is to stand late is moved once the passes are through. */
  run(holdsBack?: boolean): GeneralDates
  /** Has the next run see a node or an edge that changed in the network. */
  update(node: number): void
  updateEdge(edge: number): void
}

export function layOutGeneral(graph: ScheduleGraph, table: CalendarTable, edgeLink: Int32Array): GeneralNetwork {
  const { columns } = graph
  const placement = placeNodes(graph, table)
  const held =
    columns.constraints === null ? null : placeConstraints(graph, placement, table, columns, columns.constraints)
  return {
    graph,
    table,
    placement,
    held,
    edgeLink,
    begunTasks: findBegun(graph, placement),
    suspects: findSuspects(graph, placement, held),
  }
}

export function findBegun({ columns, hierarchy, nodeOfTask }: ScheduleGraph, { state }: NodePlacement): Int32Array {
  return hierarchy.leafOrder.filter(
    (task) => columns.percentComplete[task] > 0 && state[nodeOfTask[task]] === NODE_STATE.open,
  )
}

/**
 * A finish holds back a start by a day at least, a lag by more; a recorded start and a pin are held back by nothing, and what
 * stands late moves after the passes.
 */
export function findSuspects(graph: ScheduleGraph, { state }: NodePlacement, held: NodeConstraints | null): Int32Array {
  const { nodeCount, edgeOffset, edgeSource, edgeType, edgeLag, taskOfNode } = graph
  const { idRank } = graph.columns
  const pairs: number[] = []
  for (let node = 0; node < nodeCount; node++) {
    const isPinned = held !== null && held.pin[node] !== PIN.none
    const isPlaced = !isPinned && (state[node] === NODE_STATE.open || state[node] === NODE_STATE.done)
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const source = edgeSource[edge]
      const isLater = edgeType[edge] === LINK_TYPE.FS && edgeLag[edge] >= 0
      const rises = idRank[taskOfNode[source]] < idRank[taskOfNode[node]]
      const isLevel = edgeType[edge] === LINK_TYPE.SS && edgeLag[edge] >= 0 && rises
      const isLate = held !== null && held.isLate[source] === 1
      if (isLate || !(isPlaced && (isLater || isLevel))) pairs.push(source, node)
    }
  }
  return Int32Array.from(pairs)
}
