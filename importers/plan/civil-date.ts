// Civil dates as day numbers (1970-01-01 = 0) in the proleptic Gregorian calendar. Exact integer arithmetic: a Date
// object would bring time zones, and with them days that are 23 hours long.

const FIRST_YEAR = 1900
const LAST_YEAR = 2199
const DATE_LENGTH = 10
const HYPHEN = 0x2d
const ZERO = 0x30

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export type CivilParts = { year: number; month: number; day: number }

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Days in a month, 1 = January. */
export function monthLength(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0)
}

function daysBeforeYear(year: number): number {
  const y = year - 1
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
}

const EPOCH = daysBeforeYear(1970)

/** The day number of a date, or null when there is no such day or its year is outside 1900-2199. */
export function dayNumber(year: number, month: number, day: number): number | null {
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR && month >= 1 && month <= 12)) return null
  if (!(day >= 1 && day <= monthLength(year, month))) return null
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0
  return daysBeforeYear(year) - EPOCH + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + leapDay + day - 1
}

export const FIRST_DAY = dayNumber(FIRST_YEAR, 1, 1) as number
export const LAST_DAY = dayNumber(LAST_YEAR, 12, 31) as number

/** Year, month and day of a day number. */
export function civilParts(day: number): CivilParts {
  const sinceYearOne = day + EPOCH
  // 146,097 days are 400 years; the estimate is at most one year off.
  let year = Math.floor((sinceYearOne * 400) / 146_097) + 1
  while (daysBeforeYear(year) > sinceYearOne) year -= 1
  while (daysBeforeYear(year + 1) <= sinceYearOne) year += 1
  let rest = sinceYearOne - daysBeforeYear(year)
  let month = 1
  while (rest >= monthLength(year, month)) {
    rest -= monthLength(year, month)
    month += 1
  }
  return { year, month, day: rest + 1 }
}

/** `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  const parts = civilParts(day)
  return `${String(parts.year).padStart(4, '0')}-${String(parts.month).padStart(2, '0')}-${String(parts.day).padStart(2, '0')}`
}

/** Reads exactly `YYYY-MM-DD`; null for anything else. */
export function parseDay(text: string): number | null {
  return text.length === DATE_LENGTH ? parseDayOf(text) : null
}

/** Reads the `YYYY-MM-DD` that a longer text begins with. */
export function parseDayOf(text: string): number | null {
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return null
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  return dayNumber(year, twoDigits(text, 5), twoDigits(text, 8))
}

/** NaN where there are no two digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

/** 1 = Monday … 7 = Sunday. 1970-01-01 was a Thursday. */
export function isoWeekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}
