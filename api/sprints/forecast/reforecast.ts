import type { ProjectScope } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { defineEvent, emit } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import { loadMilestoneRollups } from '../milestone/rollup.ts'
import { sumCommitment } from '../sprint.queries.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { dayOf } from '../sprint-days.ts'
import { loadVelocityBand } from '../velocity/velocity-band.ts'
import { loadSprint } from '../write-sprint.ts'
import { findMilestone, findUnmodeledPredecessors, insertForecast, loadBoundWork } from './forecast.queries.ts'
import { confidenceOf, type Forecast, forecastFinish } from './forecast.ts'
import type { Confidence } from './milestone-forecast.entity.ts'

type ForecastFrame = Pick<Forecast, 'cpm_finish' | 'p50' | 'p80'> & {
  readonly milestone_id: string
  readonly confidence: Confidence
  readonly unmodeled_dependency: boolean
  readonly binding_drifted: boolean
}

const milestoneForecastUpdated = defineEvent<ForecastFrame>({ socket: 'milestone_forecast_updated' })

/** What the close of a sprint says of the milestone that it worked towards: kept, and told to the project. */
export async function takeForecast(ctx: Ctx<ProjectScope>, sprintId: string, milestoneId: string): Promise<void> {
  const { projectId } = ctx.scope
  const milestone = await findMilestone(ctx, projectId, milestoneId)
  if (!milestone) return
  const band = await loadVelocityBand(ctx)
  const work = await loadBoundWork(ctx, milestoneId)
  const sprintDays = work.sprint_days
  const forecast = forecastFinish({ cpmFinish: milestone.early_finish, remaining: work.remaining, sprintDays, band })
  const unmodeled_dependency = (await findUnmodeledPredecessors(ctx, milestoneId)).length > 0
  const binding_drifted = (await loadMilestoneRollups(ctx, [milestoneId])).get(milestoneId)?.binding_drifted ?? false
  const doubts = { isUnmodeled: unmodeled_dependency, hasDrifted: binding_drifted }
  const judged = { confidence: confidenceOf(forecast, band, doubts), unmodeled_dependency, binding_drifted }
  const place = { id: newId(), milestone_id: milestoneId, sprint_id: sprintId, taken_at: ctx.services.clock.now() }
  await insertForecast(ctx, { ...place, ...forecast, ...judged })
  const { cpm_finish, p50, p80 } = forecast
  const payload = { milestone_id: milestoneId, cpm_finish, p50, p80, ...judged }
  emit(ctx, milestoneForecastUpdated, { projectId, payload })
}

/** What it would say now, of the milestone of the sprint or another one; nothing is kept. */
export async function previewForecast(ctx: Ctx<SprintScope>, milestoneId: string | undefined): Promise<object> {
  const sprint = await loadSprint(ctx, ctx.scope.sprintId)
  const id = milestoneId ?? sprint.milestone_id
  const milestone = id === null ? undefined : await findMilestone(ctx, ctx.scope.projectId, id)
  refuseUnless(milestoneId === undefined || milestone, notFound)
  const forecast = forecastFinish({
    cpmFinish: milestone?.early_finish ?? sprint.finish_date,
    remaining: (await sumCommitment(ctx, sprint.id)).points,
    sprintDays: Math.max(1, dayOf(sprint.finish_date) - dayOf(sprint.start_date)),
    band: await loadVelocityBand(ctx),
  })
  const unmodeled = milestone ? await findUnmodeledPredecessors(ctx, milestone.id) : []
  const hidden = (await mayReadVelocity(ctx)) ? {} : { velocity_low: null, velocity_high: null }
  const doubts = { unmodeled_dependency: unmodeled.length > 0, unmodeled_predecessor_ids: unmodeled }
  return { basis: 'velocity_band', ...forecast, ...hidden, ...doubts }
}
