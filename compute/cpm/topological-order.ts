// Levels by Kahn's algorithm: a node's level is the length of the longest chain of links before it. Levels give an
// order that depends on the network and the ids only, never on the order in which tasks and links were written.

/** The level of every node, or null when the links contain a cycle. Linear in nodes and links. */
export function findLevels(nodeCount: number, from: Int32Array, to: Int32Array): Int32Array | null {
  const edgeCount = from.length
  const waiting = new Int32Array(nodeCount)
  const offsets = new Int32Array(nodeCount + 2)
  for (let edge = 0; edge < edgeCount; edge++) {
    waiting[to[edge]]++
    offsets[from[edge] + 2]++
  }
  for (let node = 2; node <= nodeCount; node++) offsets[node] += offsets[node - 1]
  const targets = new Int32Array(edgeCount)
  for (let edge = 0; edge < edgeCount; edge++) targets[offsets[from[edge] + 1]++] = to[edge]

  const levels = new Int32Array(nodeCount)
  const queue = new Int32Array(nodeCount)
  let queued = 0
  for (let node = 0; node < nodeCount; node++) if (waiting[node] === 0) queue[queued++] = node
  for (let taken = 0; taken < queued; taken++) {
    const node = queue[taken]
    const level = levels[node] + 1
    for (let at = offsets[node]; at < offsets[node + 1]; at++) {
      const target = targets[at]
      if (--waiting[target] > 0) continue
      // Nodes leave the queue by level, so the last predecessor is one of the highest.
      levels[target] = level
      queue[queued++] = target
    }
  }
  return queued === nodeCount ? levels : null
}

/** Sorts nodes, given in their order of preference, by level; stable and linear. */
export function orderByLevel(preferred: Int32Array, levels: Int32Array): Int32Array {
  let highest = 0
  for (let at = 0; at < preferred.length; at++) if (levels[preferred[at]] > highest) highest = levels[preferred[at]]
  const cursor = new Int32Array(highest + 2)
  for (let at = 0; at < preferred.length; at++) cursor[levels[preferred[at]] + 1]++
  for (let level = 0; level <= highest; level++) cursor[level + 1] += cursor[level]
  const order = new Int32Array(preferred.length)
  for (let at = 0; at < preferred.length; at++) order[cursor[levels[preferred[at]]]++] = preferred[at]
  return order
}
