import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { FALLBACK_START_DATE } from '../../plan/fallback-start.ts'
import { isMonth, monthNamed } from '../cells/month-names.ts'
import { type DateOrder, isYearless, middleOfYear, parseDate, parseYearless } from '../cells/parse-date.ts'
import { parsePeriod } from '../cells/parse-period.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { fillRight } from './join-header-rows.ts'
import { type LabelDays, spreadLabels } from './spread-periods.ts'
import { stepAfter } from './step-after.ts'

const FEWEST_PERIODS = 3
const WEEK_DAYS = 7
const WEEKS_OF_MONTH = 5
/** `W1`, `Week 2`, `Monat 3`: periods counted from the start of the project. */
export const COUNTED =
  /^(w|wk|week|woche|semaine|semana|sem|settimana|m|month|monat|mois|mes|mese|d|day|tag|jour|día|dia|giorno)\s?\.?\s?(\d{1,3})$/i
/** What the letter begins that is counted. */
const UNITS: Readonly<Record<string, string>> = {
  w: 'week',
  s: 'week',
  m: 'month',
  d: 'day',
  t: 'day',
  j: 'day',
  g: 'day',
}
const NO_START = `, counted from ${FALLBACK_START_DATE}, because the file names no start`
/** The year of days without one, where nothing in the file says which. */
const SOME_YEAR = Number(FALLBACK_START_DATE.slice(0, 4))
const FEWEST_NUMBERS = 5
const YEAR = /(?<!\d)20\d\d(?!\d)/g

/** One column of a chart: the days that it stands for. */
export interface ChartColumn {
  readonly index: number
  readonly first: number
  readonly last: number
}

export interface Chart {
  readonly columns: readonly ChartColumn[]
  /** The row below the header that names the days, which is no task. */
  readonly dateRow: SheetRow | null
  /** What to say of where its days come from. */
  readonly note: string
  /** Whether nothing says when it begins, and a day or a year stands for it. */
  readonly isUndated?: boolean
}

type Texts = readonly string[]
type Days = LabelDays

/**
 * The columns of a sheet that stand for days, weeks, months or quarters, one after the other: by the header, by the row above
 * or below it, or by two rows of which the upper one says the month or the year. Null where none is clear.
 */
export function findChart(table: SheetTable, startDate: string | undefined): Chart | null {
  if (table.header === null) return null
  const headers = withWholeYears(table.header.cells)
  const [second, first, third] = [-1, -2, -3].map((at) => withWholeYears(table.above.at(at)?.cells ?? [])) as [
    Texts,
    Texts,
    Texts,
  ]
  const names = headers.findIndex((header) => header.trim() !== '')
  const next = table.rows[0]
  const below = next !== undefined && (next.cells[names] ?? '').trim() === '' ? next : null
  for (const [lower, upper, dateRow] of [
    [headers, [], null],
    [second, [], null],
    [below?.cells ?? [], [], below],
    [headers, second, null],
    [headers, first, null],
    [second, first, null],
    [below?.cells ?? [], headers, below],
    [below?.cells ?? [], second, below],
  ] as const) {
    const columns = datedColumns(lower.length, (order) =>
      upper.length === 0 ? lower.map((text) => daysOf(text, order)) : joinedDays(lower, upper, order),
    )
    if (columns !== null) return { columns, dateRow, note: '' }
  }
  const year = yearOfTitle(table)
  for (const [lower, upper, dateRow] of [
    [headers, second, null],
    [below?.cells ?? [], headers, below],
    [below?.cells ?? [], second, below],
    [second, first, null],
  ] as const) {
    const months = year === null ? null : monthsOf(upper, year)
    const columns = months === null ? null : datedColumns(lower.length, (order) => joinedDays(lower, months, order))
    if (columns !== null) return { columns, dateRow, note: `, in ${year}, as ${yearSource(table)} says` }
  }
  const weeks = year === null ? null : calendarWeeks(headers)
  const ofYear = weeks === null ? null : yearlessChart(weeks, { year, source: yearSource(table) }, startDate)
  if (ofYear !== null) return { ...ofYear, dateRow: null }
  const counted = countedChart(headers, startDate)
  if (counted !== null) return counted
  const rows = [
    { texts: headers, dateRow: null },
    { texts: second, dateRow: null },
    { texts: below?.cells ?? [], dateRow: below },
  ]
  for (const { texts, dateRow } of rows) {
    const found = yearlessChart(texts, { year, source: yearSource(table) }, startDate)
    if (found !== null) return { ...found, dateRow }
  }
  for (const [lower, upper, dateRow] of [
    [headers, second, null],
    [below?.cells ?? [], headers, below],
    [second, first, null],
    [second, third, null],
    [headers, first, null],
  ] as const) {
    const weeks = year === null && startDate === undefined ? weeksOfMonths(lower, upper) : null
    if (weeks !== null) return { ...weeks, dateRow }
    const found = yearlessChart(daysOfMonths(lower, upper), { year, source: yearSource(table) }, startDate)
    if (found !== null && areAlike(found.columns)) return { ...found, dateRow }
  }
  const numbered = rows.map(({ texts, dateRow }) =>
    numberedChart(texts, [headers, second, first], { startDate, dateRow }),
  )
  const spread = rows.map(({ texts, dateRow }) =>
    spreadChart(texts, { year, source: yearSource(table) }, startDate, dateRow),
  )
  const inTurn = year === null ? [...numbered, ...spread] : [...spread, ...numbered]
  return inTurn.find((chart) => chart !== null) ?? null
}

