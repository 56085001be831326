import { findCycle } from '../../../compute/cpm/find-cycle.ts'
import { cyclicDependency } from '../../dependencies/dependency.errors.ts'
import { describeCycle } from '../../dependencies/describe-cycle.ts'
import { type EdgeGraph, loadEdgeGraph } from '../../dependencies/edge-graph.ts'
import type { Ctx } from '../../platform/context.ts'

export interface MovedRow {
  readonly id: string
  readonly oldParentId: string | null
}

/**
 * A link of a summary stands for its leaves, so moving rows can close a cycle. The moves are stored already; a cycle
 * that they did not bring is not held against them.
 */
export async function checkGraphAfterMove(
  ctx: Ctx<unknown>,
  projectIds: readonly string[],
  moved: readonly MovedRow[],
): Promise<void> {
  if (moved.length === 0) return
  const graph = await loadEdgeGraph(ctx, projectIds, null)
  const cycle = cycleOf(graph, graph.parentIndex)
  if (cycle === null || cycleOf(graph, parentsBefore(graph, moved)) !== null) return
  const path = cycle.map((task) => graph.tasks.textAt(task))
  throw cyclicDependency(path, await describeCycle(ctx, path))
}

function cycleOf(graph: EdgeGraph, parentIndex: Int32Array): number[] | null {
  const { predecessorIndex, successorIndex, tasks } = graph
  return findCycle({ taskCount: tasks.count, predecessorIndex, successorIndex, parentIndex })
}

function parentsBefore(graph: EdgeGraph, moved: readonly MovedRow[]): Int32Array {
  const parentIndex = graph.parentIndex.slice()
  for (const row of moved) {
    parentIndex[graph.tasks.findText(row.id)] = row.oldParentId === null ? -1 : graph.tasks.findText(row.oldParentId)
  }
  return parentIndex
}
