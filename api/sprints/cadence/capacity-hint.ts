import type { ProjectScope } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import type { Ctx } from '../../platform/context.ts'
import { findCompletedPoints } from './cadence.queries.ts'

const SAMPLES = 6

/** What the team completed of late, as a thought for planning; whoever may not read its pace learns only what it rests on. */
export async function capacityHint(ctx: Ctx<ProjectScope>) {
  const points = await findCompletedPoints(ctx, ctx.scope.projectId, SAMPLES)
  const isReadable = await mayReadVelocity(ctx)
  const hasHistory = points.length > 0
  const mean = Math.round(points.reduce((sum, each) => sum + each, 0) / Math.max(1, points.length))
  return {
    points: hasHistory && isReadable ? mean : null,
    basis: hasHistory ? ('velocity_average' as const) : ('no_history' as const),
    sprints_sampled: isReadable ? points.length : hasHistory ? null : 0,
    note: hasHistory
      ? 'The average of recent sprints, as a suggestion. The team decides what it commits to.'
      : 'No closed sprint to learn from yet. The team decides what it commits to.',
  }
}
