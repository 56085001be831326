/** Edges of a graph side by side: edge n leads from `from[n]` to `to[n]`. */
export type EdgeList = { from: Int32Array; to: Int32Array }

/** Finds one cycle in a directed graph of nodes 0..n-1, as its nodes in order, or null. */
export function findCycle(nodeCount: number, edges: readonly (readonly [from: number, to: number])[]): number[] | null {
  return findCycleIn(nodeCount, {
    from: Int32Array.from(edges, ([from]) => from),
    to: Int32Array.from(edges, ([, to]) => to),
  })
}

/**
 * The same of edges in arrays. Depth-first with an explicit stack: a chain of 20,000 tasks would overflow the call
 * stack. O(nodes + edges).
 */
export function findCycleIn(nodeCount: number, edges: EdgeList): number[] | null {
  // Successors of node i stand in targets[starts[i]] to targets[starts[i + 1]].
  const starts = new Int32Array(nodeCount + 1)
  for (const from of edges.from) starts[from + 1] = (starts[from + 1] ?? 0) + 1
  for (let node = 0; node < nodeCount; node += 1) starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0)
  const next = starts.slice()
  const targets = new Int32Array(edges.to.length)
  for (let edge = 0; edge < targets.length; edge += 1) {
    const from = edges.from[edge] ?? 0
    const at = next[from] ?? 0
    targets[at] = edges.to[edge] ?? 0
    next[from] = at + 1
  }
  next.set(starts)

  const positionOnPath = new Int32Array(nodeCount).fill(-1)
  const isFinished = new Uint8Array(nodeCount)
  const path: number[] = []
  for (let root = 0; root < nodeCount; root += 1) {
    if (isFinished[root] === 1) continue
    path.push(root)
    positionOnPath[root] = 0
    while (path.length > 0) {
      const node = path.at(-1) ?? 0
      const at = next[node] ?? 0
      if (at === starts[node + 1]) {
        isFinished[node] = 1
        positionOnPath[node] = -1
        path.pop()
        continue
      }
      next[node] = at + 1
      const target = targets[at] ?? 0
      const seenAt = positionOnPath[target] ?? -1
      if (seenAt >= 0) return path.slice(seenAt)
      if (isFinished[target] === 1) continue
      positionOnPath[target] = path.length
      path.push(target)
    }
  }
  return null
}
