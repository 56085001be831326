import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { dayOf } from '../sprint-days.ts'
import type { VelocityBand } from '../velocity/velocity-band.ts'
import type { Confidence } from './milestone-forecast.entity.ts'

export interface ForecastInput {
  /** Where the critical path puts the milestone. */
  readonly cpmFinish: string | null
  /** Points that are left to it. */
  readonly remaining: number
  /** Calendar days of a sprint. */
  readonly sprintDays: number
  readonly band: VelocityBand
}

export interface Forecast {
  readonly cpm_finish: string | null
  readonly p50: string | null
  readonly p80: string | null
  readonly p95: string | null
  readonly velocity_low: number | null
  readonly velocity_high: number | null
}

/** A slow team comes later than the plan says, by the days its slow sprints need more than its usual ones. */
export function forecastFinish({ cpmFinish, remaining, sprintDays, band }: ForecastInput): Forecast {
  const { low, high, average } = band
  const isBanded = cpmFinish !== null && low !== null && average !== null && low > 0 && remaining > 0
  if (!isBanded) {
    const same = { cpm_finish: cpmFinish, p50: cpmFinish, p80: cpmFinish, p95: cpmFinish }
    return { ...same, velocity_low: null, velocity_high: null }
  }
  const penalty = Math.max(0, Math.round(remaining * (sprintDays / low - sprintDays / average)))
  const later = (days: number) => formatCivilDay(dayOf(cpmFinish) + days)
  return {
    cpm_finish: cpmFinish,
    p50: cpmFinish,
    p80: later(Math.round(0.6 * penalty)),
    p95: later(penalty),
    velocity_low: low,
    velocity_high: high,
  }
}

/** How much such dates can be relied on: little without a band, or where the milestone waits for what no sprint holds. */
export function confidenceOf(
  forecast: Forecast,
  band: VelocityBand,
  doubts: { readonly isUnmodeled: boolean; readonly hasDrifted: boolean },
): Confidence {
  const { average, deviation } = band
  if (forecast.velocity_low === null || average === null || deviation === null) return 'low'
  if (doubts.isUnmodeled || doubts.hasDrifted) return 'low'
  const spread = deviation / average
  return spread <= 0.2 ? 'high' : spread <= 0.5 ? 'medium' : 'low'
}
