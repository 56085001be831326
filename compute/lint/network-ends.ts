import { MEMBER_EDGE } from '../model/expand-links.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'

export interface EdgeEnds {
  /** Links into and out of each leaf, those of the summaries around it included. */
  into: Int32Array
  outOf: Int32Array
}

/** Counts the links at both ends of every leaf; a link from the start of a summary leaves every leaf of it. */
export function edgeEnds(
  graph: ScheduleGraph,
  counts: (type: number, end: 'into' | 'outOf') => boolean = () => true,
): EdgeEnds {
  const { columns, nodeCount, edgeOffset, edgeSource, edgeType, edgeLink, taskOfNode, isSummaryStart, hierarchy } =
    graph
  const ends = { into: new Int32Array(columns.taskCount), outOf: new Int32Array(columns.taskCount) }
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      if (edgeType[edge] === MEMBER_EDGE) continue
      // As the plan states it; at a milestone that stands at one end of its day the network has another one.
      const type = columns.linkType[edgeLink[edge]]
      if (counts(type, 'into')) ends.into[taskOfNode[node]]++
      if (!counts(type, 'outOf')) continue
      const source = edgeSource[edge]
      const task = taskOfNode[source]
      if (isSummaryStart[source] === 0) ends.outOf[task]++
      else {
        const { leafOrder, leafFrom, leafTo } = hierarchy
        for (let at = leafFrom[task]; at < leafTo[task]; at++) ends.outOf[leafOrder[at]]++
      }
    }
  }
  return ends
}
