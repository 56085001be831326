import type { Ctx } from '../platform/context.ts'
import { refuseUnless } from '../platform/errors.ts'
import { checkEdges } from './check-edges.ts'
import type { DepType } from './dependency.entity.ts'
import { duplicateLink, missingTask, spanTooLong } from './dependency.errors.ts'
import { isCrossProject, type LinkEnds } from './dependency.policy.ts'
import { findTwin, sumProjectSpan } from './dependency.queries.ts'
import { loadEdgeGraph } from './edge-graph.ts'
import { lockEdgeProjects } from './lock-edges.ts'

/** Durations and lags of one project together; the bound that keeps every date inside four-digit years. */
const MAX_PROJECT_SPAN_DAYS = 366_000

export interface PlacedLink {
  readonly ends: LinkEnds
  readonly depType: DepType
  readonly lag: number
  /** The stored link that changes into this one, with the lag it had. */
  readonly replaces?: { readonly id: string; readonly lag: number; readonly projectIds: readonly string[] }
}

/** Takes the locks and checks a new or changed link in order: ends live, no cycle, span, no twin. */
export async function checkPlacement(ctx: Ctx<unknown>, placed: PlacedLink): Promise<void> {
  const { ends, replaces } = placed
  const { predecessor, successor } = ends
  const projectIds = await lockEdgeProjects(ctx, {
    programId: predecessor.program_id,
    projectIds: [predecessor.project_id, successor.project_id, ...(replaces?.projectIds ?? [])],
  })
  const graph = await loadEdgeGraph(ctx, projectIds, replaces?.id ?? null)
  refuseUnless(graph.tasks.findText(predecessor.id) !== -1, () => missingTask('predecessor'))
  refuseUnless(graph.tasks.findText(successor.id) !== -1, () => missingTask('successor'))
  await checkEdges(ctx, graph, [{ predecessorId: predecessor.id, successorId: successor.id }])
  await checkSpan(ctx, placed)
  const triple = { predecessor_id: predecessor.id, successor_id: successor.id, dep_type: placed.depType }
  refuseUnless(!(await findTwin(ctx, triple, replaces?.id ?? null)), duplicateLink)
}

/** A lag that does not grow cannot break the bound, so only a growing one is measured. */
async function checkSpan(ctx: Ctx<unknown>, { ends, lag, replaces }: PlacedLink): Promise<void> {
  if (isCrossProject(ends) || Math.abs(lag) <= Math.abs(replaces?.lag ?? 0)) return
  const days = (await sumProjectSpan(ctx, ends.predecessor.project_id, replaces?.id ?? null)) + Math.abs(lag)
  refuseUnless(days <= MAX_PROJECT_SPAN_DAYS, () => spanTooLong(days, MAX_PROJECT_SPAN_DAYS))
}
