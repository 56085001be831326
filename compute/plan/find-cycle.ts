// Cycles by depth-first search with an explicit stack, in time linear in nodes and links: a chain of 20,000 tasks would
// overflow the call stack.

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
