import type { ScheduleGraph } from '../model/schedule-graph.ts'

/** Groups of at least two linked leaves without a link to the largest group; largest first, then by first task. */
export function findIslands(graph: ScheduleGraph): number[][] {
  const { nodeCount, edgeOffset, edgeSource, taskOfNode, isSummaryStart } = graph
  const root = Int32Array.from({ length: nodeCount }, (_, node) => node)
  const find = (node: number): number => {
    let at = node
    while (root[at] !== at) {
      root[at] = root[root[at]]
      at = root[at]
    }
    return at
  }
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) root[find(node)] = find(edgeSource[edge])
  }
  const groups = new Map<number, number[]>()
  for (let node = 0; node < nodeCount; node++) {
    if (isSummaryStart[node] === 1) continue
    const group = groups.get(find(node))
    if (group === undefined) groups.set(find(node), [taskOfNode[node]])
    else group.push(taskOfNode[node])
  }
  return [...groups.values()]
    .filter((tasks) => tasks.length > 1)
    .map((tasks) => tasks.sort((left, right) => left - right))
    .sort((left, right) => right.length - left.length || left[0] - right[0])
    .slice(1)
}
