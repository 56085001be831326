import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { checkEdges } from './check-edges.ts'
import { loadEdgeGraph } from './edge-graph.ts'
import type { NewDependency } from './insert-dependencies.ts'
import { lockEdgeProjects } from './lock-edges.ts'

export interface NewProgramDependency extends NewDependency {
  readonly predecessorProjectId: string
  readonly successorProjectId: string
}

const ROWS_PER_STATEMENT = 10_000

/**
 * Writes links inside and between the projects of a program as a set, for seeds: checked together, refused together.
 * Those between projects are agreed: whoever imports the program owns both sides. Answers how many were written.
 */
export async function insertProgramDependencies(
  ctx: Ctx<unknown>,
  { programId, acceptedById }: { programId: string; acceptedById: string },
  rows: readonly NewProgramDependency[],
): Promise<number> {
  if (rows.length === 0) return 0
  await ctx.em.flush()
  const touched = rows.flatMap((row) => [row.predecessorProjectId, row.successorProjectId])
  const projectIds = await lockEdgeProjects(ctx, { programId, projectIds: touched })
  await checkEdges(ctx, await loadEdgeGraph(ctx, projectIds, null), rows)
  let count = 0
  for (const [projectId, own] of Map.groupBy(rows, (row) => row.predecessorProjectId)) {
    const syncSeq = await lockProject(ctx, projectId)
    for (let start = 0; start < own.length; start += ROWS_PER_STATEMENT)
      count += await insertChunk(
        ctx,
        { projectId, syncSeq, acceptedById },
        own.slice(start, start + ROWS_PER_STATEMENT),
      )
  }
  return count
}

async function insertChunk(
  ctx: Ctx<unknown>,
  { projectId, syncSeq, acceptedById }: { projectId: string; syncSeq: number; acceptedById: string },
  rows: readonly NewProgramDependency[],
): Promise<number> {
  const isCross = (row: NewProgramDependency) => row.successorProjectId !== projectId
  const written = await sql(
    ctx,
    `insert into dependencies (id, predecessor_id, successor_id, predecessor_project_id, successor_project_id,
       dep_type, lag, lag_unit, sync_seq, accepted_by_id, accepted_at)
     select id, predecessor, successor, $1, project, dep_type, lag, lag_unit, $2,
       case when is_cross then $10::uuid end, case when is_cross then $11::timestamptz end
     from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::int[], $9::text[], $12::boolean[])
       as row(id, predecessor, successor, project, dep_type, lag, lag_unit, is_cross)
     on conflict (predecessor_id, successor_id, dep_type) where not is_deleted do nothing returning 1`,
    [
      projectId,
      syncSeq,
      rows.map(() => newId()),
      rows.map((row) => row.predecessorId),
      rows.map((row) => row.successorId),
      rows.map((row) => row.successorProjectId),
      rows.map((row) => row.depType),
      rows.map((row) => row.lag),
      rows.map((row) => row.lagUnit ?? 'working'),
      acceptedById,
      ctx.services.clock.now(),
      rows.map(isCross),
    ],
  )
  return written.length
}
