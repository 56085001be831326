import type { ScheduleGraph } from '../model/build-graph.ts'
import type { Floats } from './floats.ts'

/** Per link: 1 where it leaves its predecessor no float. A link with a summary at either end is never marked. */
export function findDrivingLinks(graph: ScheduleGraph, floats: Floats): Uint8Array {
  const { columns, hierarchy, edgeCount, edgeLink } = graph
  const isDriving = new Uint8Array(columns.linkCount)
  for (let edge = 0; edge < edgeCount; edge++) {
    if (floats.linkDays[edge] !== 0) continue
    const link = edgeLink[edge]
    const isBetweenLeaves =
      hierarchy.isSummary[columns.predecessorIndex[link]] === 0 &&
      hierarchy.isSummary[columns.successorIndex[link]] === 0
    if (isBetweenLeaves) isDriving[link] = 1
  }
  return isDriving
}
