import type { ScheduleGraph } from '../model/build-graph.ts'

/**
 * Critical tasks in the topological order of the whole network keyed by early start and id: never a successor before
 * its predecessor. Where every link leads to a greater key, and that is the usual case, sorting the critical tasks by
 * key is the answer; else Kahn's algorithm over all nodes, with a heap.
 */
export function orderCriticalPath(
  graph: ScheduleGraph,
  earlyStartDay: Int32Array,
  criticalNodes: Int32Array,
): Int32Array {
  const { taskOfNode, nodeCount } = graph
  if (rises(graph, earlyStartDay)) {
    return sortByKey(graph, earlyStartDay, criticalNodes).map((node) => taskOfNode[node])
  }
  const all = Int32Array.from({ length: nodeCount }, (_, node) => node)
  const isCritical = new Uint8Array(nodeCount)
  for (const node of criticalNodes) isCritical[node] = 1
  return orderByHeap(graph, sortByKey(graph, earlyStartDay, all))
    .filter((node) => isCritical[node] === 1)
    .map((node) => taskOfNode[node])
}

/** Whether every link leads to a greater key. Then no order by key can put a successor first. */
function rises(graph: ScheduleGraph, earlyStartDay: Int32Array): boolean {
  const { nodeCount, edgeOffset, edgeSource, taskOfNode, hasSummaryStarts } = graph
  const { idRank } = graph.columns
  if (hasSummaryStarts) return false
  for (let node = 0; node < nodeCount; node++) {
    const start = earlyStartDay[node]
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) {
      const source = edgeSource[edge]
      const isBefore =
        earlyStartDay[source] < start ||
        (earlyStartDay[source] === start && idRank[taskOfNode[source]] < idRank[taskOfNode[node]])
      if (!isBefore) return false
    }
  }
  return true
}

/**
 * Nodes by early start, then id. Starts of summaries come first: a heap then takes them the moment they are free, so
 * that they shape the order of tasks no more than direct links from their leaves would.
 */
function sortByKey(graph: ScheduleGraph, earlyStartDay: Int32Array, nodes: Int32Array): Int32Array {
  const { taskOfNode, isSummaryStart, columns } = graph
  const rankSpan = columns.taskCount
  const nodeOfRank = new Int32Array(rankSpan)
  const keys = new Float64Array(nodes.length)
  let firstDay = 0
  for (const node of nodes) firstDay = Math.min(firstDay, earlyStartDay[node])
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    const rank = columns.idRank[taskOfNode[node]]
    nodeOfRank[rank] = node
    // Day and rank share one number, far below 2^53; the node is found again through its rank.
    keys[at] = isSummaryStart[node] === 1 ? rank - rankSpan : (earlyStartDay[node] - firstDay) * rankSpan + rank
  }
  keys.sort()
  return Int32Array.from(nodes, (_, at) => nodeOfRank[(keys[at] + rankSpan) % rankSpan])
}

/** Kahn's algorithm; the heap holds positions in the key order, which compare like the keys. */
function orderByHeap(graph: ScheduleGraph, order: Int32Array): Int32Array {
  const { nodeCount, edgeOffset, edgeSource } = graph
  const position = new Int32Array(nodeCount)
  for (let at = 0; at < nodeCount; at++) position[order[at]] = at
  const waiting = new Int32Array(nodeCount)
  const successors: number[][] = Array.from({ length: nodeCount }, () => [])
  for (let node = 0; node < nodeCount; node++) {
    waiting[node] = edgeOffset[node + 1] - edgeOffset[node]
    for (let edge = edgeOffset[node]; edge < edgeOffset[node + 1]; edge++) successors[edgeSource[edge]].push(node)
  }
  const heap: number[] = []
  for (let node = 0; node < nodeCount; node++) if (waiting[node] === 0) pushHeap(heap, position[node])
  const result = new Int32Array(nodeCount)
  for (let at = 0; at < nodeCount; at++) {
    const node = order[popHeap(heap)]
    result[at] = node
    for (const successor of successors[node]) if (--waiting[successor] === 0) pushHeap(heap, position[successor])
  }
  return result
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
