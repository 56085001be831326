import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { checkEdges } from './check-edges.ts'
import type { DepType, LagUnit } from './dependency.entity.ts'
import { insertEdges } from './edge.queries.ts'
import { loadEdgeGraph } from './edge-graph.ts'
import { lockEdgeProjects } from './lock-edges.ts'

export interface NewDependency {
  readonly id?: string
  readonly predecessorId: string
  readonly successorId: string
  readonly depType: DepType
  readonly lag: number
  readonly lagUnit?: LagUnit
}

/**
 * Writes links inside the scope's project as a set, for importers and samples: checked together, refused together.
 * A link that exists already with its type is left as it is. Returns how many were written.
 */
export async function insertDependencies(ctx: Ctx<ProjectScope>, rows: readonly NewDependency[]): Promise<number> {
  if (rows.length === 0) return 0
  const { projectId, programId } = ctx.scope
  await ctx.em.flush()
  const projectIds = await lockEdgeProjects(ctx, { programId, projectIds: [projectId] })
  await checkEdges(ctx, await loadEdgeGraph(ctx, projectIds, null), rows)
  return (await insertCheckedDependencies(ctx, rows)).length
}

/** The insert alone, for a caller that has checked the set with `findRefusedEdges`. Returns the ids written. */
export async function insertCheckedDependencies(
  ctx: Ctx<ProjectScope>,
  rows: readonly NewDependency[],
): Promise<string[]> {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const place = { predecessorProjectId: projectId, syncSeq, acceptedById: null, acceptedAt: null }
  const written = await insertEdges(
    ctx,
    place,
    rows.map((row) => ({
      ...row,
      id: row.id ?? newId(),
      lagUnit: row.lagUnit ?? 'working',
      successorProjectId: projectId,
    })),
  )
  if (written.length > 0) requestRecompute(ctx, projectId)
  return written
}
