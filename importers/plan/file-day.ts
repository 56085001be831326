// Dates that a file may name: years far from any plan are mistakes, such as a serial number read as a date, and are read as
// no date at all.

import { civilDay, parseCivilDay, parseCivilDayOf } from '../../compute/plan/civil-day.ts'

export const FIRST_DAY = civilDay(1900, 1, 1) as number
export const LAST_DAY = civilDay(2199, 12, 31) as number
/** How far a working day is looked for: no calendar of people has a longer gap. */
export const LONGEST_GAP_DAYS = 400

/** Returns the day number of a date; null when there is no such day or its year is outside 1900-2199. */
export function dayNumber(year: number, month: number, day: number): number | null {
  return within(civilDay(year, month, day))
}

/** Reads exactly `YYYY-MM-DD`; null for anything else. */
export function parseDay(text: string): number | null {
  return within(parseCivilDay(text))
}

/** Reads the `YYYY-MM-DD` that a longer text begins with. */
export function parseDayOf(text: string): number | null {
  return within(parseCivilDayOf(text))
}

/** Whether a local date-time `YYYY-MM-DDTHH:MM:SS` is after noon: of a milestone, the end of its day. */
export function isAfterNoon(dateTime: string): boolean {
  return dateTime.slice(10) > 'T12:00:00'
}

/** The minute of the day of a local date-time `YYYY-MM-DDTHH:MM:SS`. */
export function minuteOf(dateTime: string): number {
  return Number(dateTime.slice(11, 13)) * 60 + Number(dateTime.slice(14, 16))
}

function within(day: number | null): number | null {
  return day === null || day < FIRST_DAY || day > LAST_DAY ? null : day
}
