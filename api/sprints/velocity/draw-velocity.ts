import type { ProjectScope } from '../../access/project-scope.ts'
import { velocitySvg } from '../../pictures/velocity-svg.ts'
import type { Ctx } from '../../platform/context.ts'
import type { readVelocity } from './read-velocity.ts'

export function drawVelocity(velocity: Awaited<ReturnType<typeof readVelocity>>, { scope }: Ctx<ProjectScope>): string {
  return velocitySvg({
    id: 'velocity',
    title: `${scope.code}: velocity`,
    sprints: velocity.sprints.map(({ name, committed_points, completed_points, exclude_from_velocity }) => ({
      name,
      committed: committed_points,
      completed: completed_points,
      isCounted: !exclude_from_velocity,
    })),
    average: velocity.rolling_avg_points,
    low: velocity.forecast_range_low,
    high: velocity.forecast_range_high,
    isSuppressed: velocity.velocity_suppressed,
    isStandalone: true,
  })
}
