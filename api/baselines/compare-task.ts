import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { daysBetween } from '../schedule/monte-carlo/risk-premium.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { findSpannedPhases } from '../tasks/rollup/phase.queries.ts'
import { loadPhaseDurations } from '../tasks/rollup/phase-values.ts'
import { findComparison } from './baseline.queries.ts'

/** The task beside the active baseline. Later and longer than captured is positive, and so is more float. */
export async function compareTask(ctx: Ctx<ProjectTaskScope>) {
  const row = await findComparison(ctx)
  if (!row) return { has_baseline: false }
  const taken = { baseline_name: row.name, baseline_taken_at: instantText(row.created_at) }
  if (row.captured_id === null) return { has_baseline: true, in_baseline: false, ...taken }
  const plannedDuration = row.duration ?? 0
  const shownDurations = await loadPhaseDurations(ctx, await findSpannedPhases(ctx, ctx.scope))
  const currentDuration = shownDurations.get(ctx.scope.taskId) ?? row.current_duration
  return {
    has_baseline: true,
    in_baseline: true,
    ...taken,
    planned_start: row.start,
    planned_finish: row.finish,
    planned_duration: plannedDuration,
    planned_total_float: row.total_float,
    current_start: row.current_start,
    current_finish: row.current_finish,
    current_duration: currentDuration,
    current_total_float: row.current_total_float,
    start_delta_days: daysLater(row.start, row.current_start),
    finish_delta_days: daysLater(row.finish, row.current_finish),
    duration_delta: currentDuration - plannedDuration,
    total_float_delta: difference(row.total_float, row.current_total_float),
  }
}

function daysLater(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : daysBetween(from, to)
}

function difference(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : to - from
}
