import { civilDay, instantAt, timeOfDay } from '../../platform/clock.ts'

export interface QuietHours {
  readonly quiet_hours_enabled: boolean
  readonly quiet_hours_from: string
  readonly quiet_hours_until: string
}

/** Whether mail is held back: from the first minute until before the last, over midnight too; equal ends mean never. */
export function isQuiet(hours: QuietHours, instant: Date, zone: string): boolean {
  const { quiet_hours_enabled, quiet_hours_from: from, quiet_hours_until: until } = hours
  if (!quiet_hours_enabled || from === until) return false
  const now = timeOfDay(instant, zone)
  return from < until ? now >= from && now < until : now >= from || now < until
}

/** When the hours of quiet end in which an instant lies; null where it lies in none. */
export function quietUntil(hours: QuietHours, instant: Date, zone: string): Date | null {
  if (!isQuiet(hours, instant, zone)) return null
  const today = civilDay(instant, zone)
  const end = instantAt(today, hours.quiet_hours_until, zone)
  if (end > instant) return end
  const tomorrow = new Date(Date.parse(`${today}T00:00Z`) + 86_400_000)
  return instantAt(civilDay(tomorrow), hours.quiet_hours_until, zone)
}
