import type { ExpandedLinks } from '../expand-links.ts'
import type { Hierarchy } from '../hierarchy.ts'
import type { ScheduleColumns } from '../schedule-columns.ts'
import type { ScheduleGraph } from '../schedule-graph.ts'

/** What a network is laid out from: tasks, who contains whom, and edges between leaves and starts of summaries. */
export interface NetworkSource {
  columns: ScheduleColumns
  hierarchy: Hierarchy
  links: ExpandedLinks
}

/** Nodes in topological order, by level and by id within a level, and edges by target; those of one target in their order. */
export interface LaidNetwork
  extends Pick<
    ScheduleGraph,
    | 'nodeCount'
    | 'taskOfNode'
    | 'isSummaryStart'
    | 'nodeOfTask'
    | 'edgeOffset'
    | 'edgeSource'
    | 'edgeType'
    | 'edgeLag'
    | 'edgeUnit'
  > {
  /** The place among the given edges of each. */
  edgeOrigin: Int32Array
  /** Days of the longest path, each task at its longest; undefined where that was not measured. */
  longestPathDays: number | undefined
}

/** Why a network cannot be laid out: links that `checkLinks` refuses, or a cycle. */
export type NetworkFault = 'bad_links' | 'cycle'
