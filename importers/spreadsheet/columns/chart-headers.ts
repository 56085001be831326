import { quoted } from '../../plan/diagnostics.ts'
import { countedPeriod } from '../cells/counted-period.ts'
import { isMonth } from '../cells/month-names.ts'
import { dayInAnyOrder, isYearless } from '../cells/parse-date.ts'
import { parsePeriod } from '../cells/parse-period.ts'
import { isWeekday } from '../cells/weekday-names.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { daysOf, rangeOf, weekBegins } from './chart-labels.ts'
import { exactHeader, type SheetField } from './header-fields.ts'
import { areKinds } from './second-rows.ts'

const FEWEST_PERIODS = 3
const FEWEST_NUMBERS = 5
const MOSTLY = 0.8
const NAMED_ROWS = 0.5
const SAMPLED_ROWS = 60
const LONGEST_PERIOD = 40
const OF_TIME = /^(?:(week|day|month)s?|dates?|time|quarters?|periods?)(?: ?no\.?)?:?$/i
/** Columns beside names that are not theirs may be filled now and then. */
const FEWEST_NAMES = 2
/** Tasks above the row of times, where nobody else would look for them. */
const FEWEST_ABOVE = 3

export type ChartHeader = {
  /** The place of the row among those given. */
  index: number
  /** Its cells, with a header for the columns of names. */
  cells: string[]
  /** The column of groups left of the names, each written once above or beside the first of its own. */
  groupAt: number | null
  /** The line of the weekdays below it, which is no task either. */
  lastLine: number
  note: string
  /** The tasks where these stand above it; null where they are below. */
  above: readonly SheetRow[] | null
}

/**
 * The row of days, weeks or months above a chart whose names have no header: the lowest of such rows that follow each other, with words
 * left of what they count in most rows below, or in the bars themselves. Null where there is none.
 */
export function headerOfChart(rows: readonly SheetRow[]): ChartHeader | null {
  let index = rows.findIndex(({ cells }) => firstPeriod(cells) !== null)
  if (index < 0) return null
  while (isScaleBelow(rows[index + 1], firstPeriod(rows[index]?.cells ?? []) ?? 0)) index += 1
  const header = rows[index] as SheetRow
  const chartAt = firstPeriod(header.cells) ?? firstFilled(header.cells)
  const own = headersBelow(rows, index, chartAt)
  const hasWeekdays = namesWeekdays(rows[index + 1], chartAt)
  const lastLine = rows[own ?? (hasWeekdays ? index + 1 : index)]?.line ?? header.line
  const isNamed = ({ cells }: SheetRow) => cells.slice(0, chartAt).some((cell) => cell.trim() !== '')
  const under = rows.slice((own ?? index) + 1, (own ?? index) + 1 + SAMPLED_ROWS).filter(isNamed)
  const above = rows
    .slice(0, index)
    .filter((row) => isNamed(row) && row.cells.slice(chartAt).every((cell) => cell.trim() === ''))
  const standsBelow = above.length >= FEWEST_ABOVE && above.length > under.length
  const below = standsBelow ? above : under
  const cells = [...header.cells]
  if (own !== null)
    for (const [at, text] of (rows[own]?.cells ?? []).slice(0, chartAt).entries())
      if (text.trim() !== '') putCell(cells, at, text)
  const isBlank = (at: number) => (cells[at] ?? '').trim() === ''
  const isWord = (cell: string | undefined) => /\p{L}{2}/u.test(cell ?? '')
  const countOf = (at: number) => below.filter(({ cells }) => isWord(cells[at])).length
  const mayName = (at: number) => {
    const text = (cells[at] ?? '').trim()
    const field = OF_TIME.test(text) ? undefined : exactHeader(text)?.field
    const mayBe = field === undefined || field === 'name' || field === 'labels' || field === 'wbs'
    return mayBe && !areKinds(below, at)
  }
  const places = Array.from({ length: chartAt }, (_, at) => at).filter(mayName)
  const fullest = places.findLast((at) => countOf(at) >= Math.max(FEWEST_NAMES, NAMED_ROWS * below.length))
  // Names that step to the right below a word are levels of that column.
  const areApart = (at: number) =>
    countOf(at) > 0 && !below.some(({ cells }) => isWord(cells[at]) && isWord(cells[fullest ?? at]))
  const names = places.find((at) => fullest !== undefined && at < fullest && !isBlank(at) && areApart(at)) ?? fullest
  // `Week: | 1 | 2`: what the numbers count.
  const unit = OF_TIME.exec((cells[chartAt - 1] ?? '').trim())?.[1]
  if (unit !== undefined)
    for (const [at, cell] of cells.entries())
      if (at >= chartAt && /^\d{1,3}$/.test(cell.trim())) cells[at] = `${unit} ${cell.trim()}`
  if (names === undefined)
    return {
      index,
      cells,
      groupAt: null,
      lastLine,
      above: null,
      note: `Line ${header.line} names times and no tasks; what stands below them is looked at.`,
    }
  if (exactHeader(cells[names] ?? '')?.field !== 'name') cells[names] = 'Task'
  // What is written once above several names heads them.
  const group = places.find((at) => at < names && isBlank(at) && countOf(at) > 0 && isWord(below[0]?.cells[at]))
  const isGroup = group !== undefined && countOf(group) < countOf(names)
  if (isGroup) cells[group] = 'Phase'
  return {
    index,
    cells,
    groupAt: isGroup ? group : null,
    lastLine,
    above: standsBelow ? above : null,
    note: `Line ${header.line} names times and no tasks; column ${names + 1}, left of ${standsBelow ? 'and above ' : ''}them, is taken for the names.${wordsBeside(rows[own ?? -1], chartAt)}`,
  }
}

