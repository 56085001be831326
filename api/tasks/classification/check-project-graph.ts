import { findCycle } from '../../../compute/cpm/find-cycle.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { cyclicDependency } from '../../dependencies/dependency.errors.ts'
import { describeCycle } from '../../dependencies/describe-cycle.ts'
import { loadEdgeGraph } from '../../dependencies/edge-graph.ts'
import type { Ctx } from '../../platform/context.ts'

/** A project whose links stand in a cycle cannot be scheduled, so nothing that asks for a schedule is written to it. */
export async function checkProjectGraph(ctx: Ctx<ProjectScope>): Promise<void> {
  const graph = await loadEdgeGraph(ctx, [ctx.scope.projectId], null)
  const { predecessorIndex, successorIndex, parentIndex, tasks } = graph
  const cycle = findCycle({ taskCount: tasks.count, predecessorIndex, successorIndex, parentIndex })
  if (cycle === null) return
  const path = cycle.map((task) => tasks.textAt(task))
  throw cyclicDependency(path, await describeCycle(ctx, path))
}
