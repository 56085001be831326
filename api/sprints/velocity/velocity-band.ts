import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Spread, spreadOf } from './spread.ts'
import { type ClosedSprint, listClosedSprints } from './velocity.queries.ts'

/** So many of the newest closed sprints are looked at, those that do not count among them. */
export const SPRINTS_SHOWN = 8

/** What a team completes in a sprint, by those of its newest closed ones that count. */
export type VelocityBand = Spread

export async function loadVelocityBand(ctx: Ctx<ProjectScope>): Promise<VelocityBand> {
  return spreadOf(samplesOf(await loadShownSprints(ctx)))
}

/** Newest first. */
export function loadShownSprints(ctx: Ctx<ProjectScope>): Promise<ClosedSprint[]> {
  return listClosedSprints(ctx, ctx.scope.projectId, SPRINTS_SHOWN)
}

/** Points of those that count and have any. */
export function samplesOf(sprints: readonly ClosedSprint[]): number[] {
  return sprints.filter((sprint) => !sprint.exclude_from_velocity).flatMap((sprint) => sprint.completed_points ?? [])
}
