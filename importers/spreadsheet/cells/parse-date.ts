import { dayNumber } from '../../plan/file-day.ts'

export type DateOrder = 'mdy' | 'dmy' | 'iso'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const FIRST_YEAR_OF_1900S = 70

/** The two leading parts of a slash date such as 3/12/2026, whose order the text alone does not tell; else null. */
export function slashParts(text: string): { first: number; second: number; year: number } | null {
  const match = /^(\d{1,2})[/](\d{1,2})[/](\d{4}|\d{2})(?:[ T].{0,20})?$/.exec(text.trim())
  if (match === null) return null
  return { first: Number(match[1]), second: Number(match[2]), year: fullYear(match[3] ?? '') }
}

/**
 * The day of a date cell, or null when it is none. Written-out months, year-first and point-separated dates mean the
 * same in every order; slash dates follow `order` and are unreadable where the file is said to hold ISO dates only.
 */
export function parseDate(text: string, order: DateOrder): number | null {
  const bare = text.trim()
  if (bare.length > 60) return null
  const slashed = slashParts(bare)
  if (slashed !== null) {
    if (order === 'iso') return null
    const { first, second, year } = slashed
    return order === 'dmy' ? dayNumber(year, second, first) : dayNumber(year, first, second)
  }
  return yearFirst(bare) ?? dayFirstWithPoints(bare) ?? writtenOut(bare)
}

function yearFirst(text: string): number | null {
  const match = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[ T].{0,20})?$/.exec(text)
  if (match === null) return null
  const [, year, separator, month = '', day = ''] = match
  if (separator === '-' && (month.length < 2 || day.length < 2)) return null
  return dayNumber(Number(year), Number(month), Number(day))
}

function dayFirstWithPoints(text: string): number | null {
  const match = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: .{0,20})?$/.exec(text)
  return match === null ? null : dayNumber(Number(match[3]), Number(match[2]), Number(match[1]))
}

/** `1 Jan 2026`, `1-Jan-26`, `January 1 2026`, `Jan 1, 2026`. */
function writtenOut(text: string): number | null {
  const words = text.toLowerCase().split(/[\s,.-]+/)
  if (words.length !== 3) return null
  const [a = '', b = '', year = ''] = words
  const [day, month] = /^\d/.test(a) ? [a, b] : [b, a]
  if (!/^\d{1,2}$/.test(day) || !/^[a-z]{3,9}$/.test(month) || !/^(\d{4}|\d{2})$/.test(year)) return null
  const monthIndex = MONTHS.indexOf(month.slice(0, 3))
  return monthIndex < 0 ? null : dayNumber(fullYear(year), monthIndex + 1, Number(day))
}

function fullYear(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year < FIRST_YEAR_OF_1900S ? 2000 + year : 1900 + year
}
