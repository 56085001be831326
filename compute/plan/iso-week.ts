import { civilDay, civilParts, isoWeekday } from './civil-day.ts'

/** The Monday of the week in which a day lies. */
export function mondayOf(day: number): number {
  return day - isoWeekday(day) + 1
}

/** The number of the ISO week that begins on a Monday, and its year, which is that of its Thursday. */
export function isoWeekOf(monday: number): { year: number; week: number } {
  const thursday = monday + 3
  const { year } = civilParts(thursday)
  return { year, week: Math.floor((thursday - (civilDay(year, 1, 1) as number)) / 7) + 1 }
}

/** The ISO week of a Monday: `2026-W07`. */
export function weekName(monday: number): string {
  return `${isoWeekOf(monday).year}-${weekLabel(monday)}`
}

/** `W07`, as people say it within a year. */
export function weekLabel(monday: number): string {
  return `W${String(isoWeekOf(monday).week).padStart(2, '0')}`
}

/** The Monday of a week by its name, `2026-W07`; null for what is no such name. */
export function mondayOfName(name: string): number | null {
  const [, year, week] = /^(\d{4})-W(\d{2})$/.exec(name) ?? []
  const fourth = year === undefined ? null : civilDay(Number(year), 1, 4)
  // The fourth of January is always in the first week.
  return fourth === null ? null : mondayOf(fourth) + (Number(week) - 1) * 7
}
