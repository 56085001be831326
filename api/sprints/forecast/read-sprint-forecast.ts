import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { DrawPercentiles } from '../../../compute/simulation/delivery/draws-to-target.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import type { Ctx } from '../../platform/context.ts'
import { answerCompute } from '../../schedule/compute-refusal.ts'
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
 * tasks flow one by one, is measured by the weeks in which it completed any.
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
    const unitDays = work.sprint_days ?? DEFAULT_SPRINT_DAYS
    return { ...(await bySprints(ctx, { samples, target, unitDays, today })), ...told }
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
  const draw = { samples: weeks, target: work.open_count, unitDays: WEEK_DAYS, today }
  return { ...(await byWeeks(ctx, draw)), ...told }
}

async function bySprints(ctx: Ctx<unknown>, draw: Draw) {
  const left = { ...NOTHING, remaining_points: draw.target, sample_count: draw.samples.length }
  if (draw.target <= 0) return { ...left, status: 'warming_up' } as const
  const drawn = await simulate(ctx, draw)
  return { ...left, status: 'ready', p50_sprints: drawn.p50, p80_sprints: drawn.p80, ...datesOf(draw, drawn) } as const
}

async function byWeeks(ctx: Ctx<unknown>, draw: Draw) {
  const left = { ...NOTHING, remaining_count: draw.target, sample_count: draw.samples.length }
  const isReady = draw.samples.length >= FEWEST_WEEKS && draw.target > 0
  if (!isReady) return { ...left, status: 'insufficient_flow_history' } as const
  return { ...left, status: 'ready', ...datesOf(draw, await simulate(ctx, draw)) } as const
}

function simulate(ctx: Ctx<unknown>, { samples, target }: Draw): Promise<DrawPercentiles> {
  return answerCompute(ctx, ctx.services.compute.draw({ samples, target }, { signal: ctx.signal }))
}

function datesOf({ unitDays, today }: Draw, { p50, p80, p95 }: DrawPercentiles) {
  const dateAfter = (draws: number) =>
    formatCivilDay(dayOf(today) + Math.min(Math.round(draws * unitDays), FURTHEST_DAYS))
  return { p50_date: dateAfter(p50), p80_date: dateAfter(p80), p95_date: dateAfter(p95) }
}
