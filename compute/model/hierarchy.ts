import { refuseUnless } from './refusal.ts'

/** Who contains whom. The leaves below any task are one slice of `leafOrder`, so no list per summary is needed. */
export interface Hierarchy {
  isSummary: Uint8Array
  /** Leaf task indexes, depth first. */
  leafOrder: Int32Array
  /** The leaves of task t are `leafOrder[leafFrom[t]]` up to, not including, `leafOrder[leafTo[t]]`. */
  leafFrom: Int32Array
  leafTo: Int32Array
  summaryCount: number
  /** Summaries, every one before those inside it. */
  summaryOrder: Int32Array
  parentIndex: Int32Array
}

/** Reads parent indexes (-1 for none) into a hierarchy in linear time; refuses a loop of parents. */
export function readHierarchy(parentIndex: Int32Array): Hierarchy {
  const taskCount = parentIndex.length
  if (isFlat(parentIndex)) return flatHierarchy(parentIndex)
  const { firstChild, nextSibling, isSummary } = linkChildren(parentIndex)
  const leafFrom = new Int32Array(taskCount).fill(-1)
  const leafTo = new Int32Array(taskCount)
  const leafOrder = new Int32Array(taskCount)
  const summaryOrder = new Int32Array(taskCount)
  let leafCount = 0
  let summaryCount = 0
  const enter = (task: number): void => {
    leafFrom[task] = leafCount
    if (isSummary[task] === 0) leafOrder[leafCount++] = task
    else summaryOrder[summaryCount++] = task
  }
  for (let root = 0; root < taskCount; root++) {
    if (parentIndex[root] !== -1) continue
    let task = root
    enter(task)
    for (;;) {
      if (firstChild[task] !== -1) {
        // Descend, and forget the child, so that coming back continues with its next sibling.
        const child = firstChild[task]
        firstChild[task] = nextSibling[child]
        task = child
        enter(task)
        continue
      }
      leafTo[task] = leafCount
      if (task === root) break
      task = parentIndex[task]
    }
  }
  const unreached = leafFrom.indexOf(-1)
  refuseUnless(unreached === -1, () => `Task {task:${unreached}} lies in a loop of parents.`, [unreached])
  return {
    isSummary,
    leafOrder: leafOrder.subarray(0, leafCount),
    leafFrom,
    leafTo,
    summaryCount,
    summaryOrder: summaryOrder.subarray(0, summaryCount),
    parentIndex,
  }
}

function isFlat(parentIndex: Int32Array): boolean {
  for (let task = 0; task < parentIndex.length; task++) if (parentIndex[task] !== -1) return false
  return true
}

function flatHierarchy(parentIndex: Int32Array): Hierarchy {
  const taskCount = parentIndex.length
  const leafFrom = new Int32Array(taskCount)
  const leafTo = new Int32Array(taskCount)
  for (let task = 0; task < taskCount; task++) {
    leafFrom[task] = task
    leafTo[task] = task + 1
  }
  const isSummary = new Uint8Array(taskCount)
  const summaryOrder = new Int32Array(0)
  return { isSummary, leafOrder: leafFrom, leafFrom, leafTo, summaryCount: 0, summaryOrder, parentIndex }
}

function linkChildren(parentIndex: Int32Array) {
  const firstChild = new Int32Array(parentIndex.length).fill(-1)
  const nextSibling = new Int32Array(parentIndex.length).fill(-1)
  const isSummary = new Uint8Array(parentIndex.length)
  for (let task = parentIndex.length - 1; task >= 0; task--) {
    const parent = parentIndex[task]
    if (parent === -1) continue
    isSummary[parent] = 1
    nextSibling[task] = firstChild[parent]
    firstChild[parent] = task
  }
  return { firstChild, nextSibling, isSummary }
}
