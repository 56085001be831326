import type { ProjectScope } from '../../access/project-scope.ts'
import { findRefusedEdges } from '../../dependencies/check-edges.ts'
import { loadEdgeGraph } from '../../dependencies/edge-graph.ts'
import { lockEdgeProjects } from '../../dependencies/lock-edges.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../schedule/request-recompute.ts'

interface DeletedEdge {
  id: string
  predecessor_id: string
  successor_id: string
  predecessor_project_id: string
  successor_project_id: string
  other_deleted_at: string | null
}

/**
 * Links that were deleted with the restored tasks come back when both ends live, no live twin stands in their place and
 * they close no cycle with links made since. A link whose other end is still deleted waits for that one's return.
 */
export async function restoreEdges(
  ctx: Ctx<ProjectScope>,
  taskIds: readonly string[],
  deletedAt: string,
): Promise<void> {
  const edges = await sql<DeletedEdge>(
    ctx,
    `${DELETED_EDGES} and d.deleted_at = $2
       and (d.predecessor_id = any($1::uuid[]) or d.successor_id = any($1::uuid[])) order by d.id`,
    [taskIds, deletedAt],
  )
  await reviveOrLeave(ctx, edges)
}

/** The same for links into other projects that were deleted with the project of the scope. */
export async function restoreCrossEdges(ctx: Ctx<ProjectScope>, deletedAt: string): Promise<void> {
  const edges = await sql<DeletedEdge>(
    ctx,
    `${DELETED_EDGES} and d.deleted_at = $2 and d.predecessor_project_id <> d.successor_project_id
       and $1::uuid in (d.predecessor_project_id, d.successor_project_id) order by d.id`,
    [ctx.scope.projectId, deletedAt],
  )
  await reviveOrLeave(ctx, edges)
}

async function reviveOrLeave(ctx: Ctx<ProjectScope>, edges: readonly DeletedEdge[]): Promise<void> {
  await leaveWithOtherEnd(ctx, edges)
  const candidates = edges.filter((edge) => edge.other_deleted_at === null)
  if (candidates.length > 0) await reviveFeasible(ctx, candidates)
}

/** Brings named deleted links back under the same conditions; answers how many. */
export async function reviveEdges(ctx: Ctx<ProjectScope>, edgeIds: readonly string[]): Promise<number> {
  if (edgeIds.length === 0) return 0
  const edges = await sql<DeletedEdge>(ctx, `${DELETED_EDGES} and d.id = any($1::uuid[]) order by d.id`, [edgeIds])
  const candidates = edges.filter((edge) => edge.other_deleted_at === null)
  return candidates.length === 0 ? 0 : reviveFeasible(ctx, candidates)
}

/** Deleted links without a live twin, with the time their other end was deleted if it was. */
const DELETED_EDGES = `
  select d.id, d.predecessor_id, d.successor_id, d.predecessor_project_id, d.successor_project_id,
    coalesce(p.deleted_at, s.deleted_at) as other_deleted_at
  from dependencies d join tasks p on p.id = d.predecessor_id join tasks s on s.id = d.successor_id
  where d.is_deleted and not exists (select 1 from dependencies twin where not twin.is_deleted
    and twin.dep_type = d.dep_type and twin.predecessor_id = d.predecessor_id and twin.successor_id = d.successor_id)`

async function leaveWithOtherEnd(ctx: Ctx<unknown>, edges: readonly DeletedEdge[]): Promise<void> {
  const waiting = edges.filter((edge) => edge.other_deleted_at !== null)
  if (waiting.length === 0) return
  await sql(
    ctx,
    `update dependencies d set deleted_at = u.deleted_at
     from unnest($1::uuid[], $2::timestamptz[]) as u(id, deleted_at) where d.id = u.id`,
    [waiting.map((edge) => edge.id), waiting.map((edge) => edge.other_deleted_at)],
  )
}

/** Answers how many came back. */
async function reviveFeasible(ctx: Ctx<ProjectScope>, edges: readonly DeletedEdge[]): Promise<number> {
  const { projectId, programId } = ctx.scope
  const touched = edges.flatMap((edge) => [edge.predecessor_project_id, edge.successor_project_id])
  const projectIds = await lockEdgeProjects(ctx, { programId, projectIds: [projectId, ...touched] })
  const graph = await loadEdgeGraph(ctx, projectIds, null)
  const pairs = edges.map((edge) => ({ predecessorId: edge.predecessor_id, successorId: edge.successor_id }))
  const refused = new Set(findRefusedEdges(graph, pairs).map((edge) => edge.index))
  const revived = edges.filter((_, index) => !refused.has(index)).map((edge) => edge.id)
  if (revived.length === 0) return 0
  const syncSeq = await lockProject(ctx, projectId)
  await sql(
    ctx,
    `update dependencies set is_deleted = false, deleted_at = null, server_version = server_version + 1, sync_seq = $2
     where id = any($1::uuid[])`,
    [revived, syncSeq],
  )
  for (const touchedId of new Set(touched)) requestRecompute(ctx, touchedId)
  return revived.length
}
