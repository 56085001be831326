// What stands above the columns of a chart, as days: whole dates, days below months, weeks of months and of the calendar, days
// without a year, and what is only counted.

import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { FALLBACK_START_DATE } from '../../plan/fallback-start.ts'
import { countedPeriod, isWeekWord } from '../cells/counted-period.ts'
import { isMonth, monthNamed } from '../cells/month-names.ts'
import { type DateOrder, isYearless, middleOfYear, parseDate, parseYearless } from '../cells/parse-date.ts'
import { parsePeriod, yearlessPeriod } from '../cells/parse-period.ts'
import { fillRight } from './join-header-rows.ts'
import type { LabelDays } from './spread-periods.ts'
import { stepAfter } from './step-after.ts'

export const FEWEST_PERIODS = 3
const WEEK_DAYS = 7
const WEEKS_OF_MONTH = 5
/** The year of days without one, where nothing in the file says which. */
export const SOME_YEAR = Number(FALLBACK_START_DATE.slice(0, 4))

export type Texts = readonly string[]
export type Days = LabelDays

/** `gen-26`, `feb-26`, `mar-26`: a month after the other says that the numbers are years, and no days. */
export function withWholeYears(texts: Texts): Texts {
  const months = texts.map((text) => {
    const [, word = '', year = ''] = SHORT_MONTH.exec(text.trim()) ?? []
    const number = isMonth(word) ? monthNamed(word) : null
    return number === null ? null : { number, place: 12 * Number(year) + number, year }
  })
  const run = longestRun(texts.length, (index, before) => {
    const [here, earlier] = [months[index], before === null ? null : months[before]]
    return here != null && (earlier == null || here.place === earlier.place + 1)
  })
  if (run.length < FEWEST_PERIODS) return texts
  return texts.map((text, index) => {
    const month = run.includes(index) ? months[index] : null
    return month == null ? text : `20${month.year}-${String(month.number).padStart(2, '0')}`
  })
}
const SHORT_MONTH = /^(\p{L}{3,12})\.?[\s\-/'’.]*(\d{2})$/u

/** Months without a year as those of the year given, and of the next where they begin anew; null where there are none. */
export function monthsOf(texts: Texts, year: number): Texts | null {
  let before = 0
  let current = year
  const months = texts.map((text) => {
    const number = isMonth(text.trim()) ? monthNamed(text.trim()) : null
    if (number === null) return ''
    if (number < before) current += 1
    before = number
    return `${current}-${String(number).padStart(2, '0')}`
  })
  return before === 0 ? null : months
}

/**
 * `Jan W1`, `Week 2 of Feb`, `Mar-26 W3`: weeks of months, both in one label; the fourth and the fifth go on to the end of theirs. Months that
 * begin anew are of the next year, where their labels say none. Null where fewer than three labels are such.
 */
export function weeksBesideMonths(texts: Texts, year: number): { days: Days[]; sayYears: boolean } | null {
  const parted = texts.map((text) => {
    const [, month, week] = MONTH_THEN_WEEK.exec(text.trim()) ?? []
    const [, weekBefore, monthBehind] = month === undefined ? (WEEK_THEN_MONTH.exec(text.trim()) ?? []) : []
    const [, name = '', own] = /^(\p{L}+)\D*(\d+)?/u.exec(month ?? monthBehind ?? '') ?? []
    const number = isMonth(name) ? monthNamed(name) : null
    const ownYear = own === undefined ? null : Number(own) % 100
    return number === null ? null : { number, week: Number(week ?? weekBefore), ownYear }
  })
  if (parted.filter((part) => part !== null).length < FEWEST_PERIODS) return null
  const known = new Set(parted.map((part) => `${part?.number} ${part?.week}`))
  let [before, current] = [0, year]
  const days = parted.map((part): Days => {
    if (part === null) return null
    if (part.ownYear !== null) current = CENTURY + part.ownYear
    else if (part.number < before) current += 1
    before = part.number
    const month = parsePeriod(`${current}-${String(part.number).padStart(2, '0')}`)
    if (month === null) return null
    const first = month.first + WEEK_DAYS * (part.week - 1)
    const isLast = part.week >= LATE_WEEK && !known.has(`${part.number} ${part.week + 1}`)
    return { first, last: isLast ? month.last : first + WEEK_DAYS - 1 }
  })
  return { days, sayYears: parted.some((part) => part?.ownYear != null) }
}
const CENTURY = 2000
const LATE_WEEK = 4
const MONTH_OR_YEAR = String.raw`\p{L}{3,12}\.?(?:[\s'’-](?:20)?\d{2})?`
const WEEK = String.raw`(?:w|wk|week|s|sem|semaine|semana|woche|settimana)\.?\s?([1-5])`
const MONTH_THEN_WEEK = new RegExp(String.raw`^(${MONTH_OR_YEAR})[\s\-–_/.,:]*${WEEK}$`, 'iu')
const WEEK_THEN_MONTH = new RegExp(String.raw`^${WEEK}[\s\-–_/.,:]*(?:of |de |di )?(${MONTH_OR_YEAR})$`, 'iu')

/** `7th | 14th` and `29 | 30 | 1 | 2` below months without a year. */
export function daysOfMonths(lower: Texts, upper: Texts): Texts {
  const months = fillRight(
    upper.map((text) => (isMonth(text.trim()) ? text.trim() : '')),
    lower.length,
  )
  const days = lower.map((text, index) => (months[index] === '' ? '' : (DAY_OF_MONTH.exec(text.trim())?.[1] ?? '')))
  const numbers = days.filter((day) => day !== '').map(Number)
  // Numbers that go on from month to month, or never get far, count weeks.
  const beginAnew = numbers.some((number, at) => number < (numbers[at - 1] ?? 0))
  if (!beginAnew || Math.max(...numbers) <= WEEKS_OF_MONTH) return []
  return days.map((day, index) => (day === '' ? '' : `${day} ${months[index]}`))
}
const DAY_OF_MONTH = /^(\d{1,2})(?:st|nd|rd|th|\.)?$/i

export function yearlessDays(
  texts: Texts,
  year: number | null,
  startDate: string | undefined,
): (order: DateOrder) => Days[] {
  const start = startDate === undefined ? null : parseDate(startDate, 'iso')
  const near = (year === null ? start : middleOfYear(year)) ?? middleOfYear(SOME_YEAR) ?? 0
  return (order) => {
    let before: number | null = null
    return texts.map((text) => {
      const [begin, end] = rangeOf(weekBegins(text.trim()))
      const counted = countedPeriod(begin)
      if (!isYearless(begin) || (counted !== null && !isWeekWord(counted.word))) return null
      const from: number | null = before === null ? null : before + 1
      // The first week of a year may begin in the one before.
      const titled = before === null && year !== null ? yearlessPeriod(begin, year) : null
      const first = titled?.first ?? parseYearless(begin, order, before ?? near, { from })
      if (first === null) return null
      before = first
      const last = parseYearless(end, order, first, { from: first, isEnd: true }) ?? first
      return { first, last: last > first ? last : null }
    })
  }
}

/** `18th - 24th Nov`, `25 Nov - 1 Dec`: the first and the last day, which may share the month. */
export function rangeOf(text: string): [string, string] {
  const bare = text.replace(/(?<=\d)(?:st|nd|rd|th)\b/gi, '')
  const [, begin = '', end = ''] = RANGE.exec(bare) ?? []
  if (begin === '') return [bare, bare]
  const month = /\p{L}{3,}/u.exec(end)?.[0] ?? ''
  return [/\p{L}/u.test(begin) || month === '' ? begin : `${begin} ${month}`, end]
}
const RANGE =
  /^(\d{1,2}(?:\s?\p{L}{3,9}\.?|[/.]\d{1,2}\.?)?|\p{L}{3,9}\.? \d{1,2})\s*(?:[-–—]|to)\s*(\d{1,2}(?:\s?\p{L}{3,9}\.?|[/.-]\d{1,2}\.?)|\p{L}{3,9}\.? \d{1,2})$/u

/** `w/c 5 Jan`, `Week commencing 05/01`, `Week 16, 13th Feb 2017`: the day with which a week begins. */
export const weekBegins = (text: string) =>
  text
    .replace(/^(?:w\/?[cb]\.?|wk\.? ?c|(?:week|wk\.?) (?:commencing|beginning|starting|of)):? /i, '')
    .replace(NUMBERED_WEEK, '$1')
const NUMBERED_WEEK =
  /^(?:week|wk|w|kw|woche|semaine|semana|settimana)\.?\s?\d{1,2}(?:\s*[,:;(–—-]+\s*|\s+)((?=\d|\p{L}+\.? \d)(?=.*\d)(?=.*(?:\p{L}{3}|\d[./]\d))[^()]{4,24})\)?$/iu

export function daysOf(text: string, order: DateOrder): Days {
  const bare = weekBegins(text.trim())
  if (bare === '') return null
  const period = parsePeriod(bare)
  if (period !== null) return period
  const [, begin = bare, , end = ''] = WHOLE_RANGE.exec(bare) ?? []
  const [day, last] = [parseDate(begin, order), parseDate(end, order)]
  return day === null ? null : { first: day, last: last !== null && last > day ? last : null }
}
/** `24/11/17-03/12/17`: two days with their years. */
const WHOLE_RANGE =
  /^(\d{1,2}([./])\d{1,2}\2(?:\d\d|\d{4})|\d{4}-\d\d-\d\d)\s*(?:[-–—]|to)\s*(\d{1,2}[./]\d{1,2}[./](?:\d\d|\d{4})|\d{4}-\d\d-\d\d)$/

/** `2 | 9 | 16` below `March 2026`, `Jan | Feb` and `Q1 | Q2` below `2026`, `W1 | W2` below a month. */
export function joinedDays(lower: Texts, upper: Texts, order: DateOrder): Days[] {
  const years = upper.filter((text) => LONE_YEAR.test(text.trim()))
  const isLone = years.length === 1 && upper.every((text) => text === years[0] || !/\d/.test(text))
  // One year may stand in the middle above all of its months.
  const groups = isLone ? lower.map(() => years[0] ?? '') : fillRight(upper, lower.length).map(monthText)
  const areWeeks = countWeeks(lower, groups)
  return lower.map((cell, index) => {
    const [text, group] = [cell.trim(), groups[index] ?? '']
    if (text === '' || group === '') return null
    const month = parsePeriod(group)
    const week = WEEK_OF_MONTH.exec(text)?.[1]
    if (areWeeks && month !== null && week !== undefined) {
      const isLast = (groups[index + 1] ?? '') !== group || (lower[index + 1] ?? '').trim() === ''
      const first = month.first + WEEK_DAYS * (Number(week) - 1)
      return { first, last: isLast ? month.last : first + WEEK_DAYS - 1 }
    }
    // A month says no year, and a year no day.
    if (/\d{4}/.test(text) || (month === null && !/^20\d\d\s?[年년]?$/u.test(group))) return null
    const isDay = /^\d{1,2}\.?$/.test(text)
    if (isDay && month === null) return null
    const inWords = daysOf(`${isDay ? text.replace(/\.$/, '') : text} ${group}`, order)
    // `2026年 | 3月`: the year stands first.
    return inWords ?? daysOf(`${text}${group}`, order) ?? daysOf(`${group}${text}`, order)
  })
}

const LONE_YEAR = /^20\d\d$/

/** `W1`, `Semana 2`, `3주`, `4.`: the week of a month. */
const WEEK_OF_MONTH =
  /^(?:w|wk|week|kw|s|sem|semana|semaine|settimana|woche|uge|vecka|minggu|tuần)?\s?\.?\s?([1-5])\s?(?:[.°ºª]|주차?|週目?|周)?$/iu

/** A month that a workbook holds as its first day. */
export function monthText(text: string): string {
  const day = /^20\d\d-\d\d-01$/.test(text) ? parseDate(text, 'iso') : null
  return day === null ? text : formatCivilDay(day).slice(0, 7)
}

/** Whether numbers below months are weeks: they begin anew with each month, and none is above five. */
export function countWeeks(lower: Texts, groups: Texts): boolean {
  const byMonth = Map.groupBy(
    lower.flatMap((cell, index) => {
      const number = /^(?:\p{L}{0,9}\.?\s?)?(\d{1,2})\s?(?:[°ºª]|주차?|週目?|周)?$/u.exec(cell.trim())?.[1]
      return number === undefined || parsePeriod(groups[index] ?? '') === null
        ? []
        : [{ month: groups[index] ?? '', number: Number(number) }]
    }),
    ({ month }) => month,
  )
  const months = [...byMonth.values()]
  const isCounted = months.every(
    (weeks) => weeks.length <= WEEKS_OF_MONTH && weeks.every(({ number }, at) => number === at + 1),
  )
  const hasWords = lower.some(
    (cell) => /^(?:\p{L}{1,9}\.?\s?1|1\s?(?:주차?|週目?|周))$/u.test(cell.trim()) && monthNamed(cell) === null,
  )
  return isCounted && (months.length > 1 || (months.length === 1 && hasWords))
}

/** `wk 10 | wk 11`: weeks that do not begin with the first are those of the calendar, where a title says the year. */
export function calendarWeeks(headers: Texts): Texts | null {
  const numbers = headers.map(
    (header) => /^(?:w|wk|week|woche|semaine|semana|sem|settimana)\s?\.?\s?(\d{1,2})$/i.exec(header.trim())?.[1],
  )
  const first = numbers.find((number) => number !== undefined)
  if (first === undefined || Number(first) < 2) return null
  return numbers.map((number) => (number === undefined ? '' : `KW ${number}`))
}

/** `Week -2`: before the start of the project. */
const BEFORE_START = /\p{L}\s[-−–]\s?\d{1,3}$/u

/** What `Week 3`, `M4`, `Day 5` count from the start of the project, in the unit of the first of them; null where none does. */
export function countedDays(
  texts: Texts,
  startDate: string | undefined,
): { days: Days[]; numbers: (number | null)[] } | null {
  const counted = texts.map(countedPeriod)
  const first = counted.find((period) => period !== null)
  if (first === undefined || first === null) return null
  const { unit, word } = first
  // Weeks that do not begin with the first are those of the calendar.
  if (isWeekWord(word) && first.number > 1 && !texts.some((text) => BEFORE_START.test(text.trim()))) return null
  const base = parseDate(startDate ?? FALLBACK_START_DATE, 'iso') ?? 0
  // Days after a day that is known are those of the calendar.
  const dayOf = (count: number) =>
    unit === 'day' && startDate !== undefined ? base + count : stepAfter(base, count, unit)
  const written = counted.map((period, at) =>
    period?.word !== word ? null : BEFORE_START.test((texts[at] ?? '').trim()) ? -period.number : period.number,
  )
  // `w0 | w1`: the first of them begins the project; without a week 0, the one before the first is week -1.
  const from = written.includes(0) ? 0 : 1
  const numbers = written.map((number) => (number !== null && number < 0 && from === 1 ? number + 1 : number))
  const days = numbers.map((number) =>
    number === null ? null : { first: dayOf(number - from), last: dayOf(number - from + 1) - 1 },
  )
  return { days, numbers }
}

/** The longest row of columns, next to each other or nearly so, of which each may follow the one before it. */
export function longestRun(width: number, follows: (index: number, before: number | null) => boolean): number[] {
  let best: number[] = []
  let run: number[] = []
  for (let index = 0; index < width; index += 1) {
    const last = run.at(-1)
    if (last !== undefined && follows(index, last)) run.push(index)
    else if (follows(index, null)) run = [index]
    else if (last !== undefined && index - last > WIDEST_GAP) run = []
    if (run.length > best.length) best = run
  }
  return best
}
/** A blank column, or one for the holidays, interrupts no chart. */
const WIDEST_GAP = 1
