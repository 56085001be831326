import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { answerCompute } from '../schedule/compute-refusal.ts'
import { loadHistorySettings } from '../schedule/monte-carlo/monte-carlo.queries.ts'
import { keepSimulation, loadForSimulation, simulateColumns } from '../schedule/monte-carlo/run-monte-carlo.ts'
import { rewindColumns } from './rewind-columns.ts'

/** How many weeks ago the plan of a sample was simulated, oldest first. */
const WEEKS_AGO = [5, 4, 3, 2, 1]
const DAYS_PER_WEEK = 7
const DAY_MS = 86_400_000

/**
 * Gives a sample a past: its plan is taken back week by week, simulated as any plan is, and each run is kept under the
 * moment it stands for.
 */
export async function recordEarlierForecasts(ctx: Ctx<ProjectScope>): Promise<void> {
  const settings = await loadHistorySettings(ctx)
  if (!settings.enabled) return
  const { loaded, asked, options } = await loadForSimulation(ctx, {})
  const { columns } = loaded.input
  for (const weeks of WEEKS_AGO) {
    const statusDay = columns.statusDay - weeks * DAYS_PER_WEEK
    const then = { ...loaded, statusDate: formatCivilDay(statusDay), input: { ...loaded.input } }
    then.input.columns = rewindColumns(columns, statusDay)
    const result = await simulateColumns(ctx, then.input.columns, options)
    const planned = await answerCompute(ctx, ctx.services.compute.schedule(then.input.columns, { signal: ctx.signal }))
    const storedFinish = formatCivilDay(planned.projectFinishDay)
    const simulation = { loaded: then, asked, result, storedFinish, assumed: null }
    await keepSimulation(at(ctx, weeks), simulation, { settings, triggeredById: actorId(ctx) })
  }
}

/** The same context so many weeks ago. */
function at(ctx: Ctx<ProjectScope>, weeks: number): Ctx<ProjectScope> {
  const { clock } = ctx.services
  const now = () => new Date(clock.now().getTime() - weeks * DAYS_PER_WEEK * DAY_MS)
  return { ...ctx, services: Object.create(ctx.services, { clock: { value: { ...clock, now } } }) }
}
