import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { drawsToTarget } from '../../../compute/simulation/delivery/draws-to-target.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import type { Ctx } from '../../platform/context.ts'
import { loadProjectFacts } from '../../tasks/project-facts.ts'
import { dayOf } from '../sprint-days.ts'
import { loadShownSprints, samplesOf } from '../velocity/velocity-band.ts'
import { countOpenWork, listWeeklyCompletions, sumOpenPoints } from './project-forecast.queries.ts'

const THROUGHPUT_DAYS = 90
const FEWEST_SPRINTS = 2
const FEWEST_WEEKS = 4
const DEFAULT_SPRINT_DAYS = 14
const WEEK_DAYS = 7
const FURTHEST_DAYS = 36_525

const NOTHING = {
  remaining_points: null,
  remaining_count: null,
  sample_count: null,
  p50_sprints: null,
  p80_sprints: null,
  p50_date: null,
  p80_date: null,
  p95_date: null,
  basis: 'monte_carlo',
}

/** What a simulation draws from, how much is left, and how many days one draw takes. */
interface Draw {
  readonly samples: readonly number[]
  readonly target: number
  readonly unitDays: number
  readonly today: string
}

/**
 * When what is left may be done, by a thousand runs that draw from the team's own sprints. A team of few sprints, or whose
 * tasks flow one by one, is measured by the weeks in which it completed any. The runs take below a millisecond for some
 * hundred sprints of work and 8 ms at the most, so they are drawn here and wake no thread.
 */
export async function readSprintForecast(ctx: Ctx<ProjectScope>) {
  const { projectId } = ctx.scope
  const { timezone } = await loadProjectFacts(ctx, projectId)
  const today = ctx.services.clock.today(timezone)
  const work = await countOpenWork(ctx, projectId)
  const samples = samplesOf(await loadShownSprints(ctx)).filter((points) => points > 0)
  const isFlow = samples.length < FEWEST_SPRINTS || work.kanban_count * 2 > work.all_count
  const forecast_basis = isFlow ? 'throughput' : 'velocity'
  if (!(await mayReadVelocity(ctx))) {
    return { status: 'warming_up', ...NOTHING, forecast_basis, velocity_suppressed: true } as const
  }
  const told = { forecast_basis, velocity_suppressed: false } as const
  if (!isFlow) {
    const target = await sumOpenPoints(ctx, projectId)
    return { ...bySprints({ samples, target, unitDays: work.sprint_days ?? DEFAULT_SPRINT_DAYS, today }), ...told }
  }
  const since = formatCivilDay(dayOf(today) - THROUGHPUT_DAYS + 1)
  const weeks = await listWeeklyCompletions(ctx, projectId, { since, timezone })
  // Without any completion there is nothing to say yet, in the words of sprints.
  if (weeks.length === 0) {
    const remaining_points = await sumOpenPoints(ctx, projectId)
    return {
      status: 'warming_up',
      ...NOTHING,
      remaining_points,
      sample_count: samples.length,
      ...told,
      forecast_basis: 'velocity',
    } as const
  }
  return { ...byWeeks({ samples: weeks, target: work.open_count, unitDays: WEEK_DAYS, today }), ...told }
}

function bySprints(draw: Draw) {
  const left = { ...NOTHING, remaining_points: draw.target, sample_count: draw.samples.length }
  if (draw.target <= 0) return { ...left, status: 'warming_up' } as const
  const { p50, p80 } = drawsToTarget(draw.samples, draw.target)
  return { ...left, status: 'ready', p50_sprints: p50, p80_sprints: p80, ...datesOf(draw) } as const
}

function byWeeks(draw: Draw) {
  const left = { ...NOTHING, remaining_count: draw.target, sample_count: draw.samples.length }
  const isReady = draw.samples.length >= FEWEST_WEEKS && draw.target > 0
  return isReady
    ? ({ ...left, status: 'ready', ...datesOf(draw) } as const)
    : ({ ...left, status: 'insufficient_flow_history' } as const)
}

function datesOf({ samples, target, unitDays, today }: Draw) {
  const { p50, p80, p95 } = drawsToTarget(samples, target)
  const dateAfter = (draws: number) =>
    formatCivilDay(dayOf(today) + Math.min(Math.round(draws * unitDays), FURTHEST_DAYS))
  return { p50_date: dateAfter(p50), p80_date: dateAfter(p80), p95_date: dateAfter(p95) }
}
