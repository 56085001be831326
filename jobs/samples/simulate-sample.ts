import { systemProjectScope, withScope } from '../../api/access/project-scope.ts'
import { ROLE } from '../../api/access/roles.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { enqueue } from '../../api/platform/queue/define-job.ts'
import { recordEarlierForecasts } from '../../api/samples/record-earlier-forecasts.ts'
import { findSampleProjects } from '../../api/samples/sample.queries.ts'
import { simulateSample } from '../../api/samples/samples.jobs.ts'
import { runMonteCarlo } from '../../api/schedule/monte-carlo/run-monte-carlo.ts'

const WAIT_MS = 1000
const MOST_WAITS = 120

/** Simulates what is not simulated yet. Comes back later while a schedule is missing: a forecast is read beside it. */
export async function simulateSampleBody(
  services: Services,
  payload: { programId: string; waitCount?: number },
): Promise<void> {
  const projects = await services.systemContext((ctx) => findSampleProjects(ctx, payload.programId))
  for (const project of projects) {
    if (project.is_computed && !project.is_simulated) await services.systemContext((ctx) => simulate(ctx, project.id))
  }
  if (projects.every((project) => project.is_computed)) return
  const waitCount = (payload.waitCount ?? 0) + 1
  if (waitCount > MOST_WAITS) {
    services.log.warn({ program: payload.programId }, 'sample not simulated: its schedule was not computed')
    return
  }
  const runAt = new Date(services.clock.now().getTime() + WAIT_MS)
  await services.systemContext(async (ctx) => enqueue(ctx, simulateSample, { ...payload, waitCount }, { runAt }))
}

/** Counts as a run of the owner, who loaded the sample: it is kept in the history, behind those of the weeks before. */
async function simulate(ctx: Ctx, projectId: string): Promise<void> {
  const { scope } = await systemProjectScope(ctx, projectId)
  const owned = withScope(ctx, { ...scope, role: ROLE.owner })
  await recordEarlierForecasts(owned)
  await runMonteCarlo(owned, {})
}
