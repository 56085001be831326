import type { ScheduleGraph } from '../model/build-graph.ts'
import type { Floats } from './floats.ts'

/** Marks every link that leaves its predecessor no float. A link with a summary at either end is never marked. */
export function markDrivingLinks(graph: ScheduleGraph, floats: Floats, isDriving: Uint8Array): void {
  const { columns, hierarchy, edgeCount, edgeLink } = graph
  for (let edge = 0; edge < edgeCount; edge++) {
    if (floats.linkDays[edge] !== 0) continue
    const link = edgeLink[edge]
    const isBetweenLeaves =
      hierarchy.isSummary[columns.predecessorIndex[link]] === 0 &&
      hierarchy.isSummary[columns.successorIndex[link]] === 0
    if (isBetweenLeaves) isDriving[link] = 1
  }
}
