import { confidenceCurve } from '../../../compute/simulation/result/histogram.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { HistorySettings, ToldRun } from './monte-carlo.queries.ts'
import { daysBetween, riskPremium } from './risk-premium.ts'
import type { DateCount } from './run-detail.ts'

type Percentiles = Pick<ToldRun, 'p50' | 'p80' | 'p95'>

/** One run as POST and latest tell it. A run from the history has no dates of single runs and no id. */
export function presentRun(
  ctx: Ctx<ProjectScope>,
  run: ToldRun,
  options: { isFromHistory: boolean; timezone: string },
): object {
  const { detail, cpm_finish: cpmFinish, p50, p80, p95 } = run
  const { clock } = ctx.services
  const takenAt = new Date(run.taken_at)
  return {
    project_id: ctx.scope.projectId,
    runs: run.runs,
    seed: run.seed,
    p50,
    p80,
    p95,
    ...(options.isFromHistory ? {} : { distribution: run.distribution ?? [] }),
    sensitivity: detail.sensitivity,
    cpm_finish: cpmFinish,
    delta_vs_cpm: {
      p50: cpmFinish === null ? null : daysBetween(cpmFinish, p50),
      p80: cpmFinish === null ? null : daysBetween(cpmFinish, p80),
      p95: cpmFinish === null ? null : daysBetween(cpmFinish, p95),
    },
    histogram_buckets: detail.histogram,
    confidence_curve: presentCurve(detail.histogram),
    forecast_diagnostic: detail.diagnostic,
    last_run_at: takenAt.toISOString(),
    status_date: run.status_date,
    ...(run.in_history && !options.isFromHistory ? { run_id: run.id } : {}),
    ...riskPremium(
      { p80, cpmFinish, takenAt, diagnostic: detail.diagnostic },
      { instant: clock.now(), today: clock.today(options.timezone || 'UTC') },
    ),
    ...(options.isFromHistory ? { from_history: true } : {}),
  }
}

function presentCurve(buckets: readonly DateCount[]): { date: string; pct: number }[] {
  return confidenceCurve(buckets).map(({ bucket, percent }) => ({ date: bucket.date, pct: percent }))
}

/** Runs newest first, each against the one before it. */
export function presentHistory(
  ctx: Ctx<ProjectScope>,
  runs: readonly ToldRun[],
  options: { settings: HistorySettings; isExpanded: boolean },
): object[] {
  const showsNames = maySeeNames(ctx, options.settings.audience)
  return runs.map((run, index) => {
    const older = runs[index + 1]
    return {
      id: run.id,
      taken_at: instantText(run.taken_at),
      p50: run.p50,
      p80: run.p80,
      p95: run.p95,
      cpm_finish: run.cpm_finish,
      n_simulations: run.runs,
      task_count: run.task_count,
      status_date: run.status_date,
      delta: older ? deltaTo(older, run) : null,
      triggered_by_name: showsNames ? (run.triggered_by_name ?? null) : null,
      distribution: options.isExpanded
        ? {
            histogram_buckets: run.detail.histogram,
            confidence_curve: presentCurve(run.detail.histogram),
            sensitivity: run.detail.sensitivity,
          }
        : null,
    }
  })
}

function deltaTo(older: Percentiles, run: Percentiles): object {
  return {
    p50: daysBetween(older.p50, run.p50),
    p80: daysBetween(older.p80, run.p80),
    p95: daysBetween(older.p95, run.p95),
  }
}

function maySeeNames(ctx: Ctx<ProjectScope>, audience: string): boolean {
  if (audience === 'none') return false
  return atLeast(ctx.scope.role, audience === 'scheduler_plus' ? ROLE.scheduler : ROLE.manager)
}
