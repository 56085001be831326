import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { checkEdges } from './check-edges.ts'
import { insertEdges } from './edge.queries.ts'
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
 * Those between projects are agreed: whoever imports the program owns both sides. Returns how many were written.
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
    const place = { predecessorProjectId: projectId, syncSeq, acceptedById, acceptedAt: ctx.services.clock.now() }
    const edges = own.map((row) => ({ ...row, id: newId(), lagUnit: row.lagUnit ?? ('working' as const) }))
    for (let start = 0; start < edges.length; start += ROWS_PER_STATEMENT)
      count += (await insertEdges(ctx, place, edges.slice(start, start + ROWS_PER_STATEMENT))).length
  }
  return count
}
