import type { Hierarchy } from './hierarchy.ts'
import type { ScheduleColumns } from './schedule-columns.ts'

export interface ScheduleGraph {
  columns: ScheduleColumns
  hierarchy: Hierarchy
  /** Nodes stand in topological order; by level, and by id within a level. */
  nodeCount: number
  edgeCount: number
  /** The task of a node: a leaf, or the summary whose start the node stands for. */
  taskOfNode: Int32Array
  isSummaryStart: Uint8Array
  /** -1 for summaries. */
  nodeOfTask: Int32Array
  /** Edges sorted by target; those into node n are `edgeOffset[n]` up to, not including, `edgeOffset[n + 1]`. */
  edgeOffset: Int32Array
  edgeSource: Int32Array
  edgeType: Uint8Array
  edgeLag: Int32Array
  edgeUnit: Uint8Array
  /** The link an edge comes from, -1 for the edges from leaves to the start of their summary. */
  edgeLink: Int32Array
  hasSummaryStarts: boolean
  /** Upper bound of the working days on any path. */
  longestPathDays: number
}
