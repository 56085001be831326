// Critical tasks in the topological order of the whole network keyed by early start and id: of all nodes whose
// predecessors are listed, the one with the least key comes next. Nearly every link leads to a greater key, and where all
// do, sorting by key is the answer. A link that falls makes its successor wait; such nodes, and those that wait for them
// in turn, are listed when the greatest key they wait for is.

import type { ScheduleGraph } from '../model/schedule-graph.ts'
import { listSuccessors, type NodeLinks } from './successors.ts'

/** Edges that may lead to a lesser key, as pairs of source and target. */
export type SuspectEdges = Int32Array

/** Early starts of nodes, as positions or days: only their order counts. */
export interface NodeStarts {
  values: Int32Array
  /** Where in `values` each node has its own; null where they stand in the order of nodes. */
  at: Int32Array | null
}

/** What ordering needs beside the dates, kept from run to run of a graph that stays. */
interface Scratch {
  /** Null until a node waits. */
  successors: NodeLinks | null
  /** The rank of a node's id. Starts of summaries stand before all tasks, so that they are taken when they are free. */
  rank: Float64Array
  /** The node of a task of each rank. */
  nodeOfRank: Int32Array
  /** Greatest key a node waits for; only of the nodes in `delayed`. */
  awaited: Float64Array
  queue: Int32Array
}

const scratches = new WeakMap<ScheduleGraph, Scratch>()
const BEFORE_ALL = -(2 ** 52)
const NONE = new Int32Array(0)

/** Orders critical nodes into critical tasks. No edge but the suspects may fall; those that do not are no harm. */
export function orderCriticalPath(
  graph: ScheduleGraph,
  starts: NodeStarts,
  criticalNodes: Int32Array,
  suspects: SuspectEdges,
): Int32Array {
  const { taskOfNode } = graph
  const scratch = scratches.get(graph) ?? makeScratch(graph)
  scratches.set(graph, scratch)
  const keys = new Keys(starts, scratch.rank, graph.columns.taskCount)
  const delayed = suspects.length === 0 ? NONE : findDelayed(graph, keys, suspects, scratch)
  const { awaited } = scratch
  const isWaiting = (node: number): boolean => awaited[node] > Number.NEGATIVE_INFINITY
  const waiting = delayed.length === 0 ? delayed : criticalNodes.filter(isWaiting)
  const prompt = sortByKey(
    keys,
    scratch,
    waiting.length === 0 ? criticalNodes : criticalNodes.filter((node) => !isWaiting(node)),
  )
  const order =
    waiting.length === 0 ? prompt : merge(keys, prompt, listWaiting(graph, keys, delayed, waiting, awaited), awaited)
  for (const node of delayed) awaited[node] = Number.NEGATIVE_INFINITY
  const tasks = new Int32Array(order.length)
  for (let at = 0; at < order.length; at++) tasks[at] = taskOfNode[order[at]]
  return tasks
}

/** Both lists rise; a node comes before those that wait for it. */
function merge(keys: Keys, prompt: Int32Array, late: Int32Array, awaited: Float64Array): Int32Array {
  const order = new Int32Array(prompt.length + late.length)
  let taken = 0
  for (let at = 0; at < order.length; at++) {
    const next = at - taken
    const isPrompt = taken === late.length || (next < prompt.length && keys.of(prompt[next]) <= awaited[late[taken]])
    order[at] = isPrompt ? prompt[next] : late[taken++]
  }
  return order
}

/** Those of the delayed nodes that are critical, in the order all of them would be listed. */
function listWaiting(
  graph: ScheduleGraph,
  keys: Keys,
  delayed: Int32Array,
  waiting: Int32Array,
  awaited: Float64Array,
): Int32Array {
  const isWaiting = new Set(waiting)
  const awaitedKeys = new Set(Array.from(waiting, (node) => awaited[node]))
  const involved = delayed.filter((node) => awaitedKeys.has(awaited[node]))
  return orderDelayed(graph, keys, involved, awaited).filter((node) => isWaiting.has(node))
}

/** Early start and rank of a node in one number, far below 2^53. */
class Keys {
  readonly rank: Float64Array
  readonly span: number
  readonly #values: Int32Array
  readonly #at: Int32Array | null

  constructor({ values, at }: NodeStarts, rank: Float64Array, span: number) {
    this.rank = rank
    this.span = span
    this.#values = values
    this.#at = at
  }

  startOf(node: number): number {
    return this.#values[this.#at === null ? node : this.#at[node]]
  }

  of(node: number): number {
    return this.startOf(node) * this.span + this.rank[node]
  }
}

function makeScratch(graph: ScheduleGraph): Scratch {
  const { taskOfNode, isSummaryStart, nodeCount } = graph
  const { idRank, taskCount } = graph.columns
  const rank = new Float64Array(nodeCount)
  const nodeOfRank = new Int32Array(taskCount)
  for (let node = 0; node < nodeCount; node++) {
    rank[node] = idRank[taskOfNode[node]] + (isSummaryStart[node] === 1 ? BEFORE_ALL : 0)
    if (isSummaryStart[node] === 0) nodeOfRank[rank[node]] = node
  }
  return {
    successors: null,
    rank,
    nodeOfRank,
    awaited: new Float64Array(nodeCount).fill(Number.NEGATIVE_INFINITY),
    queue: new Int32Array((nodeCount >> 5) + 1),
  }
}