/** What stands in the columns of times beside the headers of the others. */
function wordsBeside(row: SheetRow | undefined, chartAt: number): string {
  const words = (row?.cells ?? []).slice(chartAt).filter((cell) => /\p{L}{3}/u.test(cell))
  return words.length === 0
    ? ''
    : ` Words above its columns in line ${row?.line} are not imported: ${words.slice(0, MOST_WORDS).map(quoted).join(', ')}.`
}
const MOST_WORDS = 5

/** The first of the cells that name times one after the other, to the end of the row; null where they do not. */
export function firstPeriod(cells: readonly string[]): number | null {
  const from = cells.findIndex((cell) => isPeriod(cell) || isFirstNumber(cell))
  if (from < 0) return null
  const filled = cells.slice(from).filter((cell) => cell.trim() !== '')
  if (isFirstNumber(cells[from] ?? '')) {
    const run = cells.slice(from).findIndex((cell, step) => Number(cell.trim() || Number.NaN) !== step + 1)
    return run < 0 || run >= FEWEST_NUMBERS ? from : null
  }
  const periods = filled.filter(isPeriod)
  // One day again and again is no scale.
  const areMany = new Set(periods).size >= Math.min(FEWEST_PERIODS, periods.length)
  return areMany && periods.length >= FEWEST_PERIODS && periods.length >= MOSTLY * filled.length ? from : null
}

const isFirstNumber = (cell: string) => cell.trim() === '1'

/** Whether a text names a day, week, month or another time. */
export function isPeriod(cell: string): boolean {
  if (cell.trim() === '' || cell.length > LONGEST_PERIOD) return false
  const [text] = rangeOf(weekBegins(cell.trim()))
  return (
    countedPeriod(text) !== null ||
    isMonth(text) ||
    parsePeriod(text) !== null ||
    dayInAnyOrder(text) !== null ||
    isYearless(text) ||
    daysOf(text, 'dmy') !== null
  )
}

/** Whether a row goes on with what the one above it counts: nothing but a header of names left of it, and only times or their numbers below it. */
function isScaleBelow(row: SheetRow | undefined, from: number): boolean {
  const isOther = (cell: string) =>
    /\p{L}/u.test(cell) && exactHeader(cell)?.field !== 'name' && !OF_TIME.test(cell.trim())
  if (row === undefined || row.cells.slice(0, from).some(isOther)) return false
  const isTime = (cell: string) => isPeriod(cell) || /^\d{1,3}$/.test(cell.trim())
  // Columns of other things may stand right of the chart.
  const filled = row.cells.slice(from, row.cells.findLastIndex(isTime) + 1).filter((cell) => cell.trim() !== '')
  return filled.length >= FEWEST_PERIODS && filled.every(isTime)
}

/** The row of the headers that are not times, a few rows below these: `Phase | Planned | Actual`, in which nothing is a task. */
function headersBelow(rows: readonly SheetRow[], index: number, chartAt: number): number | null {
  for (let at = index + 1; at <= index + HEADERS_BELOW; at += 1) {
    const left = (rows[at]?.cells ?? []).slice(0, chartAt).filter((cell) => cell.trim() !== '')
    if (left.length === 0) continue
    const areShort = left.every((cell) => /^\p{L}[^\d]{0,19}$/u.test(cell.trim()))
    return areShort && left.some((cell) => OF_NAMES.has(exactHeader(cell)?.field ?? 'start')) ? at : null
  }
  return null
}
const HEADERS_BELOW = 3
const OF_NAMES: ReadonlySet<SheetField> = new Set(['name', 'wbs'])

/** `M | T | W` or `Mon | Tue | Wed` below the days of a chart. */
function namesWeekdays(row: SheetRow | undefined, from: number): boolean {
  const days = row?.cells.slice(from).filter((cell) => cell.trim() !== '') ?? []
  return days.length >= FEWEST_NUMBERS && days.every((cell) => LETTER_OF_DAY.test(cell.trim()) || isWeekday(cell))
}
const LETTER_OF_DAY = /^(?:m|t|w|th|f|s|su|sa|tu)$/i

const firstFilled = (cells: readonly string[]) => cells.findIndex((cell) => cell.trim() !== '')

/** The colours of its line are those of the task. */
const NO_LINE = 0

/** Groups that stand beside the first of their tasks get a row of their own above it. */
export function partGroups(table: SheetTable, at: number): void {
  const rows = table.rows.flatMap((row): SheetRow[] => {
    const group = row.cells[at] ?? ''
    const isAlone = row.cells.every((cell, index) => index === at || cell.trim() === '')
    if (group.trim() === '' || isAlone) return [row]
    const head = [...Array.from({ length: at }, () => ''), group]
    row.cells[at] = ''
    return [{ line: row.line, cells: head, shade: NO_LINE }, row]
  })
  table.replaceRows(rows)
}
