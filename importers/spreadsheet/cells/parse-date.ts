import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { dayNumber, parseDay } from '../../plan/file-day.ts'
import { halfWidth } from './half-width.ts'
import { withWesternYear } from './japanese-eras.ts'
import { foldAccents, monthNamed } from './month-names.ts'
import { parsePeriod, yearlessPeriod } from './parse-period.ts'
import { isWeekday } from './weekday-names.ts'

export type DateOrder = 'mdy' | 'dmy' | 'iso'

const FIRST_YEAR_OF_1900S = 70
/** What may follow a date: a time of day, which a plan of whole days leaves out. */
const TIME = String.raw`(?:[ T,]{1,3}\d{1,2}[:.h]\d{2}.{0,20}|T.{0,20})?`
/** Day numbers of the serial days of spreadsheets: 1 January 1982 to 31 December 2118. */
const SERIAL_ZERO = -25_569
const [FIRST_SERIAL, LAST_SERIAL] = [29_952, 79_989]
/** The calendar of Taiwan counts from 1912: 115/03/16 is in 2026. */
const MINGUO_YEARS = 1911
/** Seconds or milliseconds since 1970, as programs count: September 2001 to May 2033. */
const SINCE_1970 = /^1\d{9}(?:\d{3})?$/
const SECONDS_PER_DAY = 86_400
const ALL_DIGITS = /^\d{5}(?:[.,]\d{1,15})?$/

/**
 * The two leading parts of a date such as 3/12/2026 or 3-12-26, whose order the text alone does not tell; else null. A
 * weekday before it is passed over.
 */
export function slashParts(text: string): SlashParts | null {
  // Most cells are one of these three.
  if (text === '' || isoDay(text) !== null) return null
  const plain = plainParts(text)
  if (plain !== null) return plain
  const match = NUMBERS_FIRST.exec(withoutWeekday(bareDate(text)))
  if (match === null) return null
  return { first: Number(match[1]), second: Number(match[3]), year: fullYear(match[4] ?? '') }
}

type SlashParts = { first: number; second: number; year: number }

/** `16/03/2026` and `3-12-2026`, read by their characters; null for anything else. */
function plainParts(text: string): SlashParts | null {
  const { length } = text
  if (length < 8 || length > 10) return null
  const mark = text.charCodeAt(length - 5)
  if (mark !== SLASH && mark !== DASH) return null
  const between = text.charCodeAt(1) === mark ? 1 : 2
  if (text.charCodeAt(between) !== mark || length - between > 8) return null
  const first = digits(text, 0, between)
  const second = digits(text, between + 1, length - 5)
  const year = digits(text, length - 4, length)
  return Number.isNaN(first + second + year) ? null : { first, second, year }
}

/** The number that a stretch of one to four digits is; no number for any other. */
function digits(text: string, from: number, to: number): number {
  let number = from < to ? 0 : Number.NaN
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = 10 * number + digit
  }
  return number
}
const [SLASH, DASH, ZERO] = ['/', '-', '0'].map((sign) => sign.charCodeAt(0)) as [number, number, number]

const NUMBERS_FIRST = new RegExp(String.raw`^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`)

/** Whether a cell is a bare serial day, as spreadsheets write dates whose format was lost. */
export function isSerialDay(text: string): boolean {
  if (!ALL_DIGITS.test(text)) return false
  const serial = Number(text.slice(0, 5))
  return serial >= FIRST_SERIAL && serial <= LAST_SERIAL
}

/** Whether a cell is a moment as programs count them. */
export function isSince1970(text: string): boolean {
  return SINCE_1970.test(text)
}

/**
 * The day of a date cell, or null when it is none. Written-out months, year-first and point-separated dates mean the
 * same in every order; slash and dash dates follow `order` and are unreadable where the file is said to hold ISO dates
 * only. Times of day are left out.
 */
export function parseDate(text: string, order: DateOrder): number | null {
  return isoDay(text) ?? anyDate(text, order)
}

/** What programs write, and what is asked for most. */
function isoDay(text: string): number | null {
  return text.length === 10 && text[4] === '-' && text[7] === '-' ? parseDay(text) : null
}

