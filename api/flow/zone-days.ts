import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import { instantAt } from '../platform/clock.ts'

const DAY_MS = 86_400_000

/** Days of a time zone, as numbers counted from 1970. A day is looked up once, however many moments fall on it. */
export interface ZoneDays {
  /** The moment at which a day begins. */
  midnight(day: number): number
  dayOf(ms: number): number
}

export function zoneDays(zone: string): ZoneDays {
  const midnights = new Map<number, number>()
  const midnight = (day: number): number => {
    const known = midnights.get(day)
    if (known !== undefined) return known
    const ms = instantAt(formatCivilDay(day), '00:00', zone).getTime()
    midnights.set(day, ms)
    return ms
  }
  /** No zone is a whole day away from Greenwich. */
  const dayOf = (ms: number): number => {
    const day = Math.floor(ms / DAY_MS)
    if (ms < midnight(day)) return day - 1
    return ms < midnight(day + 1) ? day : day + 1
  }
  return { midnight, dayOf }
}
