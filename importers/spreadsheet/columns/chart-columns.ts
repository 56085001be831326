import { FALLBACK_START_DATE } from '../../plan/fallback-start.ts'
import { type DateOrder, parseDate } from '../cells/parse-date.ts'
import { isWeekday } from '../cells/weekday-names.ts'
import { yearToldByWeekdays } from '../cells/year-by-weekdays.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import {
  calendarWeeks,
  countedDays,
  countWeeks,
  type Days,
  daysOf,
  daysOfMonths,
  FEWEST_PERIODS,
  joinedDays,
  longestRun,
  monthsOf,
  monthText,
  SOME_YEAR,
  type Texts,
  weeksBesideMonths,
  withWholeYears,
  yearlessDays,
} from './chart-labels.ts'
import { inOneYear } from './dragged-years.ts'
import { fillRight } from './join-header-rows.ts'
import { FEWEST_NUMBERS, numberRun, unitOfNumbers } from './scale-of-numbers.ts'
import { spreadLabels, writtenOnce } from './spread-periods.ts'
import { stepAfter } from './step-after.ts'
import { yearOfTitle, yearSource } from './title-year.ts'

const NO_START = `, counted from ${FALLBACK_START_DATE}, because the file names no start`

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

/**
 * The columns of a sheet that stand for days, weeks, months or quarters, one after the other: by the header, by the row above
 * or below it, or by two rows of which the upper one says the month or the year. Null where none is clear.
 */
export function findChart(table: SheetTable, startDate: string | undefined): Chart | null {
  const chart = findLabelled(table, startDate)
  return chart === null ? null : { ...chart, columns: withSecondHalves(chart.columns, table) }
}

/** Days that stand above two columns each, of which the first has the label: the second is of the same day. */
function withSecondHalves(columns: readonly ChartColumn[], table: SheetTable): readonly ChartColumn[] {
  const areDays = columns.every(({ first, last }) => first === last)
  const isFree = (index: number) => (table.header?.cells[index] ?? '').trim() === ''
  const areHalves = columns.every(
    ({ index }, at) => isFree(index + 1) && (columns[at + 1]?.index ?? index + HALVES) === index + HALVES,
  )
  if (!areDays || !areHalves) return columns
  return columns.flatMap(({ index, first, last }) => [
    { index, first, last },
    { index: index + 1, first, last },
  ])
}
const HALVES = 2

