import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { monthNamed } from '../cells/month-names.ts'
import { type DateOrder, parseDate } from '../cells/parse-date.ts'
import { parsePeriod } from '../cells/parse-period.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { fillRight } from './join-header-rows.ts'

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
const YEAR = /(?<!\d)20\d\d(?!\d)/g

/** One column of a chart: the days that it stands for, counted from the start of the project where no dates are named. */
export interface ChartColumn {
  readonly index: number
  readonly first: number
  readonly last: number
}

export interface Chart {
  readonly columns: readonly ChartColumn[]
  /** Null: days are days of the calendar; else the working days that one column takes. */
  readonly workingDays: number | null
  /** The row below the header that names the days, which is no task. */
  readonly dateRow: SheetRow | null
  /** The year that only the title of the sheet says. */
  readonly yearOfTitle: string | null
}

type Texts = readonly string[]
type Days = { first: number; last: number | null } | null

/**
 * The columns of a sheet that stand for days, weeks, months or quarters, one after the other: by the header, by the row above
 * or below it, or by two rows of which the upper one says the month or the year. Null where none is clear.
 */
export function findChart(table: SheetTable, startDate: string | undefined): Chart | null {
  const headers = table.header?.cells
  if (headers === undefined) return null
  const [second, first] = [table.above.at(-1)?.cells ?? [], table.above.at(-2)?.cells ?? []]
  const names = headers.findIndex((header) => header.trim() !== '')
  const next = table.rows[0]
  const below = next !== undefined && (next.cells[names] ?? '').trim() === '' ? next : null
  const year = yearOf(table.above)
  const years = year === null ? [] : headers.map(() => year)
  for (const [lower, upper, dateRow] of [
    [headers, [], null],
    [second, [], null],
    [below?.cells ?? [], [], below],
    [headers, second, null],
    [headers, first, null],
    [second, first, null],
    [below?.cells ?? [], headers, below],
    [below?.cells ?? [], second, below],
    [headers, years, null],
    [second, years, null],
  ] as const) {
    const columns = datedColumns(lower, upper)
    if (columns !== null)
      return { columns, workingDays: null, dateRow, yearOfTitle: upper === years && years.length > 0 ? year : null }
  }
  return countedChart(headers, startDate)
}

/** The one year that the lines above a table name. */
function yearOf(above: readonly SheetRow[]): string | null {
  const found = new Set(above.flatMap(({ cells }) => cells.flatMap((cell) => cell.match(YEAR) ?? [])))
  return found.size === 1 ? ([...found][0] ?? null) : null
}

/** The longest row of neighbouring columns of which each begins after the one before it, in the order that shows more. */
function datedColumns(lower: Texts, upper: Texts): ChartColumn[] | null {
  if (lower.length < FEWEST_PERIODS) return null
  const [dayFirst, monthFirst] = (['dmy', 'mdy'] as const).map((order) => inOrder(lower, upper, order))
  const best = (monthFirst?.length ?? 0) > (dayFirst?.length ?? 0) ? monthFirst : dayFirst
  return best === undefined || best.length < FEWEST_PERIODS ? null : best
}

function inOrder(lower: Texts, upper: Texts, order: DateOrder): ChartColumn[] {
  const days = upper.length === 0 ? lower.map((text) => daysOf(text, order)) : joinedDays(lower, upper, order)
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
    return daysOf(`${text.replace(isDay ? /\.$/ : /$^/, '')} ${group}`, order) ?? daysOf(`${text}${group}`, order)
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
  const columns = run.map((index) => {
    const first = base + (Number(counted[index]?.[2]) - 1) * unit[0]
    return { index, first, last: first + unit[0] - 1 }
  })
  return { columns, workingDays: unit[1], dateRow: null, yearOfTitle: null }
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
