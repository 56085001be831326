import type { ScheduleGraph } from '../model/schedule-graph.ts'

/** The other direction of the edge list: those that leave node n are `offset[n]` up to, not including, `offset[n + 1]`. */
export interface NodeLinks {
  offset: Int32Array
  node: Int32Array
  /** The edge each entry stands for. */
  edge: Int32Array
}

/** Edges by source, of one source in the order of their targets. */
export function listSuccessors(graph: ScheduleGraph): NodeLinks {
  const { nodeCount, edgeCount, edgeOffset, edgeSource } = graph
  const offset = new Int32Array(nodeCount + 1)
  for (let edge = 0; edge < edgeCount; edge++) offset[edgeSource[edge] + 1]++
  for (let node = 0; node < nodeCount; node++) offset[node + 1] += offset[node]
  const cursor = offset.slice(0, nodeCount)
  const node = new Int32Array(edgeCount)
  const edges = new Int32Array(edgeCount)
  for (let target = 0; target < nodeCount; target++) {
    for (let edge = edgeOffset[target]; edge < edgeOffset[target + 1]; edge++) {
      const at = cursor[edgeSource[edge]]++
      node[at] = target
      edges[at] = edge
    }
  }
  return { offset, node, edge: edges }
}
