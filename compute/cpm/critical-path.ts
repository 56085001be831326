// Critical tasks in the topological order of the whole network keyed by early start and id: of all nodes whose
// predecessors are listed, the one with the least key comes next. Nearly every link leads to a greater key, and where all
// do, sorting by key is the answer. A link that falls makes its successor wait; such nodes, and those that wait for them
// in turn, are listed when the greatest key they wait for is.

import type { ScheduleGraph } from '../model/build-graph.ts'
import { listSuccessors, type NodeLinks } from './successors.ts'

/** Edges that may lead to a lesser key, as pairs of source and target. */
export type SuspectEdges = Int32Array

/** What ordering needs beside the dates, kept from run to run of a graph that stays. */
interface Scratch {
  successors: NodeLinks
  /** The rank of a node's id. Starts of summaries stand before all tasks, so that they are taken when they are free. */
  rank: Float64Array
  /** Greatest key a node waits for; only of the nodes in `delayed`. */
  awaited: Float64Array
  queue: Int32Array
}

const scratches = new WeakMap<ScheduleGraph, Scratch>()
const BEFORE_ALL = -(2 ** 52)

/** Orders critical nodes into critical tasks. No edge but the suspects may fall; those that do not are no harm. */
export function orderCriticalPath(
  graph: ScheduleGraph,
  earlyStart: Int32Array,
  criticalNodes: Int32Array,
  suspects: SuspectEdges,
): Int32Array {
  const { taskOfNode } = graph
  const scratch = scratches.get(graph) ?? makeScratch(graph)
  scratches.set(graph, scratch)
  const keys = new Keys(earlyStart, scratch.rank, graph.columns.taskCount)
  const delayed = findDelayed(keys, suspects, scratch)
  const { awaited } = scratch
  const isWaiting = (node: number): boolean => awaited[node] > Number.NEGATIVE_INFINITY
  const waiting = delayed.length === 0 ? delayed : criticalNodes.filter(isWaiting)
  const prompt = sortByKey(
    keys,
    waiting.length === 0 ? criticalNodes : criticalNodes.filter((node) => !isWaiting(node)),
  )
  const order =
    waiting.length === 0 ? prompt : merge(keys, prompt, listWaiting(graph, keys, delayed, waiting, awaited), awaited)
  for (const node of delayed) awaited[node] = Number.NEGATIVE_INFINITY
  return order.map((node) => taskOfNode[node])
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
  readonly earlyStart: Int32Array
  readonly rank: Float64Array
  readonly span: number

  constructor(earlyStart: Int32Array, rank: Float64Array, span: number) {
    this.earlyStart = earlyStart
    this.rank = rank
    this.span = span
  }

  of(node: number): number {
    return this.earlyStart[node] * this.span + this.rank[node]
  }
}

function makeScratch(graph: ScheduleGraph): Scratch {
  const { taskOfNode, isSummaryStart, columns } = graph
  return {
    successors: listSuccessors(graph),
    rank: Float64Array.from(
      taskOfNode,
      (task, node) => columns.idRank[task] + (isSummaryStart[node] === 1 ? BEFORE_ALL : 0),
    ),
    awaited: new Float64Array(graph.nodeCount).fill(Number.NEGATIVE_INFINITY),
    queue: new Int32Array((graph.nodeCount >> 5) + 1),
  }
}

/** Nodes that wait for a greater key than their own, in topological order, and in `awaited` the key. */
function findDelayed(keys: Keys, suspects: SuspectEdges, scratch: Scratch): Int32Array {
  const { awaited, queue, successors } = scratch
  const wait = (node: number, key: number): void => {
    if (key <= awaited[node]) return
    awaited[node] = key
    queue[node >> 5] |= 1 << (node & 31)
  }
  const seed = (source: number, target: number): void => {
    const key = keys.of(source)
    if (key > keys.of(target)) wait(target, key)
  }
  for (let at = 0; at < suspects.length; at += 2) seed(suspects[at], suspects[at + 1])
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

/** Nodes of tasks by key. */
function sortByKey(keys: Keys, nodes: Int32Array): Int32Array {
  const { span, rank } = keys
  const nodeOfRank = new Int32Array(span)
  const sorted = new Float64Array(nodes.length)
  for (let at = 0; at < nodes.length; at++) {
    nodeOfRank[rank[nodes[at]]] = nodes[at]
    sorted[at] = keys.of(nodes[at])
  }
  sorted.sort()
  return Int32Array.from(sorted, (key) => nodeOfRank[((key % span) + span) % span])
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
