import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { arrayLiteral } from '../schedule/column-bytes.ts'
import { requestRecompute } from '../schedule/request-recompute.ts'
import { checkEdges } from './check-edges.ts'
import type { DepType, LagUnit } from './dependency.queries.ts'
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
 * A link that exists already with its type is left as it is. Answers how many were written.
 */
export async function insertDependencies(ctx: Ctx<ProjectScope>, rows: readonly NewDependency[]): Promise<number> {
  if (rows.length === 0) return 0
  const { projectId, programId } = ctx.scope
  await ctx.em.flush()
  const projectIds = await lockEdgeProjects(ctx, { programId, projectIds: [projectId] })
  await checkEdges(ctx, await loadEdgeGraph(ctx, projectIds, null), rows)
  return (await insertCheckedDependencies(ctx, rows)).length
}

/** The insert alone, for a caller that has checked the set with `findRefusedEdges`. Answers the ids written. */
export async function insertCheckedDependencies(
  ctx: Ctx<ProjectScope>,
  rows: readonly NewDependency[],
): Promise<string[]> {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const list = (of: (row: NewDependency) => string) => arrayLiteral(rows.map(of))
  const written = await sql<{ id: string }>(
    ctx,
    `insert into dependencies (id, predecessor_id, successor_id, predecessor_project_id, successor_project_id,
       dep_type, lag, lag_unit, sync_seq)
     select id, predecessor, successor, $1, $1, dep_type, lag, lag_unit, $2
     from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::int[], $8::text[])
       as row(id, predecessor, successor, dep_type, lag, lag_unit)
     on conflict (predecessor_id, successor_id, dep_type) where not is_deleted do nothing
     returning id`,
    [
      projectId,
      syncSeq,
      list((row) => row.id ?? newId()),
      list((row) => row.predecessorId),
      list((row) => row.successorId),
      list((row) => row.depType),
      list((row) => String(row.lag)),
      list((row) => row.lagUnit ?? 'working'),
    ],
  )
  if (written.length > 0) requestRecompute(ctx, projectId)
  return written.map((row) => row.id)
}
