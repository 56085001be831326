import { readHierarchy } from '../model/hierarchy.ts'
import { findNodeCycle } from '../plan/find-cycle.ts'

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
