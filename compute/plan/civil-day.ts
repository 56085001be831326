// Day numbers: whole days since 1970-01-01 in the proleptic Gregorian calendar. Everything the engine does with
// dates happens on these integers; text and weekdays are conversions at the edge. The era arithmetic follows the
// well-known days-from-civil construction: years start in March, so that the leap day is the last of its year.

const DAYS_PER_ERA = 146_097
const YEARS_PER_ERA = 400
/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH_SHIFT_DAYS = 719_468

/** 0001-01-01, the first date that `YYYY-MM-DD` can name. */
export const FIRST_CIVIL_DAY = -719_162
/** 9999-12-31, the last date that `YYYY-MM-DD` can name. */
export const LAST_CIVIL_DAY = 2_932_896

const DASH = 45
const ZERO = 48
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Returns the day number of an exact `YYYY-MM-DD` text naming a real date in the years 1 to 9999, else null. */
export function parseCivilDay(text: string): number | null {
  return text.length === 10 ? parseCivilDayOf(text) : null
}

/** Reads the `YYYY-MM-DD` that a longer text begins with. */
export function parseCivilDayOf(text: string): number | null {
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return null
  return civilDay(100 * twoDigits(text, 0) + twoDigits(text, 2), twoDigits(text, 5), twoDigits(text, 8))
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN
}

/** Returns the `YYYY-MM-DD` text of a day number. Years outside 1 to 9999 are a programming error and throw. */
export function formatCivilDay(day: number): string {
  if (!(day >= FIRST_CIVIL_DAY && day <= LAST_CIVIL_DAY)) throw new RangeError(`day ${day} is outside 0001 to 9999`)
  const { year, month, day: dayOfMonth } = civilParts(day)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}`
}

export interface CivilParts {
  year: number
  /** 1 = January. */
  month: number
  day: number
}

/** Returns year, month and day of the month of a day number. */
export function civilParts(day: number): CivilParts {
  const shifted = day + EPOCH_SHIFT_DAYS
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * YEARS_PER_ERA + (month <= 2 ? 1 : 0)
  return { year, month, day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1 }
}

/** A `formatCivilDay` that remembers what it has formatted: documents name the same few dates over and over. */
export function rememberingFormat(): (day: number) => string {
  const known = new Map<number, string>()
  return (day) => {
    let text = known.get(day)
    if (text === undefined) {
      text = formatCivilDay(day)
      known.set(day, text)
    }
    return text
  }
}

/** ISO weekday of a day number: 1 = Monday to 7 = Sunday. */
export function isoWeekday(day: number): number {
  const fromMonday = (day + 3) % 7
  return (fromMonday < 0 ? fromMonday + 7 : fromMonday) + 1
}

/** Returns the day number of a date; null where there is no such day, or its year is outside 1 to 9999. */
export function civilDay(year: number, month: number, dayOfMonth: number): number | null {
  // What is not a number compares with nothing.
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12)) return null
  if (!(dayOfMonth >= 1 && dayOfMonth <= monthLength(year, month))) return null
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / YEARS_PER_ERA)
  const yearOfEra = marchYear - era * YEARS_PER_ERA
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + dayOfMonth - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_SHIFT_DAYS
}

/** Returns the days of a month, 1 = January. */
export function monthLength(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && isLeap ? 29 : MONTH_DAYS[month - 1]
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
