// Values as XML writers spell them. Every reader returns null for what it cannot read; the caller knows the default.

import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { parseDay } from '../../plan/file-day.ts'
import type { PlanRecord } from './plan-record.ts'

/** A finite number written in full; `1e999` and `NaN` are none. */
export function parseNumber(text: string | null): number | null {
  if (text === null || !/^[+-]?(\d{1,18}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,3})?$/i.test(text)) return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

/** An integer of at most 15 digits. */
export function integerOf(record: PlanRecord, leaf: number): number | null {
  const value = record.number(leaf)
  return value !== null && Number.isSafeInteger(value) ? value : null
}

/** `1`, `true` or `-1` (some writers' true) against everything else. */
export function parseFlag(text: string | null, whenAbsent: boolean): boolean {
  if (text === null) return whenAbsent
  const word = text.toLowerCase()
  return word === '1' || word === 'true' || word === '-1'
}

/** A local date-time `YYYY-MM-DDTHH:MM:SS`; fractions and zones of other writers are cut off. */
export function parseDateTime(text: string | null): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(text ?? '')
  if (match === null) return null
  const [, date = '', hours = '00', minutes = '00', seconds = '00'] = match
  if (parseDay(date) === null || Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return hours === '24' ? `${nextDay(date)}T00:${minutes}:${seconds}` : `${date}T${hours}:${minutes}:${seconds}`
}

function nextDay(date: string): string {
  return formatCivilDay((parseDay(date) ?? 0) + 1)
}

/** The day of a date-time. */
export function dayOf(record: PlanRecord, leaf: number): number | null {
  const dateTime = record.dateTime(leaf)
  return dateTime === null ? null : parseDay(dateTime.slice(0, 10))
}

const DURATION =
  /^(-)?P(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9}(?:\.\d{1,9})?)D)?(?:T(?:(\d{1,12}(?:\.\d{1,9})?)H)?(?:(\d{1,12}(?:\.\d{1,9})?)M)?(?:(\d{1,12}(?:\.\d{1,9})?)S)?)?$/

/**
 * Minutes of an XML duration. Planners write hours, minutes and seconds; days and more, which other writers use, count
 * 24 hours each as the standard says.
 */
export function parseMinutes(text: string | null): number | null {
  const match = DURATION.exec(text ?? '')
  if (match === null) return null
  const part = (index: number) => Number(match[index] ?? 0)
  const days = part(2) * 365 + part(3) * 30 + part(4) * 7 + part(5)
  const minutes = days * 1440 + part(6) * 60 + part(7) + part(8) / 60
  return Number.isFinite(minutes) ? (match[1] === undefined ? 1 : -1) * wholeMicros(minutes) : null
}

/** Minutes of hours, minutes and seconds. */
export function wholeMicros(minutes: number): number {
  // Seconds are thirds of a sixtieth in binary: keep what a minute's sixth decimal can hold and no noise.
  return Math.round(minutes * 1e6) / 1e6
}
