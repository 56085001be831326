// Cycles by depth-first search with an explicit stack, in time linear in nodes and links.

import { readHierarchy } from '../model/hierarchy.ts'

export interface CycleQuestion {
  taskCount: number
  predecessorIndex: ArrayLike<number>
  successorIndex: ArrayLike<number>
  /** Task index of the summary each task lies in, -1 for none; absent when nothing is nested. */
  parentIndex?: Int32Array
}

/**
 * One cycle of the links as task indexes along the links, the first repeated at the end, or null when there is none.
 * A link of a summary stands for links of all its leaves, and the answer names leaves: a summary that waits for its
 * own leaf is reported as `[leaf, leaf]`. Refuses a loop of parents.
 */
export function findCycle(question: CycleQuestion): number[] | null {
  const { taskCount, predecessorIndex, successorIndex, parentIndex } = question
  if (parentIndex === undefined) return findNodeCycle(taskCount, predecessorIndex, successorIndex)
  const { isSummary } = readHierarchy(parentIndex)
  // A summary is two nodes: links enter at its own index, which leads to its children, and leave at taskCount +
  // index, to which its children lead. That is the cross product of the leaves in linear space.
  const exitOf = (task: number): number => (isSummary[task] === 1 ? taskCount + task : task)
  const from: number[] = []
  const to: number[] = []
  for (let link = 0; link < predecessorIndex.length; link++) {
    from.push(exitOf(predecessorIndex[link]))
    to.push(successorIndex[link])
  }
  for (let task = 0; task < taskCount; task++) {
    const parent = parentIndex[task]
    if (parent === -1) continue
    from.push(parent, exitOf(task))
    to.push(task, taskCount + parent)
  }
  const cycle = findNodeCycle(2 * taskCount, from, to)
  if (cycle === null) return null
  const leaves = cycle.slice(1).filter((node) => node < taskCount && isSummary[node] === 0)
  return [...leaves, leaves[0]]
}

/** One cycle of a plain graph as node indexes, the first repeated at the end, or null. */
export function findNodeCycle(nodeCount: number, from: ArrayLike<number>, to: ArrayLike<number>): number[] | null {
  const { offsets, targets } = listSuccessors(nodeCount, from, to)
  const next = offsets.slice(0, nodeCount)
  const isOpen = new Uint8Array(nodeCount)
  const path: number[] = []
  for (let root = 0; root < nodeCount; root++) {
    if (next[root] !== offsets[root] || isOpen[root] === 1) continue
    path.push(root)
    isOpen[root] = 1
    while (path.length > 0) {
      const node = path[path.length - 1]
      if (next[node] === offsets[node + 1]) {
        isOpen[node] = 0
        path.pop()
        continue
      }
      const target = targets[next[node]++]
      if (isOpen[target] === 1) return [...path.slice(path.indexOf(target)), target]
      if (next[target] !== offsets[target]) continue
      if (offsets[target] === offsets[target + 1]) continue
      isOpen[target] = 1
      path.push(target)
    }
  }
  return null
}

function listSuccessors(nodeCount: number, from: ArrayLike<number>, to: ArrayLike<number>) {
  const offsets = new Int32Array(nodeCount + 1)
  for (let edge = 0; edge < from.length; edge++) offsets[from[edge] + 1]++
  for (let node = 0; node < nodeCount; node++) offsets[node + 1] += offsets[node]
  const cursor = offsets.slice(0, nodeCount)
  const targets = new Int32Array(from.length)
  for (let edge = 0; edge < from.length; edge++) targets[cursor[from[edge]]++] = to[edge]
  return { offsets, targets }
}
