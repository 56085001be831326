import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { isMonth, monthNamed } from '../cells/month-names.ts'
import { type DateOrder, isYearless, middleOfYear, parseDate, parseYearless } from '../cells/parse-date.ts'
import { parsePeriod } from '../cells/parse-period.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { fillRight } from './join-header-rows.ts'
import { stepAfter } from './step-after.ts'

const FEWEST_PERIODS = 3
const WEEK_DAYS = 7
const WEEKS_OF_MONTH = 5
/** `W1`, `Week 2`, `Monat 3`: periods counted from the start of the project. */
const COUNTED =
  /^(w|wk|week|woche|semaine|semana|sem|settimana|m|month|monat|mois|mes|mese|d|day|tag|jour|día|dia|giorno)\s?\.?\s?(\d{1,3})$/i
/** Calendar days and working days of what the letter begins. */
const UNITS: Readonly<Record<string, readonly [number, number]>> = {
  w: [7, 5],
  s: [7, 5],
  m: [28, 20],
  d: [1, 1],
  t: [1, 1],
  j: [1, 1],
  g: [1, 1],
}
const NO_START = '; the file names no start'
/** Where no year is known, only the length of columns is of use. */
const SOME_DAY = 20_500
const YEAR = /(?<!\d)20\d\d(?!\d)/g

/** One column of a chart: the days that it stands for, counted from the start of the project where no dates are named. */
export interface ChartColumn {
  readonly index: number
  readonly first: number
  readonly last: number
}

export interface Chart {
  readonly columns: readonly ChartColumn[]
  /** Null: days are days of the calendar; else no start is known, and one column takes so many working days. */
  readonly workingDays: number | null
  /** The row below the header that names the days, which is no task. */
  readonly dateRow: SheetRow | null
  /** What to say of where its days come from. */
  readonly note: string
}

type Texts = readonly string[]
type Days = { first: number; last: number | null } | null

/**
 * The columns of a sheet that stand for days, weeks, months or quarters, one after the other: by the header, by the row above
 * or below it, or by two rows of which the upper one says the month or the year. Null where none is clear.
 */
export function findChart(table: SheetTable, startDate: string | undefined): Chart | null {
  if (table.header === null) return null
  const headers = withWholeYears(table.header.cells)
  const [second, first] = [table.above.at(-1)?.cells ?? [], table.above.at(-2)?.cells ?? []].map(withWholeYears) as [
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
    if (columns !== null) return { columns, workingDays: null, dateRow, note: '' }
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
    if (columns !== null)
      return { columns, workingDays: null, dateRow, note: `, in ${year}, as ${yearSource(table)} says` }
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
  return null
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

/** Days, weeks or months without a year, each after the one before it; where no year is known, only how long they are. */
function yearlessChart(
  texts: Texts,
  { year, source }: { year: number | null; source: string },
  startDate: string | undefined,
): Omit<Chart, 'dateRow'> | null {
  const start = startDate === undefined ? null : parseDate(startDate, 'iso')
  const near = year === null ? start : middleOfYear(year)
  const read = (order: DateOrder): Days[] => {
    let before: number | null = null
    return texts.map((text) => {
      const bare = text.trim()
      if (!isYearless(bare) || COUNTED.test(bare)) return null
      const from: number | null = before === null ? null : before + 1
      const first = parseYearless(bare, order, before ?? near ?? SOME_DAY, { from })
      if (first === null) return null
      before = first
      const last = parseYearless(bare, order, first, { from: first, isEnd: true }) ?? first
      return { first, last: last > first ? last : null }
    })
  }
  const columns = datedColumns(texts.length, read)
  if (columns === null) return null
  if (near !== null) {
    const note = year === null ? ', counted from the start of the project' : `, in ${year}, as ${source} says`
    return { columns, workingDays: null, note }
  }
  const [shown] = columns
  const days = shown === undefined ? 1 : shown.last - shown.first + 1
  return { columns, workingDays: days >= 28 ? Math.round(days / 30) * 20 : days === 7 ? 5 : days, note: NO_START }
}

function daysOf(text: string, order: DateOrder): Days {
  const bare = text.trim()
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
    const week = /^(?:w|wk|week|kw|s|sem)?\s?\.?\s?([1-5])$/i.exec(text)?.[1]
    if (areWeeks && month !== null && week !== undefined) {
      const isLast = (groups[index + 1] ?? '') !== group || (lower[index + 1] ?? '').trim() === ''
      const first = month.first + WEEK_DAYS * (Number(week) - 1)
      return { first, last: isLast ? month.last : first + WEEK_DAYS - 1 }
    }
    // A month says no year, and a year no day.
    if (/\d{4}/.test(text) || (month === null && !/^20\d\d$/.test(group))) return null
    const isDay = /^\d{1,2}\.?$/.test(text)
    if (isDay && month === null) return null
    return daysOf(`${isDay ? text.replace(/\.$/, '') : text} ${group}`, order) ?? daysOf(`${text}${group}`, order)
  })
}

/** A month that a workbook holds as its first day. */
function monthText(text: string): string {
  const day = /^20\d\d-\d\d-01$/.test(text) ? parseDate(text, 'iso') : null
  return day === null ? text : formatCivilDay(day).slice(0, 7)
}

/** Whether numbers below months are weeks: they begin anew with each month, and none is above five. */
function countWeeks(lower: Texts, groups: Texts): boolean {
  const byMonth = Map.groupBy(
    lower.flatMap((cell, index) => {
      const number = /^(?:\p{L}{0,4}\.?\s?)?(\d{1,2})$/u.exec(cell.trim())?.[1]
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
  const hasWords = lower.some((cell) => /^\p{L}{1,4}\.?\s?1$/u.test(cell.trim()) && monthNamed(cell) === null)
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
  const counted = headers.map((header) => COUNTED.exec(header.trim()))
  const run = longestRun(headers.length, (index, before) => {
    const [here, earlier] = [counted[index], before === null ? null : counted[before]]
    return here != null && (earlier == null || (here[1] === earlier[1] && Number(here[2]) === Number(earlier[2]) + 1))
  })
  if (run.length < FEWEST_PERIODS) return null
  const unit = UNITS[(counted[run[0] as number]?.[1] ?? '')[0]?.toLowerCase() ?? '']
  if (unit === undefined) return null
  const base = startDate === undefined ? 0 : (parseDate(startDate, 'iso') ?? 0)
  const areMonths = unit[0] === UNITS.m?.[0] && startDate !== undefined
  const dayOf = (count: number) => (areMonths ? stepAfter(base, count, 'month') : base + count * unit[0])
  const columns = run.map((index) => {
    const count = Number(counted[index]?.[2])
    return { index, first: dayOf(count - 1), last: dayOf(count) - 1 }
  })
  const note = startDate === undefined ? NO_START : ', counted from the start of the project'
  return { columns, workingDays: startDate === undefined ? unit[1] : null, dateRow: null, note }
}

/** The longest row of neighbouring columns of which each may follow the one before it. */
function longestRun(width: number, follows: (index: number, before: number | null) => boolean): number[] {
  let best: number[] = []
  let run: number[] = []
  for (let index = 0; index < width; index += 1) {
    if (run.length > 0 && follows(index, index - 1)) run.push(index)
    else run = follows(index, null) ? [index] : []
    if (run.length > best.length) best = run
  }
  return best
}
