import { MINUTES_PER_ELAPSED_DAY, roundAwayFromZero } from '../plan-file/build/convert-duration.ts'
import { isElapsedUnit, isPercentUnit } from '../plan-file/duration-units.ts'

const ESTIMATED = 32
/** Units of lags by the numbers that plan files have for them. */
const UNITS: Readonly<Record<number, string>> = {
  3: 'minutes',
  4: 'elapsed minutes',
  5: 'hours',
  6: 'elapsed hours',
  7: 'days',
  8: 'elapsed days',
  9: 'weeks',
  10: 'elapsed weeks',
  11: 'months',
  12: 'elapsed months',
  19: '%',
  20: 'elapsed %',
}
const COMMENT = /^Plan lag: (-?\d{1,9}(?:\.\d{1,6})?) (?:minutes in )?([a-z ]*(?:[a-z]|%))(\??)$/

/** A lag as another planner has it: percent of the predecessor's duration, or minutes; and its unit. */
export interface KeptLag {
  readonly amount: number
  readonly format: number
}

/** The comment on a link that says how the lag was given; null for a unit without a name. */
export function lagComment({ amount, format }: KeptLag): string | null {
  const isEstimated = format > ESTIMATED
  const unit = UNITS[isEstimated ? format - ESTIMATED : format]
  if (unit === undefined) return null
  const number = Math.round(amount * 1e6) / 1e6
  return `Plan lag: ${number} ${isPercentUnit(format) ? '' : 'minutes in '}${unit}${isEstimated ? '?' : ''}`
}

export function readLagComment(comment: string | null): KeptLag | null {
  const [, amount, unit, estimated] = COMMENT.exec(comment ?? '') ?? []
  const format = Object.keys(UNITS).find((code) => UNITS[Number(code)] === unit)
  if (amount === undefined || format === undefined) return null
  return { amount: Number(amount), format: Number(format) + (estimated === '?' ? ESTIMATED : 0) }
}

/**
 * Minutes that a file has for such a lag: it counts all of its lags through nights, or none, so that days of the other
 * kind become as many of its own.
 */
export function lagInFile(
  { amount, format }: KeptLag,
  { isElapsed, minutesPerDay, predecessorMinutes }: LagContext,
): number {
  const minutes = isPercentUnit(format) ? (amount / 100) * predecessorMinutes : amount
  if (isElapsedUnit(format) === isElapsed) return minutes
  const [from, to] = isElapsed ? [minutesPerDay, MINUTES_PER_ELAPSED_DAY] : [MINUTES_PER_ELAPSED_DAY, minutesPerDay]
  return roundAwayFromZero(minutes / from) * to
}

export interface LagContext {
  /** Whether lags of the file run through nights and free days. */
  readonly isElapsed: boolean
  /** Of a day of work on the predecessor's calendar. */
  readonly minutesPerDay: number
  readonly predecessorMinutes: number
}
