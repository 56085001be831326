import { timeOfDay } from '../../platform/clock.ts'

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
