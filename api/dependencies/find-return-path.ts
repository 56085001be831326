import type { EdgeGraph } from './edge-graph.ts'

/**
 * The tasks on a way from a new link's successor back to its predecessor, or null when the link closes no cycle: one
 * breadth-first search, so a link costs time linear in the graph. A summary is two nodes, as in `findCycle`: links
 * enter at its own position, which leads to its children, and leave at `taskCount + position`, to which they lead.
 */
export function findReturnPath(graph: EdgeGraph, predecessor: number, successor: number): number[] | null {
  const taskCount = graph.tasks.count
  const isSummary = new Uint8Array(taskCount)
  for (const parent of graph.parentIndex) if (parent !== -1) isSummary[parent] = 1
  const exitOf = (task: number): number => (isSummary[task] === 1 ? taskCount + task : task)
  const { offsets, targets } = listTargets(graph, exitOf)
  const goal = exitOf(predecessor)
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

function listTargets(graph: EdgeGraph, exitOf: (task: number) => number) {
  const { predecessorIndex, successorIndex, parentIndex, tasks } = graph
  const taskCount = tasks.count
  const counts = new Int32Array(2 * taskCount + 2)
  const forEach = (visit: (from: number, to: number) => void): void => {
    for (let link = 0; link < predecessorIndex.length; link++) {
      visit(exitOf(predecessorIndex[link] as number), successorIndex[link] as number)
    }
    for (let task = 0; task < taskCount; task++) {
      const parent = parentIndex[task] as number
      if (parent === -1) continue
      visit(parent, task)
      visit(exitOf(task), taskCount + parent)
    }
  }
  forEach((from) => {
    counts[from + 2] = (counts[from + 2] as number) + 1
  })
  for (let node = 2; node < counts.length; node++)
    counts[node] = (counts[node] as number) + (counts[node - 1] as number)
  const targets = new Int32Array(counts[counts.length - 1] as number)
  forEach((from, to) => {
    const at = counts[from + 1] as number
    counts[from + 1] = at + 1
    targets[at] = to
  })
  return { offsets: counts, targets }
}

function leavesOnWay(cameFrom: Int32Array, goal: number, isSummary: Uint8Array): number[] {
  const way: number[] = []
  for (let node = goal; ; node = cameFrom[node] as number) {
    way.push(node)
    if (cameFrom[node] === node) break
  }
  return way.reverse().filter((node) => node < isSummary.length && isSummary[node] === 0)
}
