import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { readVelocity } from '../velocity/read-velocity.ts'
import { type KeptForecast, listNewestForecasts, sumOpenPoints } from './project-forecast.queries.ts'

/** The team's pace, what is left of what it committed to, and where its milestones stood at the last close. */
export async function readProjectForecast(ctx: Ctx<ProjectScope>) {
  const velocity = await readVelocity(ctx)
  const isTold = !velocity.velocity_suppressed
  const { forecast_range_low: low, forecast_range_high: high } = velocity
  const remaining = isTold ? await sumOpenPoints(ctx, ctx.scope.projectId) : null
  const kept = await listNewestForecasts(ctx, ctx.scope.projectId)
  const earlier = new Map(kept.filter((row) => row.age === 2).map((row) => [row.milestone_id, row]))
  return {
    velocity,
    remaining_committed_points: remaining,
    sprints_to_complete_low: sprintsFor(remaining, high),
    sprints_to_complete_high: sprintsFor(remaining, low),
    milestones: kept
      .filter((row) => row.age === 1)
      .map((row) => presentForecast(row, earlier.get(row.milestone_id), isTold)),
  }
}

function sprintsFor(points: number | null, pace: number | null): number | null {
  return points === null || pace === null || pace <= 0 ? null : Math.ceil(points / pace)
}

function presentForecast(row: KeptForecast, before: KeptForecast | undefined, isTold: boolean) {
  const { age: _, closed_names, taken_at, velocity_low, velocity_high, ...shown } = row
  const [onlyName, another] = closed_names
  return {
    ...shown,
    ...bandOf({ velocity_low, velocity_high }, isTold),
    taken_at: instantText(taken_at),
    previous: before === undefined ? null : presentBefore(before, isTold),
    previous_sprint_name: before !== undefined && another === undefined ? (onlyName ?? null) : null,
  }
}

function presentBefore(row: KeptForecast, isTold: boolean) {
  const { cpm_finish, p50, p80, basis, confidence } = row
  return { cpm_finish, p50, p80, ...bandOf(row, isTold), basis, confidence, taken_at: instantText(row.taken_at) }
}

function bandOf(
  { velocity_low, velocity_high }: Pick<KeptForecast, 'velocity_low' | 'velocity_high'>,
  isTold: boolean,
) {
  return isTold ? { velocity_low, velocity_high } : { velocity_low: null, velocity_high: null }
}