function anyDate(text: string, order: DateOrder): number | null {
  if (text === '') return null
  const plain = plainParts(text)
  if (plain !== null) return dayOfParts(plain, order)
  const bare = bareDate(text)
  if (bare.length > 60 || !/\d/.test(bare)) return null
  const first = yearFirst(bare)
  if (first !== null) return first
  const slashed = slashParts(bare)
  if (slashed !== null) return dayOfParts(slashed, order)
  if (isSerialDay(bare)) return Number(bare.slice(0, 5)) + SERIAL_ZERO
  if (isSince1970(bare)) return Math.floor(Number(bare.slice(0, 10)) / SECONDS_PER_DAY)
  const undated = withoutWeekday(bare)
  return (
    yearFirst(undated) ??
    dayFirstWithPoints(undated) ??
    eastAsian(undated) ??
    writtenOut(undated) ??
    parsePeriod(bare)?.first ??
    null
  )
}

function dayOfParts({ first, second, year }: SlashParts, order: DateOrder): number | null {
  if (order === 'iso') return null
  return order === 'dmy' ? dayNumber(year, second, first) : dayNumber(year, first, second)
}

/** The same for a cell that says when something ends: a month or a quarter ends with its last day. */
export function parseFinish(text: string, order: DateOrder): number | null {
  const day = isoDay(text) ?? parsePeriod(text)?.last ?? parseDate(text, order)
  return day !== null && WEEK_OF.test(text) ? day + DAYS_TO_SUNDAY : day
}
const DAYS_TO_SUNDAY = 6

/** The day of a cell where it does not matter which one: with the month first, else with the day first. */
export function dayInAnyOrder(text: string): number | null {
  const day = parseDate(text, 'mdy')
  return day === null && slashParts(bareDate(text)) !== null ? parseDate(text, 'dmy') : day
}

/**
 * Without what planners and people put around a date: the quote that keeps a cell text, ` A` and `*` for dates that have
 * happened or are held, a weekday or the word for year behind.
 */
