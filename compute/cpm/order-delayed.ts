import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { NodeQueue } from './node-queue.ts'
import type { NodeLinks } from './successors.ts'

/** So many are sorted by comparing. */
const FEW_NODES = 1024

/** The number a node is listed by, and what it says. */
export interface NodeKeys {
  of(node: number): number
  /** The task of the node that has a key, and whether that is the start of a summary, which comes before all leaves. */
  taskOf(key: number): number
  isOfStart(key: number): boolean
  /** Marked tasks by start and id, in memory that the next answer may overwrite. */
  sortTasks(isMarked: Uint8Array): Int32Array
}

/**
 * Delayed nodes in the order they are listed: by the key they wait for, and among those that wait for the same one by Kahn's
 * algorithm, of all that wait for none of the others the least key first. `slotOf` is room, -1 a node before and after.
 */
export function orderDelayed(
  graph: ScheduleGraph,
  keys: NodeKeys,
  delayed: Int32Array,
  awaited: Float64Array,
  successors: NodeLinks,
  slotOf: Int32Array,
): Int32Array {
  const { edgeOffset, edgeSource } = graph
  const { length } = delayed
  const slots = length < FEW_NODES ? sortFew(keys, delayed, awaited) : layOutGroups(graph, keys, delayed, awaited)
  for (let slot = 0; slot < length; slot++) slotOf[slots[slot]] = slot
  const isAlike = (node: number, key: number): boolean => slotOf[node] >= 0 && awaited[node] === key
  const waitsFor = new Int32Array(length)
  for (let slot = 0; slot < length; slot++) {
    const node = slots[slot]
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      if (isAlike(edgeSource[edge], awaited[node])) waitsFor[slot]++
    }
  }
  const order = new Int32Array(length)
  const free = NodeQueue.of(length)
  let listed = 0
  for (let from = 0; from < length; ) {
    const key = awaited[slots[from]]
    let to = from
    for (; to < length && awaited[slots[to]] === key; to++) if (waitsFor[to] === 0) free.add(to)
    for (let slot = free.takeFirst(); slot >= 0; slot = free.takeFirst()) {
      const node = slots[slot]
      order[listed++] = node
      for (let at = successors.offset[node]; at < successors.offset[node + 1]; at++) {
        const target = successors.node[at]
        if (isAlike(target, key) && --waitsFor[slotOf[target]] === 0) free.add(slotOf[target])
      }
    }
    from = to
  }
  for (let slot = 0; slot < length; slot++) slotOf[slots[slot]] = -1
  return order
}

function sortFew(keys: NodeKeys, delayed: Int32Array, awaited: Float64Array): Int32Array {
  return delayed.toSorted((left, right) => awaited[left] - awaited[right] || keys.of(left) - keys.of(right))
}

/** Nodes by the key they wait for, and those alike by their own. */
function layOutGroups(
  { taskOfNode, isSummaryStart, columns }: ScheduleGraph,
  keys: NodeKeys,
  delayed: Int32Array,
  awaited: Float64Array,
): Int32Array {
  const { taskCount } = columns
  const nodeOfTask = new Int32Array(taskCount)
  const own = new TaskSet(taskCount)
  const anchors = new TaskSet(taskCount)
  /** How many nodes wait for that of a task; then where the next of them goes. */
  const cursor = new Int32Array(taskCount)
  for (let at = 0; at < delayed.length; at++) {
    const node = delayed[at]
    const key = awaited[node]
    nodeOfTask[taskOfNode[node]] = node
    own.add(taskOfNode[node], isSummaryStart[node] === 1)
    const anchor = keys.taskOf(key)
    anchors.add(anchor, keys.isOfStart(key))
    cursor[anchor]++
  }
  let first = 0
  for (const task of anchors.sorted(keys)) {
    const count = cursor[task]
    cursor[task] = first
    first += count
  }
  const slots = new Int32Array(delayed.length)
  for (const task of own.sorted(keys)) {
    const node = nodeOfTask[task]
    slots[cursor[keys.taskOf(awaited[node])]++] = node
  }
  return slots
}

/** Tasks that stand for nodes: leaves, and summaries whose start comes before all of those. */
class TaskSet {
  readonly #leaves: Uint8Array
  readonly #starts: Uint8Array
  #hasStarts = false

  constructor(taskCount: number) {
    this.#leaves = new Uint8Array(taskCount)
    this.#starts = new Uint8Array(taskCount)
  }

  add(task: number, isStart: boolean): void {
    if (isStart) {
      this.#starts[task] = 1
      this.#hasStarts = true
    } else this.#leaves[task] = 1
  }

  /** By key, in memory that the next answer may overwrite. */
  sorted(keys: NodeKeys): Int32Array {
    if (!this.#hasStarts) return keys.sortTasks(this.#leaves)
    const starts = keys.sortTasks(this.#starts).slice()
    const leaves = keys.sortTasks(this.#leaves)
    const all = new Int32Array(starts.length + leaves.length)
    all.set(starts)
    all.set(leaves, starts.length)
    return all
  }
}
