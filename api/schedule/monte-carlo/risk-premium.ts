import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { ForecastDiagnostic } from './run-detail.ts'

const STALE_AFTER_MS = 7 * 24 * 3600 * 1000

/** How much later than planned a forecast reaches its P80. Derived on every reply, so that it ages. */
export function riskPremium(
  run: { p80: string; cpmFinish: string | null; takenAt: Date; diagnostic: ForecastDiagnostic },
  now: { instant: Date; today: string },
): Record<string, unknown> {
  const { diagnostic, cpmFinish } = run
  const isUnmeasurable =
    diagnostic.deterministic && diagnostic.tasks_with_variance === 0 && diagnostic.reason !== 'all_complete'
  const days = cpmFinish === null || isUnmeasurable ? null : daysBetween(cpmFinish, run.p80)
  return {
    risk_premium_days: days,
    risk_premium_ratio: ratioOf(days, cpmFinish, now.today),
    risk_premium_band: null,
    risk_premium_as_of: run.takenAt.toISOString(),
    risk_premium_reason: diagnostic.reason,
    risk_premium_cpm_finish: cpmFinish,
    risk_premium_p80: isUnmeasurable ? null : run.p80,
    risk_premium_state: stateOf(days, cpmFinish, isUnmeasurable, now.instant.getTime() - run.takenAt.getTime()),
  }
}

function stateOf(days: number | null, cpmFinish: string | null, isUnmeasurable: boolean, ageMs: number): string {
  if (cpmFinish === null) return 'not_run'
  if (isUnmeasurable || days === null) return 'unmeasurable'
  if (ageMs > STALE_AFTER_MS) return 'stale'
  if (days === 0) return 'zero'
  return days > 0 ? 'premium' : 'negative'
}

/** Against what is left until the planned finish; null once that has passed. */
function ratioOf(days: number | null, cpmFinish: string | null, today: string): number | null {
  if (days === null || cpmFinish === null) return null
  const left = daysBetween(today, cpmFinish)
  return left <= 0 ? null : Math.round((days * 1000) / left) / 1000
}

/** Elapsed days from one civil date to another, negative when it lies before. */
export function daysBetween(from: string, to: string): number {
  return (parseCivilDay(to) as number) - (parseCivilDay(from) as number)
}