function bareDate(text: string): string {
  const trimmed = text.trim()
  // Most dates are numbers and marks between them.
  return NUMBERS_ALONE.test(trimmed)
    ? trimmed.replace(NORDIC, '$1.$2.$3')
    : withWesternYear(halfWidth(trimmed.slice(0, 80)))
        .replace(/^'(?=\S)/, '')
        .replace(/(?<=\d) ?(?:\*|A\*?)$/, '')
        .replace(
          /(?<=[\d日일号號]\.?)\s?[(（]\p{L}{1,10}\.?[)）]$|(?<=\d\s\p{L}{3,12}\.?)\s?[(（][\p{L} ]{1,20}[)）]$/u,
          '',
        )
        .replace(OF_CLOCK, '')
        .replace(BEFORE_A_DAY, '')
        .replace(BEHIND_A_DAY, '')
        .replace(/(?<=\d) ?(?:г|года|р|року|r|m)\.?$/, '')
        .replace(NUMBERED_MONTH, '$1.$2.$3')
        .replace(NORDIC, '$1.$2.$3')
}

const NUMBERS_ALONE = /^[\d./-]+$/

/** `2.3.2026 klo 9`, `2. März 2026 um 9:00 Uhr`: a time of day behind a word. */
const OF_CLOCK =
  /(?<=\d\.?)\s+(?:klo?|um|à|às|alle|om|o godz|v|в|a las)\.?\s\d{1,2}(?:[:.h]\d{2})?(?:\s?(?:uhr|uur|h|hod|час))?\.?$/iu

/** `w/c 16/03/2026`, `no later than 1 May 2026`, `~16/03/2026` */
const BEFORE_A_DAY =
  /^(?:[~≈*(]|(?:w\/[cbe]\.?|wk\.? ?(?:commencing|beginning|ending|of)|week (?:commencing|beginning|starting|ending|of)|no(?:t)? (?:later|earlier) than|not before|on or before)(?: the)?:?)\s*(?=[\d\p{L}])/iu
/** `16/03/2026 at 11:59`, `16 Mar 2026 9am`, `2026-03-16 AM`, `16/03/2026 TBC` */
const BEHIND_A_DAY =
  /(?<=\d)(?:[,\s]*(?:@|at|-)?\s\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?|(?<=:\d{2}))|\s?(?:am|pm|tbc|tba|tbd|est\.?|provisional))$|(?<=\d)[`?)]+$/i
/** A day that stands for its week. */
const WEEK_OF = /^(?:w\/[cb]|wk\.? ?(?:commencing|beginning|of)|week (?:commencing|beginning|starting|of))(?!\p{L})/iu

/** `ngày 2 tháng 3 năm 2026`: months have numbers for names. */
const NUMBERED_MONTH = /^(?:ngày )?(\d{1,2}) tháng (\d{1,2})(?:,| năm)? (\d{4})$/iu

/** `14/9-2026`, `den 14/9 2026`: how days are written in Denmark, Norway and Sweden. */
const NORDIC = /^(?:d\.|den )?\s?(\d{1,2})\/(\d{1,2})(?: ?- ?| )(\d{4}|\d{2})$/i

const PARTS = /^\d{1,4}[./-]\d{1,2}[./-]\d/

/** `Mon 16/03/26`, `Montag, 16.3.2026`, `Monday, March 16, 2026`; `mar` is a Tuesday before numbers, else March. */
function withoutWeekday(text: string): string {
  const match = /^\(?(?:thứ\s)?(\p{L}{1,12})[.,)]{0,2}\s+/iu.exec(text)
  if (match === null) return text
  const rest = text.slice(match[0].length).replace(/^(?:den|d\.)\s(?=\d)/i, '')
  if (PARTS.test(rest)) return rest
  if (monthNamed(match[1] ?? '') !== null) return text
  const next = /^\p{L}+/u.exec(rest)?.[0]
  return /^\d/.test(rest) || (next !== undefined && monthNamed(next) !== null) ? rest : text
}

const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`)

function yearFirst(text: string): number | null {
  const match = YEAR_FIRST.exec(text)
  if (match !== null) return dayNumber(Number(match[1]), Number(match[3]), Number(match[4]))
  const minguo = /^(1[0-3]\d)([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (minguo !== null) return dayNumber(Number(minguo[1]) + MINGUO_YEARS, Number(minguo[3]), Number(minguo[4]))
  const compact = /^((?:19|20)\d{2})([01]\d)([0-3]\d)$/.exec(text)
  return compact === null ? null : dayNumber(Number(compact[1]), Number(compact[2]), Number(compact[3]))
}

const DAY_FIRST_WITH_POINTS = new RegExp(String.raw`^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}\.?|\d{2})${TIME}$`)

function dayFirstWithPoints(text: string): number | null {
  const match = DAY_FIRST_WITH_POINTS.exec(text)
  return match === null ? null : dayNumber(fullYear((match[3] ?? '').slice(0, 4)), Number(match[2]), Number(match[1]))
}

/** `2026年3月16日`, `2026년 3월 16일`, `2026. 3. 16.`, with or without a weekday behind. */
function eastAsian(text: string): number | null {
  const match =
    /^(\d{4})\s?[年년.]\s?(\d{1,2})\s?[月월.]\s?(\d{1,2})\s?[日일号號.]?(?:[\s(（星周曜월화수목금토일].{0,20})?$/u.exec(
      text,
    )
  return match === null ? null : dayNumber(Number(match[1]), Number(match[2]), Number(match[3]))
}

/** Shorter ones may be months: `mar`. */
const SHORTEST_WEEKDAY = 3
const JOINING_WORDS = new Set(['de', 'del', 'di', 'of', 'the', 'г', 'года', 'року', 'gada', 'm', 'd'])

/** A point between signs of Thailand is part of a month: `มี.ค.` */
const BETWEEN_PARTS = /(?:[\s,/-]|\.(?!\p{Script=Thai}))+/u

/** `1 Jan 2026`, `1-Jan-26`, `05/Oct/25 12:00 AM`, `January 1st 2026`, `16. März 2026`, `16 de marzo de 2026`. */
function writtenOut(text: string): number | null {
  const words = foldAccents(text)
    .split(BETWEEN_PARTS)
    .filter((word) => word !== '' && !JOINING_WORDS.has(word) && !(word.length > SHORTEST_WEEKDAY && isWeekday(word)))
  const [a = '', b = '', year = '', ...rest] = words
  if (rest.length > 0 && !/^\d{1,2}[:h]\d{2}/.test(rest[0] ?? '')) return null
  // 2026-Mar-16 has the year in front, and so has `2026. gada 16. marts`.
  if (/^\d{4}$/.test(a)) return written(a, b, year) ?? written(a, year, b)
  return /^\d/.test(a) ? written(year, b, a) : written(year, a, b)
}

function written(year: string, month: string, day: string): number | null {
  const dayText = day.replace(/(?<=\d)(?:st|nd|rd|th|er|e|[º°ª])$/, '')
  if (!/^\d{1,2}$/.test(dayText) || !/^(\d{4}|\d{2})$/.test(year)) return null
  const monthNumber = monthNamed(month)
  return monthNumber === null ? null : dayNumber(fullYear(year), monthNumber, Number(dayText))
}

/** `26` is in this century, `87` in the last. */
export function fullYear(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year < FIRST_YEAR_OF_1900S ? 2000 + year : 1900 + year
}

/**
 * `16-Mar`, `Mar 16`, `Mon 3/16`, `KW 12`, `March`: the day without a year that lies nearest to `near`, as spreadsheets write
 * dates of one plan; null when the text is none. An end is the last day of a week or a month, and is not before `from`.
 */
export function parseYearless(
  text: string,
  order: DateOrder,
  near: number,
  { isEnd = false, from = null }: { isEnd?: boolean; from?: number | null } = {},
): number | null {
  const whole = bareDate(text)
  const bare = withoutWeekday(whole)
  if (bare.length > 32 || bare === '') return null
  const numbers = /^(\d{1,2})[/.-](\d{1,2})\.?$/.exec(bare)
  const eastern = /^(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号號]?$/u.exec(bare)
  const inYear = (year: number): number | null => {
    if (eastern !== null) return dayNumber(year, Number(eastern[1]), Number(eastern[2]))
    if (numbers !== null) {
      const slashOrder = order === 'iso' ? 'mdy' : order
      return parseDate(`${numbers[1]}/${numbers[2]}/${year}`, /\./.test(bare) ? 'dmy' : slashOrder)
    }
    return /\d/.test(bare) ? writtenOut(/^\d/.test(bare) ? `${bare} ${year}` : `${bare}, ${year}`) : null
  }
  const nearYear = yearOfDay(near)
  let best: number | null = null
  let least = Number.POSITIVE_INFINITY
  for (const year of [nearYear - 1, nearYear, nearYear + 1]) {
    const period = numbers === null && eastern === null ? yearlessPeriod(whole, year) : null
    const day = period === null ? inYear(year) : isEnd ? period.last : period.first
    if (day === null || (from !== null && day < from)) continue
    // The first week of a year may begin in the one before: its middle says whose it is.
    const distance = Math.abs((period === null ? day : (period.first + period.last) / 2) - near)
    if (distance >= least) continue
    best = day
    least = distance
  }
  return best
}

/** Whether a cell is a day and a month, a week or a month without a year. */
export function isYearless(text: string): boolean {
  return (
    parseDate(text, 'dmy') === null &&
    /[\p{L}/.-]/u.test(text) &&
    (parseYearless(text, 'mdy', SOME_DAY_OF_2026) ?? parseYearless(text, 'dmy', SOME_DAY_OF_2026)) !== null
  )
}
const SOME_DAY_OF_2026 = 20_500

/** The middle of a year, to which each of its days is nearer than the same day of another year. */
export function middleOfYear(year: number): number | null {
  return dayNumber(year, 7, 2)
}

function yearOfDay(day: number): number {
  return Number(formatCivilDay(day).slice(0, 4))
}
