import type { ProjectScope } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadPace } from './pace.ts'
import { spreadOf } from './spread.ts'
import type { ClosedSprint } from './velocity.queries.ts'
import { loadShownSprints, samplesOf } from './velocity-band.ts'

/** What a team completed in its newest sprints; whom it does not tell gets the same keys and no points. */
export async function readVelocity(ctx: Ctx<ProjectScope>) {
  const sprints = await loadShownSprints(ctx)
  const isTold = await mayReadVelocity(ctx)
  const counts = sprints
    .filter((sprint) => !sprint.exclude_from_velocity)
    .flatMap((sprint) => sprint.completed_task_count ?? [])
  const tasks = spreadOf(counts)
  const { average, deviation, low, high } = spreadOf(isTold ? samplesOf(sprints) : [])
  return {
    sprints: isTold ? withDeltas(sprints) : [],
    excluded_count: isTold ? sprints.filter((sprint) => sprint.exclude_from_velocity).length : 0,
    rolling_avg_points: average,
    rolling_stdev_points: deviation,
    forecast_range_low: low,
    forecast_range_high: high,
    rolling_avg_tasks: tasks.average,
    rolling_stdev_tasks: tasks.deviation,
    team_velocity_per_day: isTold ? await loadPace(ctx, ctx.scope.projectId) : null,
    velocity_suppressed: !isTold,
  }
}

/** Oldest first, each beside the one before it that counts. */
function withDeltas(newestFirst: readonly ClosedSprint[]) {
  let prior: ClosedSprint | null = null
  return newestFirst.toReversed().map((sprint) => {
    const { closed_at: _, ...shown } = sprint
    const before = sprint.exclude_from_velocity ? null : prior
    if (!sprint.exclude_from_velocity) prior = sprint
    return {
      ...shown,
      delta_vs_prior_points: difference(sprint.completed_points, before?.completed_points),
      delta_vs_prior_tasks: difference(sprint.completed_task_count, before?.completed_task_count),
    }
  })
}

function difference(after: number | null, before: number | null | undefined): number | null {
  return after === null || before === null || before === undefined ? null : after - before
}
