import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { RawDuration } from '../raw-project.ts'

export const MINUTES_PER_ELAPSED_DAY = 1440
export const MAX_DURATION_DAYS = 36_525

/** Half a day goes away from zero, so that a lead rounds like a lag. */
export function roundAwayFromZero(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value))
}

/** Whole days in a number of minutes; work that takes time takes at least one day, because 0 would be a milestone. */
export function wholeDays(minutes: number, minutesPerDay: number): number {
  if (minutes <= 0) return 0
  return Math.min(MAX_DURATION_DAYS, Math.max(1, Math.round(minutes / minutesPerDay)))
}

/**
 * Working days of a task. Elapsed durations run through days off, so the working days inside the task's own dates are
 * counted; without dates the share of working days in a week has to do.
 */
export function durationDays(
  duration: RawDuration,
  context: {
    uid: number
    minutesPerDay: number
    workingDaysInWeek: number
    countBetweenDates: () => number | null
    diagnostics: Diagnostics
  },
): number {
  const { uid, minutesPerDay, diagnostics } = context
  const where = { uid, field: 'duration' }
  if (duration.isElapsed && duration.minutes > 0) {
    const elapsedDays = duration.minutes / MINUTES_PER_ELAPSED_DAY
    const counted = context.countBetweenDates() ?? Math.round((elapsedDays * context.workingDaysInWeek) / 7)
    const days = Math.min(MAX_DURATION_DAYS, Math.max(1, counted))
    const text = `${plainNumber(duration.minutes / 60)} elapsed hours became ${days} working days`
    diagnostics.warn('elapsed_duration', where, text)
    return days
  }
  const days = wholeDays(duration.minutes, minutesPerDay)
  if (days * minutesPerDay !== duration.minutes) {
    const exact = plainNumber(duration.minutes / minutesPerDay)
    const text = `${plainNumber(duration.minutes)} minutes (${exact} days) became ${days} whole days`
    diagnostics.warn('duration_rounded', where, text)
  }
  return days
}

/** At most two decimals, without trailing zeros. */
export function plainNumber(value: number): string {
  return String(Math.round(value * 100) / 100)
}
