import { parseDay } from '../plan/file-day.ts'

/** Days from the day of one date-time to that of another; 0 where it is no later. */
export function daysAfter(from: string | null, to: string | null): number {
  const [first, last] = [parseDay((from ?? '').slice(0, 10)), parseDay((to ?? '').slice(0, 10))]
  return first === null || last === null ? 0 : Math.max(0, last - first)
}

/** The minute of the day of `THH:MM:SS`. */
export function minuteOf(time: string): number {
  return Number(time.slice(1, 3)) * 60 + Number(time.slice(4, 6))
}

export function timeOf(dateTime: string | null): string | null {
  return dateTime === null || dateTime.length <= 10 ? null : dateTime.slice(10)
}
