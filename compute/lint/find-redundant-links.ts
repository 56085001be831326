// A finish-to-start link without lag says nothing when another path of finish-to-start links, without leads and through
// unfinished tasks, leads from the same predecessor to the same successor: that path always ends later.

import { LINK_TYPE } from '../model/schedule-columns.ts'
import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { isComplete } from '../model/task-progress.ts'

export interface RedundantLinks {
  /** Links between leaves, in the order of the columns. Removing them all at once moves nothing. */
  links: number[]
  /** False when the search was cut short. */
  isWhole: boolean
}

/** Steps of the search over all links together; beyond, a dense network would take minutes. */
const MAX_STEPS = 20_000_000

export function findRedundantLinks(graph: ScheduleGraph, maxSteps = MAX_STEPS): RedundantLinks {
  const holding = listHoldingEdges(graph)
  const reachedFrom = new Int32Array(graph.nodeCount).fill(-1)
  const links: number[] = []
  let stepsLeft = maxSteps
  for (let source = 0; source < graph.nodeCount; source++) {
    const direct = holding.direct[source]
    if (direct === undefined) continue
    const last = direct.reduce((latest, { target }) => Math.max(latest, target), -1)
    // Everything reachable in two links or more; nodes stand in order, so nothing beyond the last target matters.
    const stack: number[] = []
    for (const middle of holding.next[source]) if (!holding.isBlocked(middle)) stack.push(...holding.next[middle])
    while (stack.length > 0 && stepsLeft > 0) {
      const node = stack.pop() as number
      stepsLeft--
      if (node > last || reachedFrom[node] === source) continue
      reachedFrom[node] = source
      if (!holding.isBlocked(node)) for (const next of holding.next[node]) stack.push(next)
    }
    for (const { target, link } of direct) if (reachedFrom[target] === source) links.push(link)
    if (stepsLeft <= 0) return { links: links.sort((left, right) => left - right), isWhole: false }
  }
  return { links: links.sort((left, right) => left - right), isWhole: true }
}

/** Per node: where links that hold lead to, and the links that may be redundant. */
function listHoldingEdges(graph: ScheduleGraph) {
  const { columns, nodeCount, edgeOffset, edgeSource, edgeType, edgeLag, edgeLink, taskOfNode, hierarchy } = graph
  const next: number[][] = Array.from({ length: nodeCount }, () => [])
  const direct: ({ target: number; link: number }[] | undefined)[] = new Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      if (edgeType[edge] !== LINK_TYPE.FS) continue
      const source = edgeSource[edge]
      const link = edgeLink[edge]
      if (edgeLag[edge] >= 0) next[source].push(node)
      const ends = [columns.predecessorIndex[link], columns.successorIndex[link]]
      if (edgeLag[edge] > 0 || ends.some((task) => hierarchy.isSummary[task] === 1)) continue
      const listed = direct[source]
      if (listed === undefined) direct[source] = [{ target: node, link }]
      else listed.push({ target: node, link })
    }
  }
  // A complete task stands where it was recorded and hands nothing on.
  const isBlocked = (node: number) => isComplete(columns, taskOfNode[node])
  return { next, direct, isBlocked }
}