/** Nodes that wait for a greater key than their own, in topological order, and in `awaited` the key. */
function findDelayed(graph: ScheduleGraph, keys: Keys, suspects: SuspectEdges, scratch: Scratch): Int32Array {
  const { awaited, queue } = scratch
  let isAny = false
  const wait = (node: number, key: number): void => {
    if (key <= awaited[node]) return
    awaited[node] = key
    queue[node >> 5] |= 1 << (node & 31)
    isAny = true
  }
  const seed = (source: number, target: number): void => {
    const key = keys.of(source)
    if (key > keys.of(target)) wait(target, key)
  }
  for (let at = 0; at < suspects.length; at += 2) seed(suspects[at], suspects[at + 1])
  if (!isAny) return NONE
  scratch.successors ??= listSuccessors(graph)
  const { successors } = scratch
  const delayed: number[] = []
  for (let word = 0; word < queue.length; word++) {
    while (queue[word] !== 0) {
      const bit = 31 - Math.clz32(queue[word] & -queue[word])
      queue[word] &= ~(1 << bit)
      const node = (word << 5) + bit
      delayed.push(node)
      const key = awaited[node]
      for (let at = successors.offset[node]; at < successors.offset[node + 1]; at++) {
        const successor = successors.node[at]
        if (key > keys.of(successor)) wait(successor, key)
      }
    }
  }
  return Int32Array.from(delayed)
}

/** Delayed nodes in the order they are listed: by what they wait for, and among those alike by Kahn's algorithm. */
function orderDelayed(graph: ScheduleGraph, keys: Keys, delayed: Int32Array, awaited: Float64Array): Int32Array {
  const order = delayed.toSorted((left, right) => awaited[left] - awaited[right])
  for (let from = 0; from < order.length; ) {
    let to = from + 1
    while (to < order.length && awaited[order[to]] === awaited[order[from]]) to++
    if (to - from > 1) order.set(orderAlike(graph, keys, order.subarray(from, to)), from)
    from = to
  }
  return order
}

/** Kahn's algorithm with a heap over nodes that wait for the same key; positions by key compare like keys. */
function orderAlike(graph: ScheduleGraph, keys: Keys, nodes: Int32Array): Int32Array {
  const { edgeOffset, edgeSource } = graph
  const byKey = nodes.toSorted((left, right) => keys.of(left) - keys.of(right))
  const position = new Map<number, number>()
  byKey.forEach((node, at) => {
    position.set(node, at)
  })
  const successors: number[][] = Array.from(byKey, () => [])
  const waiting = new Int32Array(byKey.length)
  byKey.forEach((node, at) => {
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const source = position.get(edgeSource[edge])
      if (source === undefined) continue
      successors[source].push(at)
      waiting[at]++
    }
  })
  const heap: number[] = []
  for (let at = 0; at < byKey.length; at++) if (waiting[at] === 0) pushHeap(heap, at)
  const result = new Int32Array(byKey.length)
  for (let filled = 0; filled < result.length; filled++) {
    const at = popHeap(heap)
    result[filled] = byKey[at]
    for (const successor of successors[at]) if (--waiting[successor] === 0) pushHeap(heap, successor)
  }
  return result
}

/** Nodes of tasks by key: as they come, when they come sorted; by counting, when they are many. */
function sortByKey(keys: Keys, scratch: Scratch, nodes: Int32Array): Int32Array {
  let isSorted = true
  let first = keys.startOf(nodes[0])
  let last = first
  for (let at = 1; at < nodes.length; at++) {
    isSorted &&= keys.of(nodes[at - 1]) < keys.of(nodes[at])
    first = Math.min(first, keys.startOf(nodes[at]))
    last = Math.max(last, keys.startOf(nodes[at]))
  }
  if (isSorted) return nodes
  const isWorthCounting = SORT_COST * nodes.length > keys.span + (last - first)
  return isWorthCounting ? countingSort(keys, scratch, nodes, first, last) : compareSort(keys, scratch, nodes)
}

/** What sorting one of many nodes costs, in steps of counting. */
const SORT_COST = 16

function compareSort(keys: Keys, { nodeOfRank }: Scratch, nodes: Int32Array): Int32Array {
  const sorted = new Float64Array(nodes.length)
  for (let at = 0; at < nodes.length; at++) sorted[at] = keys.of(nodes[at])
  sorted.sort()
  const order = new Int32Array(nodes.length)
  // Ranks are far too small for a quotient to be rounded up to the next whole number.
  for (let at = 0; at < order.length; at++) {
    order[at] = nodeOfRank[sorted[at] - Math.floor(sorted[at] / keys.span) * keys.span]
  }
  return order
}

/** Nodes in the order of their ranks, then by early start. */
function countingSort(keys: Keys, { nodeOfRank }: Scratch, nodes: Int32Array, first: number, last: number): Int32Array {
  const isMeant = new Uint8Array(keys.span)
  const cursor = new Int32Array(last - first + 2)
  for (let at = 0; at < nodes.length; at++) {
    isMeant[keys.rank[nodes[at]]] = 1
    cursor[keys.startOf(nodes[at]) - first + 1]++
  }
  for (let at = 0; at < last - first; at++) cursor[at + 1] += cursor[at]
  const sorted = new Int32Array(nodes.length)
  for (let rank = 0; rank < isMeant.length; rank++) {
    if (isMeant[rank] === 0) continue
    sorted[cursor[keys.startOf(nodeOfRank[rank]) - first]++] = nodeOfRank[rank]
  }
  return sorted
}

function pushHeap(heap: number[], value: number): void {
  let at = heap.length
  heap.push(value)
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (heap[parent] <= value) break
    heap[at] = heap[parent]
    at = parent
  }
  heap[at] = value
}

function popHeap(heap: number[]): number {
  const top = heap[0]
  const value = heap.pop() as number
  if (heap.length === 0) return top
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++
    if (heap[child] >= value) break
    heap[at] = heap[child]
    at = child
  }
  heap[at] = value
  return top
}
