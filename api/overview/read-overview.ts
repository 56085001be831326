import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { riskPremium } from '../schedule/monte-carlo/risk-premium.ts'
import { loadProjectFacts } from '../tasks/project-facts.ts'
import { countTasks, findLastForecast, findNextMilestone, loadDemand, loadProjectLine } from './overview.queries.ts'

const ON_TRACK_FROM = 0.95
const AT_RISK_FROM = 0.85

/**
 * Where a project stands. The day is its data date, and today where it has none. `schedule_health` compares what is done
 * with what was to be done by then; nothing was to be done: unknown.
 */
export async function readOverview(ctx: Ctx<ProjectScope>) {
  const { statusDate, timezone } = await loadProjectFacts(ctx, ctx.scope.projectId)
  const today = statusDate ?? ctx.services.clock.today(timezone)
  const { done, due, ...figures } = await countTasks(ctx, today)
  const index = due === 0 ? null : Math.round((done / due) * 1000) / 1000
  return {
    schedule_health: healthOf(due === 0 ? null : done / due),
    spi: index,
    ...figures,
    next_milestone: (await findNextMilestone(ctx, today)) ?? null,
    ...utilization(await loadDemand(ctx, today)),
    ...(await loadProjectLine(ctx)),
    ...(await premium(ctx, timezone)),
  }
}

function healthOf(index: number | null): 'unknown' | 'on_track' | 'at_risk' | 'critical' {
  if (index === null) return 'unknown'
  if (index >= ON_TRACK_FROM) return 'on_track'
  return index >= AT_RISK_FROM ? 'at_risk' : 'critical'
}

/** How much of the roster's time the tasks of the day take, or why that cannot be said. */
function utilization(demand: { available: number; asked: number; is_dated: boolean }) {
  const reason = demand.available === 0 ? 'no_team' : demand.is_dated ? null : 'no_schedule'
  const percent = reason === null ? Math.round((demand.asked / demand.available) * 100) : null
  return { team_utilization_pct: percent, team_utilization_reason: reason }
}

async function premium(ctx: Ctx<ProjectScope>, timezone: string) {
  const run = await findLastForecast(ctx)
  const { clock } = ctx.services
  if (run) {
    const { p80, cpm_finish: cpmFinish, taken_at, diagnostic } = run
    return riskPremium(
      { p80, cpmFinish, takenAt: new Date(taken_at), diagnostic },
      { instant: clock.now(), today: clock.today(timezone) },
    )
  }
  return {
    risk_premium_days: null,
    risk_premium_ratio: null,
    risk_premium_band: null,
    risk_premium_as_of: null,
    risk_premium_reason: null,
    risk_premium_cpm_finish: null,
    risk_premium_p80: null,
    risk_premium_state: 'not_run',
  }
}
