import { type EdgeNetwork, exitOf } from './edge-network.ts'

/**
 * The leaves on the shortest way from a link's successor back to its predecessor, or null when the link closes no
 * cycle: one breadth-first search, so a link costs time linear in the graph.
 */
export function findReturnPath(network: EdgeNetwork, predecessor: number, successor: number): number[] | null {
  const { taskCount, isSummary, offsets, targets } = network
  const goal = exitOf(network, predecessor)
  const cameFrom = new Int32Array(2 * taskCount).fill(-1)
  const queue = new Int32Array(2 * taskCount)
  queue[0] = successor
  cameFrom[successor] = successor
  for (let taken = 0, queued = 1; taken < queued; taken++) {
    const node = queue[taken] as number
    if (node === goal) return leavesOnWay(cameFrom, node, isSummary)
    for (let at = offsets[node] as number; at < (offsets[node + 1] as number); at++) {
      const target = targets[at] as number
      if (cameFrom[target] !== -1) continue
      cameFrom[target] = node
      queue[queued++] = target
    }
  }
  return null
}

function leavesOnWay(cameFrom: Int32Array, goal: number, isSummary: Uint8Array): number[] {
  const way: number[] = []
  for (let node = goal; ; node = cameFrom[node] as number) {
    way.push(node)
    if (cameFrom[node] === node) break
  }
  return way.reverse().filter((node) => node < isSummary.length && isSummary[node] === 0)
}
