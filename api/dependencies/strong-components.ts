// Tarjan's strongly connected components with explicit stacks, in time linear in nodes and targets.

import type { EdgeNetwork } from './edge-network.ts'

/** A number per node, equal for two nodes exactly when each reaches the other. */
export function strongComponents({ taskCount, offsets, targets }: EdgeNetwork): Int32Array {
  const nodeCount = 2 * taskCount
  const component = new Int32Array(nodeCount).fill(-1)
  const order = new Int32Array(nodeCount).fill(-1)
  const lowest = new Int32Array(nodeCount)
  const next = offsets.slice(0, nodeCount)
  const path = new Int32Array(nodeCount)
  const open = new Int32Array(nodeCount)
  let visited = 0
  let openCount = 0
  for (let root = 0; root < nodeCount; root++) {
    if (order[root] !== -1) continue
    let depth = 0
    path[0] = root
    while (depth >= 0) {
      const node = path[depth] as number
      if (order[node] === -1) {
        order[node] = visited
        lowest[node] = visited++
        open[openCount++] = node
      }
      if ((next[node] as number) < (offsets[node + 1] as number)) {
        const at = next[node] as number
        next[node] = at + 1
        const target = targets[at] as number
        if (order[target] === -1) path[++depth] = target
        else if (component[target] === -1) lowest[node] = Math.min(lowest[node] as number, order[target] as number)
        continue
      }
      if (lowest[node] === order[node]) {
        for (let member = -1; member !== node; ) {
          member = open[--openCount] as number
          component[member] = node
        }
      }
      depth--
      if (depth < 0) break
      const parent = path[depth] as number
      lowest[parent] = Math.min(lowest[parent] as number, lowest[node] as number)
    }
  }
  return component
}