function findLabelled(table: SheetTable, startDate: string | undefined): Chart | null {
  if (table.header === null) return null
  const textsOf = (cells: Texts) => writtenOnce(withWholeYears(cells))
  const headers = textsOf(table.header.cells)
  const [second, first, third] = [-1, -2, -3].map((at) => textsOf(table.above.at(at)?.cells ?? [])) as [
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
    if (columns !== null) return { columns, dateRow, note: yearsNote(lower, columns) }
  }
  const titledYear = yearOfTitle(table)
  const year = titledYear ?? yearToldByWeekdays(headers)
  const source = titledYear === null ? 'their order in the week' : yearSource(table)
  for (const [lower, upper, dateRow] of [
    [headers, second, null],
    [below?.cells ?? [], headers, below],
    [below?.cells ?? [], second, below],
    [second, first, null],
  ] as const) {
    const months = year === null ? null : monthsOf(upper, year)
    const columns = months === null ? null : datedColumns(lower.length, (order) => joinedDays(lower, months, order))
    if (columns !== null) return { columns, dateRow, note: `, in ${year}, as ${source} says` }
  }
  const startYear = startDate === undefined ? SOME_YEAR : Number(startDate.slice(0, 4))
  const parted = weeksBesideMonths(headers, year ?? startYear)
  const ofMonths = parted === null ? null : datedColumns(headers.length, () => parted.days)
  if (parted !== null && ofMonths !== null) {
    const note = parted.sayYears ? '' : yearlessNote({ year, source }, startDate)
    const isUndated = !parted.sayYears && year === null && startDate === undefined
    return { columns: ofMonths, dateRow: null, note, isUndated }
  }
  const weeks = year === null ? null : calendarWeeks(headers)
  const ofYear = weeks === null ? null : yearlessChart(weeks, { year, source }, startDate)
  if (ofYear !== null) return { ...ofYear, dateRow: null }
  const rows = [
    { texts: headers, dateRow: null },
    { texts: second, dateRow: null },
    { texts: below?.cells ?? [], dateRow: below },
  ]
  const counted = countedChart(headers, startDate)
  if (counted !== null) return counted
  const yearless = rows.flatMap(({ texts, dateRow }) => {
    const found = yearlessChart(texts, { year, source }, startDate)
    return found === null ? [] : [{ ...found, dateRow }]
  })
  // Halves of months stand below these.
  const [finest] = yearless.toSorted((one, other) => other.columns.length - one.columns.length)
  if (finest !== undefined) return finest
  for (const [lower, upper, dateRow] of [
    [headers, second, null],
    [below?.cells ?? [], headers, below],
    [second, first, null],
    [second, third, null],
    [headers, first, null],
  ] as const) {
    const weeks = year === null && startDate === undefined ? weeksOfMonths(lower, upper) : null
    if (weeks !== null) return { ...weeks, dateRow }
    const found = yearlessChart(daysOfMonths(lower, upper), { year, source }, startDate)
    if (found !== null && areAlike(found.columns)) return { ...found, dateRow }
  }
  // `1 | | | | 2` above `Week 1 | Week 2`.
  for (const { texts, dateRow } of rows.slice(1)) {
    const weeks = countedChart(texts, startDate)
    if (weeks !== null) return { ...weeks, dateRow }
  }
  const numbered = rows.map(({ texts, dateRow }) =>
    numberedChart(texts, [headers, second, first], { startDate, dateRow }),
  )
  const spread = rows.map(({ texts, dateRow }) => spreadChart(texts, { year, source }, startDate, { dateRow, below }))
  const isDated = (chart: Chart | null) => chart !== null && chart.note === ''
  const inTurn = year === null ? [...spread.filter(isDated), ...numbered, ...spread] : [...spread, ...numbered]
  return inTurn.find((chart) => chart !== null) ?? null
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

const NEXT_YEAR = '; where its days begin anew they are taken for those of the next year'
const ONE_YEAR = '; years that rise with every day are taken for the first of them'

/** What to say where the year of a day was not taken as it is written. */
function yearsNote(texts: Texts, columns: readonly ChartColumn[]): string {
  const steps = columns.map(({ index, first }) => first - (daysOf(texts[index] ?? '', 'dmy')?.first ?? first))
  if (steps.some((step) => step >= DAYS_OF_YEAR)) return NEXT_YEAR
  return steps.some((step) => step <= -DAYS_OF_YEAR) ? ONE_YEAR : ''
}

/**
 * `2023-12-25 | 2023-01-01`: the year was not changed with the month. Days go on with the next year where that is as near as the
 * others are to each other, and where no day has been there before.
 */
function inNextYear(days: readonly Days[]): readonly Days[] {
  let later = 0
  let before: number | null = null
  let earliest = Number.POSITIVE_INFINITY
  return days.map((label) => {
    if (label === null || label.last !== null) return label
    const step = label.first + later - (before ?? label.first)
    const isTurn = step < 0 && label.first < earliest && step + DAYS_OF_YEAR > 0 && step + DAYS_OF_YEAR <= LONGEST_STEP
    if (isTurn) later += DAYS_OF_YEAR + (step + DAYS_OF_YEAR === USUAL_STEP - 1 ? 1 : 0)
    earliest = Math.min(earliest, label.first)
    before = label.first + later
    return later === 0 ? label : { first: before, last: null }
  })
}
const DAYS_OF_YEAR = 365
const [USUAL_STEP, LONGEST_STEP] = [7, 14]

function inOrder(written: readonly Days[]): ChartColumn[] {
  const days = inNextYear(inOneYear(written))
  const run = longestRun(days.length, (index, before) => {
    const [here, earlier] = [days[index], before === null ? null : days[before]]
    return here != null && (earlier == null || here.first > earlier.first)
  })
  const starts = run.map((index) => (days[index] as { first: number }).first)
  const isDaily = starts.some((first, at) => at > 0 && first - (starts[at - 1] ?? 0) === 1)
  const usual = usualStep(starts)
  return run.map((index, at) => {
    const { first, last } = days[index] as NonNullable<Days>
    const following = starts[at + 1]
    const length = following === undefined ? first - (starts[at - 1] ?? first - 1) : following - first
    return { index, first, last: last ?? first + (isDaily ? 1 : length > MOST_UNLIKE * usual ? usual : length) - 1 }
  })
}

/** The days from most columns to the next: where one is much further away, nobody works in between. */
function usualStep(starts: readonly number[]): number {
  const steps = starts.slice(1).map((first, at) => first - (starts[at] ?? 0))
  const usual = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0
  const isUsual = steps.filter((step) => step === usual).length > USUALLY * steps.length
  return isUsual ? usual : Number.POSITIVE_INFINITY
}
const USUALLY = 0.6

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

type TitledYear = { year: number | null; source: string }

/** Days, weeks or months without a year, each after the one before it. */
function yearlessChart(texts: Texts, titled: TitledYear, startDate: string | undefined): Omit<Chart, 'dateRow'> | null {
  const columns = datedColumns(texts.length, yearlessDays(texts, titled.year, startDate))
  return columns === null
    ? null
    : { columns, note: yearlessNote(titled, startDate), isUndated: titled.year === null && startDate === undefined }
}

function yearlessNote({ year, source }: TitledYear, startDate: string | undefined): string {
  if (year !== null) return `, in ${year}, as ${source} says`
  return startDate === undefined
    ? `; nothing says the year, and ${SOME_YEAR} stands for it`
    : ', counted from the start of the project'
}

/** Months or weeks that stand above several columns each. */
function spreadChart(
  texts: Texts,
  titled: TitledYear,
  startDate: string | undefined,
  { dateRow, below }: { dateRow: SheetRow | null; below: SheetRow | null },
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
    if (columns !== null && columns.length >= FEWEST_PERIODS)
      return { columns, dateRow: dateRow ?? scaleBelow(below, columns), note, isUndated: isGuess }
  }
  return null
}