/** `gen-26`, `feb-26`, `mar-26`: a month after the other says that the numbers are years, and no days. */
function withWholeYears(texts: Texts): Texts {
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
function monthsOf(texts: Texts, year: number): Texts | null {
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

const yearsOf = (texts: Texts) => new Set(texts.flatMap((cell) => cell.match(YEAR) ?? []))

/** The one year that a name holds: `Kitchen 2027.csv`, and not `2026-2027.csv`. */
export function yearOfName(name: string): number | null {
  const found = yearsOf([name.replace(/^.*[\\/]/, '')])
  return found.size === 1 ? Number([...found][0]) : null
}

/** The one year that the lines above a table name, or its headers, or the name of the file. */
export function yearOfTitle({
  above,
  header,
  fileYear,
}: Pick<SheetTable, 'above' | 'header' | 'fileYear'>): number | null {
  const titled = yearsOf(above.flatMap(({ cells }) => cells))
  const found = titled.size > 0 ? titled : yearsOf(header?.cells ?? [])
  if (found.size === 0) return fileYear
  return found.size === 1 ? Number([...found][0]) : null
}

/** Where the year of a title stands. */
export function yearSource({ above, header, fileYear }: Pick<SheetTable, 'above' | 'header' | 'fileYear'>): string {
  const texts = [...above.flatMap(({ cells }) => cells), ...(header?.cells ?? [])]
  return fileYear !== null && yearsOf(texts).size === 0 ? 'the name of the file' : 'the title'
}

/** The longest row of neighbouring columns of which each begins after the one before it, in the order that shows more. */
function datedColumns(width: number, read: (order: DateOrder) => Days[]): ChartColumn[] | null {
  if (width < FEWEST_PERIODS) return null
  const dayFirst = inOrder(read('dmy'))
  const monthFirst = inOrder(read('mdy'))
  const best = monthFirst.length > dayFirst.length || isEven(monthFirst) > isEven(dayFirst) ? monthFirst : dayFirst
  return best.length < FEWEST_PERIODS ? null : best
}

/** 1 where columns follow each other day by day or week by week, which tells which part of their dates is the day. */
function isEven(columns: readonly ChartColumn[]): number {
  const steps = columns.slice(1).map(({ first }, at) => first - (columns[at]?.first ?? 0))
  const usual = steps.filter((step) => step === 7 || step === 1 || step === 3).length
  return columns.length >= FEWEST_PERIODS && usual === steps.length ? 1 : 0
}

function inOrder(days: readonly Days[]): ChartColumn[] {
  const run = longestRun(days.length, (index, before) => {
    const [here, earlier] = [days[index], before === null ? null : days[before]]
    return here != null && (earlier == null || here.first > earlier.first)
  })
  const starts = run.map((index) => (days[index] as { first: number }).first)
  const isDaily = starts.some((first, at) => at > 0 && first - (starts[at - 1] ?? 0) === 1)
  return run.map((index, at) => {
    const { first, last } = days[index] as NonNullable<Days>
    const following = starts[at + 1]
    const length = following === undefined ? first - (starts[at - 1] ?? first - 1) : following - first
    return { index, first, last: last ?? first + (isDaily ? 1 : length) - 1 }
  })
}

/** Whether columns follow each other as days or weeks do: months that stand above the wrong days leap. */
function areAlike(columns: readonly ChartColumn[]): boolean {
  const steps = columns.slice(1).map(({ first }, at) => first - (columns[at]?.first ?? 0))
  return Math.max(...steps) <= MOST_UNLIKE * Math.min(...steps)
}
const MOST_UNLIKE = 3

/** `1 | 2 | 3 | 4 | 1 | 2` below months of which nothing says the year: their weeks. */
function weeksOfMonths(lower: Texts, upper: Texts): Omit<Chart, 'dateRow'> | null {
  const months = monthsOf(upper, SOME_YEAR)
  if (months === null || !countWeeks(lower, fillRight(months, lower.length).map(monthText))) return null
  const columns = datedColumns(lower.length, (order) => joinedDays(lower, months, order))
  const note = yearlessNote({ year: null, source: '' }, undefined)
  return columns === null ? null : { columns, note, isUndated: true }
}

/** `7th | 14th` and `29 | 30 | 1 | 2` below months without a year. */
function daysOfMonths(lower: Texts, upper: Texts): Texts {
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

type TitledYear = { year: number | null; source: string }

/** Days, weeks or months without a year, each after the one before it. */
function yearlessChart(texts: Texts, titled: TitledYear, startDate: string | undefined): Omit<Chart, 'dateRow'> | null {
  const columns = datedColumns(texts.length, yearlessDays(texts, titled.year, startDate))
  return columns === null
    ? null
    : { columns, note: yearlessNote(titled, startDate), isUndated: titled.year === null && startDate === undefined }
}

function yearlessDays(texts: Texts, year: number | null, startDate: string | undefined): (order: DateOrder) => Days[] {
  const start = startDate === undefined ? null : parseDate(startDate, 'iso')
  const near = (year === null ? start : middleOfYear(year)) ?? middleOfYear(SOME_YEAR) ?? 0
  return (order) => {
    let before: number | null = null
    return texts.map((text) => {
      const [begin, end] = rangeOf(weekBegins(text.trim()))
      if (!isYearless(begin) || COUNTED.test(begin)) return null
      const from: number | null = before === null ? null : before + 1
      const first = parseYearless(begin, order, before ?? near, { from })
      if (first === null) return null
      before = first
      const last = parseYearless(end, order, first, { from: first, isEnd: true }) ?? first
      return { first, last: last > first ? last : null }
    })
  }
}

function yearlessNote({ year, source }: TitledYear, startDate: string | undefined): string {
  if (year !== null) return `, in ${year}, as ${source} says`
  return startDate === undefined
    ? `; nothing says the year, and ${SOME_YEAR} stands for it`
    : ', counted from the start of the project'
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
  /^(\d{1,2}(?:\s?\p{L}{3,9}\.?|[/.]\d{1,2})?|\p{L}{3,9}\.? \d{1,2})\s?(?:[-–—]|to)\s?(\d{1,2}(?:\s?\p{L}{3,9}\.?|[/.]\d{1,2})|\p{L}{3,9}\.? \d{1,2})$/u

/** Months or weeks that stand above several columns each. */
function spreadChart(
  texts: Texts,
  titled: TitledYear,
  startDate: string | undefined,
  dateRow: SheetRow | null,
): Chart | null {
  const counted = countedDays(texts, startDate)
  const isUndated = startDate === undefined
  const readers: readonly [Days[], string, boolean][] = [
    [texts.map((text) => daysOf(text, 'dmy')), '', false],
    [texts.map((text) => daysOf(text, 'mdy')), '', false],
    [
      yearlessDays(texts, titled.year, startDate)('dmy'),
      yearlessNote(titled, startDate),
      isUndated && titled.year === null,
    ],
    [counted?.days ?? [], countedNote(startDate), isUndated],
  ]
  for (const [days, note, isGuess] of readers) {
    const columns = spreadLabels(texts, days)
    if (columns !== null && columns.length >= FEWEST_PERIODS) return { columns, dateRow, note, isUndated: isGuess }
  }
  return null
}

/** `1 | 2 | 3 | …` above the columns of a chart, which count what a word near them says. */
function numberedChart(
  texts: Texts,
  near: readonly Texts[],
  { startDate, dateRow }: { startDate: string | undefined; dateRow: SheetRow | null },
): Chart | null {
  const run = longestRun(texts.length, (index, before) => {
    const [here, earlier] = [texts[index]?.trim() ?? '', before === null ? 0 : Number(texts[before]?.trim())]
    return /^\d{1,3}$/.test(here) && Number(here) === earlier + 1
  })
  if (run.length < FEWEST_NUMBERS) return null
  const words = [...texts, ...near.flat()].map((text) => /^(day|week|month)s?\b/i.exec(text.trim())?.[1]?.toLowerCase())
  const named = words.find((word) => word !== undefined)
  const unit = named ?? 'day'
  const base = parseDate(startDate ?? FALLBACK_START_DATE, 'iso') ?? 0
  const columns = run.map((index, at) => ({
    index,
    first: stepAfter(base, at, unit),
    last: stepAfter(base, at + 1, unit) - 1,
  }))
  const guess = named === undefined ? `; that they are ${unit}s is a guess` : ''
  return { columns, dateRow, note: `${countedNote(startDate)}${guess}`, isUndated: startDate === undefined }
}

function countedNote(startDate: string | undefined): string {
  return startDate === undefined ? NO_START : ', counted from the start of the project'
}

/** `w/c 5 Jan`, `Week commencing 05/01`: the day with which a week begins. */
export const weekBegins = (text: string) =>
  text.replace(/^(?:w\/?[cb]\.?|wk\.? ?c|(?:week|wk\.?) (?:commencing|beginning|starting|of)):? /i, '')

function daysOf(text: string, order: DateOrder): Days {
  const bare = weekBegins(text.trim())
  if (bare === '') return null
  const period = parsePeriod(bare)
  if (period !== null) return period
  const day = parseDate(bare, order)
  return day === null ? null : { first: day, last: null }
}

/** `2 | 9 | 16` below `March 2026`, `Jan | Feb` and `Q1 | Q2` below `2026`, `W1 | W2` below a month. */
function joinedDays(lower: Texts, upper: Texts, order: DateOrder): Days[] {
  const groups = fillRight(upper, lower.length).map(monthText)
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

/** `W1`, `Semana 2`, `3주`, `4.`: the week of a month. */
const WEEK_OF_MONTH =
  /^(?:w|wk|week|kw|s|sem|semana|semaine|settimana|woche|uge|vecka|minggu|tuần)?\s?\.?\s?([1-5])\s?(?:[.°ºª]|주차?|週目?|周)?$/iu

/** A month that a workbook holds as its first day. */
function monthText(text: string): string {
  const day = /^20\d\d-\d\d-01$/.test(text) ? parseDate(text, 'iso') : null
  return day === null ? text : formatCivilDay(day).slice(0, 7)
}

/** Whether numbers below months are weeks: they begin anew with each month, and none is above five. */
function countWeeks(lower: Texts, groups: Texts): boolean {
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
function calendarWeeks(headers: Texts): Texts | null {
  const numbers = headers.map(
    (header) => /^(?:w|wk|week|woche|semaine|semana|sem|settimana)\s?\.?\s?(\d{1,2})$/i.exec(header.trim())?.[1],
  )
  const first = numbers.find((number) => number !== undefined)
  if (first === undefined || Number(first) < 2) return null
  return numbers.map((number) => (number === undefined ? '' : `KW ${number}`))
}

function countedChart(headers: Texts, startDate: string | undefined): Chart | null {
  const counted = countedDays(headers, startDate)
  if (counted === null) return null
  const { days, numbers } = counted
  const run = longestRun(headers.length, (index, before) => {
    const [here, earlier] = [numbers[index], before === null ? null : numbers[before]]
    return here != null && (earlier == null || here === earlier + 1)
  })
  if (run.length < FEWEST_PERIODS) return null
  const columns = run.map((index) => {
    const { first, last } = days[index] as NonNullable<Days>
    return { index, first, last: last ?? first }
  })
  return { columns, dateRow: null, note: countedNote(startDate), isUndated: startDate === undefined }
}

/** What `Week 3`, `M4`, `Day 5` count from the start of the project, in the unit of the first of them; null where none does. */
function countedDays(texts: Texts, startDate: string | undefined): { days: Days[]; numbers: (number | null)[] } | null {
  const counted = texts.map((text) => COUNTED.exec(text.trim()))
  const word = counted.find((match) => match !== null)?.[1]?.toLowerCase()
  const unit = UNITS[word?.[0] ?? '']
  if (word === undefined || unit === undefined) return null
  const base = parseDate(startDate ?? FALLBACK_START_DATE, 'iso') ?? 0
  // Days after a day that is known are those of the calendar.
  const dayOf = (count: number) =>
    unit === 'day' && startDate !== undefined ? base + count : stepAfter(base, count, unit)
  const numbers = counted.map((match) => (match?.[1]?.toLowerCase() !== word ? null : Number(match?.[2])))
  const days = numbers.map((number) => (number === null ? null : { first: dayOf(number - 1), last: dayOf(number) - 1 }))
  return { days, numbers }
}

/** The longest row of columns, next to each other or nearly so, of which each may follow the one before it. */
function longestRun(width: number, follows: (index: number, before: number | null) => boolean): number[] {
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
