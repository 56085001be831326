import type { Ctx } from '../../platform/context.ts'
import type { TeamPace } from '../../schedule/schedule.hooks.ts'
import { findSprintDays, listClosedSprints } from './velocity.queries.ts'
import { SPRINTS_SHOWN, samplesOf } from './velocity-band.ts'

const DEFAULT_SPRINT_DAYS = 14

/** What simulations of the project draw from: dates say no points, so they are the same for every reader. */
export async function tellPace(ctx: Ctx<unknown>, { projectId }: { readonly projectId: string }): Promise<TeamPace> {
  const samples = samplesOf(await listClosedSprints(ctx, projectId, SPRINTS_SHOWN)).filter((points) => points > 0)
  if (samples.length === 0) return { samples, sprintDays: DEFAULT_SPRINT_DAYS }
  return { samples, sprintDays: (await findSprintDays(ctx, projectId)) ?? DEFAULT_SPRINT_DAYS }
}
