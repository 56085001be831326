import type { ProjectScope } from '../../access/project-scope.ts'
import { findRefusedEdges } from '../../dependencies/check-edges.ts'
import { dependenciesBulkCreated } from '../../dependencies/dependency.events.ts'
import { loadEdgeGraph } from '../../dependencies/edge-graph.ts'
import { lockEdgeProjects } from '../../dependencies/lock-edges.ts'
import type { Ctx } from '../../platform/context.ts'
import { emit } from '../../platform/events/define-event.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import {
  type DeletedEdge,
  dateWithOtherEnd,
  deletedNamed,
  deletedWithProject,
  deletedWithTasks,
  reviveLinks,
} from './deleted-edge.queries.ts'

/**
 * Links that were deleted with the restored tasks come back when both ends live, no live twin stands in their place and
 * they close no cycle with links made since. A link whose other end is still deleted waits for that one's return.
 */
export async function restoreEdges(
  ctx: Ctx<ProjectScope>,
  taskIds: readonly string[],
  deletedAt: string,
): Promise<void> {
  await reviveOrLeave(ctx, await deletedWithTasks(ctx, taskIds, deletedAt))
}

/** The same for links into other projects that were deleted with the project of the scope. */
export async function restoreCrossEdges(ctx: Ctx<ProjectScope>, deletedAt: string): Promise<void> {
  await reviveOrLeave(ctx, await deletedWithProject(ctx, ctx.scope.projectId, deletedAt))
}

async function reviveOrLeave(ctx: Ctx<ProjectScope>, edges: readonly DeletedEdge[]): Promise<void> {
  const waiting = edges.filter((edge) => edge.other_deleted_at !== null)
  if (waiting.length > 0) await dateWithOtherEnd(ctx, waiting)
  const candidates = edges.filter((edge) => edge.other_deleted_at === null)
  if (candidates.length > 0) await reviveFeasible(ctx, candidates)
}

/** Brings named deleted links back under the same conditions; returns how many. */
export async function reviveEdges(ctx: Ctx<ProjectScope>, edgeIds: readonly string[]): Promise<number> {
  if (edgeIds.length === 0) return 0
  const edges = await deletedNamed(ctx, edgeIds)
  const candidates = edges.filter((edge) => edge.other_deleted_at === null)
  return candidates.length === 0 ? 0 : reviveFeasible(ctx, candidates)
}

/** Returns how many came back. */
async function reviveFeasible(ctx: Ctx<ProjectScope>, edges: readonly DeletedEdge[]): Promise<number> {
  const { projectId, programId } = ctx.scope
  const touched = edges.flatMap((edge) => [edge.predecessor_project_id, edge.successor_project_id])
  const projectIds = await lockEdgeProjects(ctx, { programId, projectIds: [projectId, ...touched] })
  const graph = await loadEdgeGraph(ctx, projectIds, null)
  const pairs = edges.map((edge) => ({ predecessorId: edge.predecessor_id, successorId: edge.successor_id }))
  const refused = new Set(findRefusedEdges(graph, pairs).map((edge) => edge.index))
  const revived = edges.filter((_, index) => !refused.has(index))
  if (revived.length === 0) return 0
  await reviveLinks(
    ctx,
    projectId,
    revived.map((edge) => edge.id),
  )
  announceRevived(ctx, revived)
  for (const touchedId of new Set(touched)) requestRecompute(ctx, touchedId)
  return revived.length
}

/** Who saw a task go knows that its links went; which of them came back is told, in one frame for each project. */
function announceRevived(ctx: Ctx<ProjectScope>, revived: readonly DeletedEdge[]): void {
  const ends = (edge: DeletedEdge) => [edge.predecessor_project_id, edge.successor_project_id]
  for (const projectId of [...new Set(revived.flatMap(ends))].sort()) {
    const dependency_ids = revived.filter((edge) => ends(edge).includes(projectId)).map((edge) => edge.id)
    emit(ctx, dependenciesBulkCreated, { projectId, payload: { dependency_ids } })
  }
}
