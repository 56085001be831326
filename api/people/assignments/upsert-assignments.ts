import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { type UpsertedAssignment, upsertAssignmentRows } from './assignment.queries.ts'

export interface OwnedShare {
  readonly resourceId: string
  readonly units: string
}

/**
 * Assigns each resource, or changes its units; of a resource named twice the last entry counts. Returns only what
 * changed. The project's lock must be held.
 */
export async function upsertAssignments(
  ctx: Ctx<ProjectScope>,
  taskId: string,
  shares: readonly OwnedShare[],
): Promise<UpsertedAssignment[]> {
  const unitsOf = new Map(shares.map((share) => [share.resourceId, share.units]))
  const rows = [...unitsOf].map(([resource_id, units]) => ({ task_id: taskId, resource_id, units }))
  return upsertAssignmentRows(ctx, ctx.scope.projectId, rows)
}
