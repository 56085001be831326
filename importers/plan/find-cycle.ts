/**
 * Finds one cycle in a directed graph, as the list of its nodes in order, or null. Depth-first with an explicit stack:
 * a chain of 20,000 tasks would overflow the call stack. O(nodes + edges).
 */
export function findCycle(edges: Iterable<{ from: string; to: string }>): string[] | null {
  const successors = new Map<string, string[]>()
  for (const edge of edges) {
    const list = successors.get(edge.from)
    if (list === undefined) successors.set(edge.from, [edge.to])
    else list.push(edge.to)
  }
  const finished = new Set<string>()
  for (const root of successors.keys()) {
    const cycle = finished.has(root) ? null : cycleFrom(root, successors, finished)
    if (cycle !== null) return cycle
  }
  return null
}

function cycleFrom(root: string, successors: Map<string, string[]>, finished: Set<string>): string[] | null {
  const path: string[] = [root]
  const nextIndex: number[] = [0]
  const onPath = new Map<string, number>([[root, 0]])
  while (path.length > 0) {
    const top = path.length - 1
    const node = path[top] as string
    const index = nextIndex[top] as number
    const next = successors.get(node)?.[index]
    if (next === undefined) {
      finished.add(node)
      onPath.delete(node)
      path.pop()
      nextIndex.pop()
      continue
    }
    nextIndex[top] = index + 1
    const seenAt = onPath.get(next)
    if (seenAt !== undefined) return path.slice(seenAt)
    if (finished.has(next)) continue
    onPath.set(next, path.length)
    path.push(next)
    nextIndex.push(0)
  }
  return null
}
