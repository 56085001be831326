import type { ScheduleGraph } from '../../model/schedule-graph.ts'
import { listSuccessors, type NodeLinks } from '../successors.ts'

const successors = new WeakMap<ScheduleGraph, NodeLinks>()

/** As `PathOrder` says: Kahn's algorithm, with a heap of what is free. */
export function orderInTypeScript(graph: ScheduleGraph, startDay: Int32Array, isCritical: Uint8Array): Int32Array {
  const { nodeCount, edgeOffset, taskOfNode, isSummaryStart, columns } = graph
  const links = successors.get(graph) ?? listSuccessors(graph)
  successors.set(graph, links)
  // Starts of summaries stand before all tasks, so that they are taken when they are free. In which order does not show.
  const keys = Float64Array.from(taskOfNode, (task, node) =>
    isSummaryStart[node] === 1 ? Number.NEGATIVE_INFINITY : startDay[task] * columns.taskCount + columns.idRank[task],
  )
  const free = new NodeHeap(keys)
  const waitsFor = new Int32Array(nodeCount)
  for (let node = 0; node < nodeCount; node++) {
    waitsFor[node] = edgeOffset[node + 1] - edgeOffset[node]
    if (waitsFor[node] === 0) free.add(node)
  }
  const order = new Int32Array(nodeCount)
  let listed = 0
  while (free.count > 0) {
    const node = free.takeLeast()
    if (isSummaryStart[node] === 0 && isCritical[taskOfNode[node]] === 1) order[listed++] = taskOfNode[node]
    for (let at = links.offset[node]; at < links.offset[node + 1]; at++) {
      if (--waitsFor[links.node[at]] === 0) free.add(links.node[at])
    }
  }
  return order.subarray(0, listed)
}

class NodeHeap {
  count = 0
  readonly #keys: Float64Array
  readonly #nodes: Int32Array

  constructor(keys: Float64Array) {
    this.#keys = keys
    this.#nodes = new Int32Array(keys.length)
  }

  add(node: number): void {
    const nodes = this.#nodes
    let at = this.count++
    for (; at > 0; at = (at - 1) >> 1) {
      const above = nodes[(at - 1) >> 1]
      if (this.#keys[above] <= this.#keys[node]) break
      nodes[at] = above
    }
    nodes[at] = node
  }

  takeLeast(): number {
    const nodes = this.#nodes
    const keys = this.#keys
    const least = nodes[0]
    const last = nodes[--this.count]
    let at = 0
    for (let below = 1; below < this.count; below = 2 * at + 1) {
      if (below + 1 < this.count && keys[nodes[below + 1]] < keys[nodes[below]]) below++
      if (keys[nodes[below]] >= keys[last]) break
      nodes[at] = nodes[below]
      at = below
    }
    nodes[at] = last
    return least
  }
}
