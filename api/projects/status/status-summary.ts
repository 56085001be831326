import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { healthBand } from './health-band.ts'
import { presentStaleDates } from './stale-dates.ts'
import { findProjectHealth, loadStatusFigures, sampleAtRisk, sampleCritical } from './status-summary.queries.ts'

/** Where the project stands: part 2.6 of the interface. */
export async function readStatusSummary(ctx: Ctx<ProjectScope>): Promise<object> {
  const figures = await loadStatusFigures(ctx)
  const { task_count, at_risk_count, critical_count } = figures
  return {
    task_count,
    ...healthBand(figures.health, { atRisk: at_risk_count, critical: critical_count }),
    at_risk_count,
    critical_count,
    at_risk_tasks: await sampleAtRisk(ctx),
    critical_tasks: await sampleCritical(ctx),
    monte_carlo_p80: figures.p80,
    last_saved: instantText(figures.last_saved),
    recalculated_at: instantText(figures.recalculated_at),
    ...(await presentStaleDates(ctx, figures)),
  }
}

/** One row for each of the caller's projects in use; drafts and archived ones are left out. */
export async function listHealth(
  ctx: Ctx<unknown>,
  query: { search?: string | undefined; ordering?: string | undefined },
): Promise<object[]> {
  const rows = await findProjectHealth(ctx, query)
  return rows.map(({ id, name, health, at_risk_count, critical_count }) => ({
    id,
    name,
    ...healthBand(health, { atRisk: at_risk_count, critical: critical_count }),
    at_risk_count,
    critical_count,
  }))
}
