import { BoundedCache } from '../../../compute/workers/bounded-cache.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { healthBand } from './health-band.ts'
import { presentStaleDates } from './stale-dates.ts'
import {
  findProjectHealth,
  loadStanding,
  loadTaskFigures,
  sampleAtRisk,
  sampleCritical,
} from './status-summary.queries.ts'

/** Where the project stands: part 2.6 of the interface. */
export async function readStatusSummary(ctx: Ctx<ProjectScope>): Promise<object> {
  const standing = await loadStanding(ctx)
  const { task_count, at_risk_count, critical_count, last_saved, at_risk_tasks, critical_tasks } = await currentFigures(
    ctx,
    standing,
  )
  return {
    task_count,
    ...healthBand(standing.health, { atRisk: at_risk_count, critical: critical_count }),
    at_risk_count,
    critical_count,
    at_risk_tasks,
    critical_tasks,
    monte_carlo_p80: standing.p80,
    last_saved: instantText(last_saved),
    recalculated_at: instantText(standing.recalculated_at),
    ...(await presentStaleDates(ctx, standing)),
  }
}

type Figures = Awaited<ReturnType<typeof loadFigures>>

interface KeptFigures {
  readonly state: string
  readonly figures: Figures
}

/** Two samples of five tasks with their names. */
const FIGURES_BYTES = 4_096
const KEPT_BYTES = 4 * 2 ** 20
const kept = new BoundedCache<string, KeptFigures>(KEPT_BYTES)

/**
 * What the tasks amount to, counted once for each state they are in: every write of a task moves the project's cursor,
 * and every pass writes its row. The state was read before what is kept under it, so that it is never older.
 */
async function currentFigures(
  ctx: Ctx<ProjectScope>,
  standing: { readonly sync_seq: number | null; readonly stamp: string },
): Promise<Figures> {
  const { projectId } = ctx.scope
  const state = `${standing.sync_seq} ${standing.stamp}`
  const before = kept.get(projectId)
  if (before?.state === state) return before.figures
  const figures = await loadFigures(ctx)
  kept.set(projectId, { state, figures }, FIGURES_BYTES)
  return figures
}

async function loadFigures(ctx: Ctx<ProjectScope>) {
  const figures = await loadTaskFigures(ctx)
  return { ...figures, at_risk_tasks: await sampleAtRisk(ctx), critical_tasks: await sampleCritical(ctx) }
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
