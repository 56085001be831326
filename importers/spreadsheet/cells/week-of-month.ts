import { isoWeekday } from '../../../compute/plan/civil-day.ts'
import { dayNumber } from '../../plan/file-day.ts'
import { unitNamed } from './duration-units.ts'
import { monthNamed } from './month-names.ts'

const OF = String.raw`(?:(?:of|in|de|del|di|do|da|des|im|i|v|w|в|bulan|van)\s)?`
/** `Minggu 4 Februari`, `Week 2 of March 2026`. */
const WORD_FIRST = new RegExp(
  String.raw`^(\p{L}[\p{L}\p{M}]{1,11})\.?\s(ke-?\s?)?([1-5])\.?\s${OF}(\p{L}{3,12})\.?(?:\s(20\d{2}))?$`,
  'iu',
)
/** `2ª semana de março`, `3. Woche Mai 2026`. */
const NUMBER_FIRST = new RegExp(
  String.raw`^([1-5])(?:\.|[ªº]|st|nd|rd|th|er|e|ère|re|ème|eme|-я|-й)?\s?(\p{L}[\p{L}\p{M}]{1,11})\s${OF}(\p{L}{3,12})\.?(?:\s(20\d{2}))?$`,
  'iu',
)
/** `3月第2週`, `2026年3月第2周`, `3월 2주차`. */
const EASTERN = /^(?:(20\d{2})\s?[年년]\s?)?(\d{1,2})\s?[月월]\s?第?\s?([1-5])\s?[週周주](?:目|차)?$/u
/** What stands between a week and its month. */
const BETWEEN = /[\s月월]/u
const WEEK_DAYS = 7
const LAST_WEEK = 5
const SUNDAY = 7

/**
 * A week of a month in the year that it says, else in the one given: each begins seven days after the one before, the first with the
 * month. Indonesian has one word for week and Sunday: a day that is a Sunday is that day, and no week. Null for anything else.
 */
export function weekOfMonth(text: string, year: number | null): { first: number; last: number } | null {
  if (!BETWEEN.test(text)) return null
  const found = partsOf(text)
  const of = found?.year ?? year
  if (found === null || of === null) return null
  const { week, month } = found
  const first = dayNumber(of, month, WEEK_DAYS * (week - 1) + 1)
  const next = month === 12 ? dayNumber(of + 1, 1, 1) : dayNumber(of, month + 1, 1)
  const day = dayNumber(of, month, week)
  if (first === null || next === null || (found.mayBeSunday && day !== null && isoWeekday(day) === SUNDAY)) return null
  return { first, last: week === LAST_WEEK ? next - 1 : first + WEEK_DAYS - 1 }
}

function partsOf(text: string): { week: number; month: number; year: number | null; mayBeSunday: boolean } | null {
  const eastern = EASTERN.exec(text)
  if (eastern !== null)
    return { week: Number(eastern[3]), month: Number(eastern[2]), year: yearIn(eastern[1]), mayBeSunday: false }
  const worded = WORD_FIRST.exec(text)
  const numbered = worded === null ? NUMBER_FIRST.exec(text) : null
  const [word, month, year] = [worded?.[1] ?? numbered?.[2], worded?.[4] ?? numbered?.[3], worded?.[5] ?? numbered?.[4]]
  const week = Number(worded?.[3] ?? numbered?.[1])
  const number = month === undefined ? null : monthNamed(month)
  if (word === undefined || number === null || unitNamed(word)?.unit !== 'week') return null
  const mayBeSunday = /^minggu$/i.test(word) && worded !== null && worded[2] === undefined
  return { week, month: number, year: yearIn(year), mayBeSunday }
}

const yearIn = (text: string | undefined) => (text === undefined ? null : Number(text))