/** The row below labels that numbers their columns, or names their weekdays: no task. */
function scaleBelow(row: SheetRow | null, columns: readonly ChartColumn[]): SheetRow | null {
  const cells = columns.map(({ index }) => (row?.cells[index] ?? '').trim()).filter((cell) => cell !== '')
  const isScale = cells.length > 1 && cells.every((cell) => /^(?:\d{1,3}|\p{L})$/u.test(cell) || isWeekday(cell))
  return isScale && new Set(cells).size > 1 ? row : null
}

/** `1 | 2 | 3 | …` above the columns of a chart, which count what a word near them says. */
function numberedChart(
  texts: Texts,
  near: readonly Texts[],
  { startDate, dateRow }: { startDate: string | undefined; dateRow: SheetRow | null },
): Chart | null {
  const run = numberRun(texts)
  if (run.length < FEWEST_NUMBERS) return null
  const named = unitOfNumbers(run, [texts, ...near])
  const unit = named ?? 'day'
  const base = parseDate(startDate ?? FALLBACK_START_DATE, 'iso') ?? 0
  const columns = run.map((index, at) => ({
    index,
    first: stepAfter(base, at, unit),
    last: stepAfter(base, at + 1, unit) - 1,
  }))
  const guess = named === null ? `; that they are ${unit}s is a guess` : ''
  return { columns, dateRow, note: `${countedNote(startDate)}${guess}`, isUndated: startDate === undefined }
}

function countedNote(startDate: string | undefined): string {
  return startDate === undefined ? NO_START : ', counted from the start of the project'
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
