import type { EdgeGraph } from './edge-graph.ts'

/** A link as positions in the graph. */
export interface EdgeEnds {
  readonly from: number
  readonly to: number
}

/**
 * Links and hierarchy as one plain graph in linear space. A summary is two nodes, as in `findCycle`: links enter at its
 * own position, which leads to its children, and leave at `taskCount + position`, to which its children lead.
 */
export interface EdgeNetwork {
  readonly taskCount: number
  readonly isSummary: Uint8Array
  /** Targets of node n are `targets[offsets[n]]` up to, not including, `targets[offsets[n + 1]]`. */
  readonly offsets: Int32Array
  readonly targets: Int32Array
}

/** The network of the stored links and some added ones. */
export function edgeNetwork(graph: EdgeGraph, added: readonly EdgeEnds[] = []): EdgeNetwork {
  const taskCount = graph.tasks.count
  const isSummary = new Uint8Array(taskCount)
  for (const parent of graph.parentIndex) if (parent !== -1) isSummary[parent] = 1
  const shape = { taskCount, isSummary }
  const counts = new Int32Array(2 * taskCount + 2)
  forEachStep(graph, added, shape, (from) => {
    counts[from + 2] = (counts[from + 2] as number) + 1
  })
  for (let node = 2; node < counts.length; node++)
    counts[node] = (counts[node] as number) + (counts[node - 1] as number)
  const targets = new Int32Array(counts[counts.length - 1] as number)
  // Filling moves each start up to the next one, which turns the shifted counts into the offsets.
  forEachStep(graph, added, shape, (from, to) => {
    const at = counts[from + 1] as number
    counts[from + 1] = at + 1
    targets[at] = to
  })
  return { ...shape, offsets: counts, targets }
}

/** Where links leave a task. */
export function exitOf({ taskCount, isSummary }: Pick<EdgeNetwork, 'taskCount' | 'isSummary'>, task: number): number {
  return isSummary[task] === 1 ? taskCount + task : task
}

function forEachStep(
  graph: EdgeGraph,
  added: readonly EdgeEnds[],
  shape: Pick<EdgeNetwork, 'taskCount' | 'isSummary'>,
  visit: (from: number, to: number) => void,
): void {
  const { predecessorIndex, successorIndex, parentIndex } = graph
  for (let link = 0; link < predecessorIndex.length; link++) {
    visit(exitOf(shape, predecessorIndex[link] as number), successorIndex[link] as number)
  }
  for (const { from, to } of added) visit(exitOf(shape, from), to)
  for (let task = 0; task < shape.taskCount; task++) {
    const parent = parentIndex[task] as number
    if (parent === -1) continue
    visit(parent, task)
    visit(exitOf(shape, task), shape.taskCount + parent)
  }
}
