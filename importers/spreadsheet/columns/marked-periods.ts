import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { parseDate } from '../cells/parse-date.ts'
import { parsePeriod } from '../cells/parse-period.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { exactHeader } from './header-fields.ts'

const FEWEST_PERIODS = 3
const MOST_MARKS = 0.9
const MARKED_ROWS = 0.5
const OF_TIME: ReadonlySet<string> = new Set(['start', 'finish', 'duration', 'scheduled_start', 'deadline'])
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

/** One column of a chart: the days that it stands for, counted from the start of the project where no dates are named. */
interface Column {
  readonly index: number
  readonly first: number
  readonly last: number
}

interface Chart {
  readonly columns: readonly Column[]
  /** Null: days are days of the calendar; else the working days that one column takes. */
  readonly workingDays: number | null
}

/**
 * Charts that are drawn with marks in a column a day, a week or a month, and say nothing else of time: what is marked is
 * read as the start and the end of a row, or as its length where the columns are only counted and no start is known.
 */
export function readMarks(table: SheetTable, startDate: string | undefined): string[] {
  const headers = table.header?.cells
  if (headers === undefined || headers.some((header) => OF_TIME.has(exactHeader(header)?.field ?? ''))) return []
  const chart = datedChart(headers) ?? countedChart(headers, startDate)
  if (chart === null || !holdsMarks(table.rows, chart)) return []
  const { columns, workingDays } = chart
  const isDated = workingDays === null || startDate !== undefined
  const at = headers.length
  headers.push(...(isDated ? ['Start (marks)', 'End (marks)'] : ['Duration (marks)']))
  for (const { cells } of table.rows) {
    const marked = columns.filter(({ index }) => isMarked(cells[index]))
    const [first, last] = [marked[0], marked.at(-1)]
    if (first === undefined || last === undefined) continue
    while (cells.length < at) cells.push('')
    if (isDated) [cells[at], cells[at + 1]] = [formatCivilDay(first.first), formatCivilDay(last.last)]
    else cells[at] = String((columns.indexOf(last) - columns.indexOf(first) + 1) * (workingDays as number))
  }
  const from =
    workingDays === null ? '' : isDated ? ', counted from the start of the project' : '; the file names no start'
  return [`Marks in ${columns.length} columns are read as the time that a task takes${from}.`]
}

/** Columns that are headed by days, months, quarters or weeks of a year, one after the other. */
function datedChart(headers: readonly string[]): Chart | null {
  const starts = headers.map((header) => {
    const text = header.trim()
    const period = parsePeriod(text)
    if (period !== null) return period
    const day = parseDate(text, 'dmy')
    return day === null ? null : { first: day, last: null }
  })
  const columns = longestRun(headers, (index, before) => {
    const [here, earlier] = [starts[index], before === null ? null : starts[before]]
    return here != null && (earlier == null || here.first > earlier.first)
  }).map((index, place, all) => {
    const { first, last } = starts[index] as { first: number; last: number | null }
    const following = starts[all[place + 1] ?? -1]?.first
    const preceding = starts[all[place - 1] ?? -1]?.first
    const length = following === undefined ? first - (preceding ?? first - 1) : following - first
    return { index, first, last: last ?? first + length - 1 }
  })
  return columns.length < FEWEST_PERIODS ? null : { columns, workingDays: null }
}

function countedChart(headers: readonly string[], startDate: string | undefined): Chart | null {
  const counted = headers.map((header) => COUNTED.exec(header.trim()))
  const run = longestRun(headers, (index, before) => {
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
  return { columns, workingDays: unit[1] }
}

/** The longest row of neighbouring columns of which each may follow the one before it. */
function longestRun(headers: readonly string[], follows: (index: number, before: number | null) => boolean): number[] {
  let best: number[] = []
  let run: number[] = []
  for (const index of headers.keys()) {
    if (run.length > 0 && follows(index, index - 1)) run.push(index)
    else run = follows(index, null) ? [index] : []
    if (run.length > best.length) best = run
  }
  return best
}

function holdsMarks(rows: readonly SheetRow[], { columns }: Chart): boolean {
  const cells = rows
    .flatMap((row) => columns.map(({ index }) => (row.cells[index] ?? '').trim()))
    .filter((cell) => cell !== '')
  const marked = rows.filter((row) => columns.some(({ index }) => isMarked(row.cells[index]))).length
  return marked >= Math.max(1, MARKED_ROWS * rows.length) && cells.filter(isMarked).length >= MOST_MARKS * cells.length
}

const isMarked = (cell: string | undefined) => /^(?:[x×✓✔■█▇●•◆*#=-]{1,3}|1)$/i.test((cell ?? '').trim())
