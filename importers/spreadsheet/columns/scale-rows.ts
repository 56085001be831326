import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { countedPeriod } from '../cells/counted-period.ts'
import { isMonth } from '../cells/month-names.ts'
import { isYearless, middleOfYear, parseDate, parseYearless } from '../cells/parse-date.ts'
import { isWeekday } from '../cells/weekday-names.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { isPeriod } from './chart-headers.ts'
import { rangeOf, SOME_YEAR, weekBegins } from './chart-labels.ts'
import { exactHeader, isBelowTasks, partialFields, type SheetField } from './header-fields.ts'
import { fillRight } from './join-header-rows.ts'
import { namesTopLevel } from './level-columns.ts'
import { sameAsHeader } from './same-as-header.ts'

// Charts have their times in several rows, and the headers of the other columns in any of these, or just below them.

const ROWS_LOOKED_AT = 12
const FEWEST_TIMES = 5
const MOSTLY = 0.8
const HALF = 0.5
const NO_LINE = 0
const LONGEST_SCALE = 4
const LONGEST_HEADER = 40
/** A word left of times says what they are, and is no header of what stands below it. */
const OF_TIME =
  /^(?:dates?|days?|weeks?|months?|years?|time|datum|tag|wochentag|woche|monat|jahr|kw|fecha|día|dia|semana|mes|mês|año|ano|data|giorno|settimana|mese|anno|jour|semaine|mois|année|дата|день|неделя|месяц|год|日付|曜日|日|週|月|年|일|요일|주|월)\s?[.:：]?$/iu

/**
 * Brings the headers of a chart and the finest of its times into one row: headers that stand below the times go up beside these, and where
 * a task stands left of them, they go up to the row above, which only says more coarsely what they say. Rows that say it all in one
 * row stay as they are. Times that say the whole day themselves are expected: `nameTimes` has been here.
 */
export function alignScale({ leading, all }: SheetTable): void {
  const rows = leading.slice(0, ROWS_LOOKED_AT)
  const scale = findScale(rows)
  if (scale === null) return
  const { finest, last, times } = scale
  const row = rows[finest] as SheetRow
  const move = (to: SheetRow) => {
    for (let at = scale.from; at <= scale.to; at += 1) putCell(to.cells, at, times[at] ?? '')
  }
  const isLabelled = leftOf(row, scale).some((cell) => cell !== '' && !OF_TIME.test(cell))
  const below = rows[last + 1]
  if (!isLabelled && below !== undefined && namesColumns(below, scale)) {
    for (const [at, cell] of leftOf(below, scale).entries()) if (cell !== '') row.cells[at] = cell
    move(row)
    for (const other of rows.slice(finest + 1, last + 2)) clearTimes(other, { from: 0, to: scale.to })
    return
  }
  const above = rows[finest - 1]
  if (above === undefined || row.line - above.line !== 1 || !isLabelled || isHeaded(row, scale)) return
  if (!isScaleRow(above, scale)) return
  const [written, finer] = [[...above.cells], [...row.cells]]
  move(above)
  clearTimes(row, scale)
  headBelowTime(above, row, scale)
  // Its colours are those of the times.
  row.shade = NO_LINE
  // The same two rows may stand above another part of the chart.
  for (const [at, other] of all.entries()) {
    if (other === above || sameAsHeader(other, written) < FEWEST_TIMES) continue
    move(other)
    const next = all[at + 1]
    if (next !== undefined && filledIn(next, scale).join('\0') === filledIn({ ...row, cells: finer }, scale).join('\0'))
      clearTimes(next, scale)
  }
}

/** `Date | Oct | Nov` above `Content | 16 | 23`: below a word for the times of its row stands one for the tasks of its column. */
function headBelowTime(above: SheetRow, row: SheetRow, scale: Columns): void {
  const [label, ...more] = leftOf(row, scale).flatMap((text, at) => (text === '' ? [] : [{ text, at }]))
  if (label === undefined || more.length > 0 || !OF_TIME.test((above.cells[label.at] ?? '').trim())) return
  putCell(above.cells, label.at, label.text)
  row.cells[label.at] = ''
}

function clearTimes({ cells }: SheetRow, { from, to }: Columns): void {
  for (let at = from; at <= to && at < cells.length; at += 1) cells[at] = ''
}

/** Columns beside each other, the last one included. */
type Columns = { from: number; to: number }

/** The place of the row with the finest times and of the last row of weekdays below it; its cells, with all that they say. */
type Scale = Columns & { finest: number; last: number; times: readonly string[] }

/** The row with the most times among those that follow each other, where these begin and end, and the last of the rows. */
function findScale(rows: readonly SheetRow[]): Scale | null {
  // Rows of tasks hold the same texts many times over.
  const known = new Map<string, boolean>()
  const isTime = (cell: string) => {
    const before = cell === '' ? false : known.get(cell)
    if (before !== undefined) return before
    const is = saysTime(cell)
    known.set(cell, is)
    return is
  }
  const spelled = rows.map(({ cells }, at) => timesBelow(cells, rows[at - 1]?.cells ?? []))
  const counts = spelled.map((cells) => cells.filter(isTime).length)
  const most = Math.max(...counts)
  if (most < FEWEST_TIMES) return null
  const finest = counts.lastIndexOf(most)
  const times = spelled[finest] ?? []
  const columns = { from: times.findIndex(isTime), to: times.findLastIndex(isTime) }
  const filled = times.slice(columns.from, columns.to + 1).filter((cell) => cell.trim() !== '')
  if (columns.from < 1 || most < MOSTLY * filled.length) return null
  // Rows of tasks may have many dates as well, one below the other.
  const areDates = [finest - 1, finest + 1].some((at) => filled.length > 0 && (counts[at] ?? 0) > most * HALF)
  if (areDates || new Set(filled).size < MOSTLY * filled.length) return null
  let last = finest
  while (last < finest + LONGEST_SCALE && isWeekdays(rows[last + 1], columns)) last += 1
  return { finest, last, times, ...columns }
}

const WEEK_OF_MONTH = /^\p{L}+\.?(?: 20\d\d)? W[1-5]$/u
/** Words without a number are looked at only where they may be months, or a part of a year. */
const saysTime = (cell: string) =>
  (/\d/.test(cell) || (cell.length <= LONGEST_MONTH && cell.length > 1)) && (isPeriod(cell) || WEEK_OF_MONTH.test(cell))
const LONGEST_MONTH = 12

/** What a row above a chart says together with the row above it: numbers that begin anew below each month or week are its weeks or days. */
function timesBelow(cells: readonly string[], above: readonly string[]): readonly string[] {
  // Most rows have no such numbers, and what stands above them is not looked at.
  if (!mayCountAnew(cells)) return cells
  const months = fillRight(above.map(monthIn), cells.length)
  if (months.some((month) => month !== '')) {
    const weeks = numbersAnew(cells.map((cell, at) => (months[at] === '' ? null : numberIn(WEEK, cell))))
    return cells.map((cell, at) => (weeks[at] == null ? cell : `${months[at]} W${weeks[at]}`))
  }
  const ofWeeks = fillRight(
    above.map((cell) => (beginOfWeek(cell) === null ? '' : cell)),
    cells.length,
  ).map(beginOfWeek)
  if (ofWeeks.every((begin) => begin === null)) return cells
  const days = numbersAnew(cells.map((cell, at) => (ofWeeks[at] == null ? null : numberIn(DAY, cell))))
  return cells.map((cell, at) => {
    const [begin, day] = [ofWeeks[at], days[at]]
    return begin == null || day == null ? cell : begin(day)
  })
}

/** Whether small numbers begin anew in a row, and go on by one elsewhere. */
function mayCountAnew(cells: readonly string[]): boolean {
  let [before, begun, following, count] = [0, 0, 0, 0]
  for (const cell of cells) {
    const number = cell === '' ? null : (numberIn(WEEK, cell) ?? numberIn(DAY, cell))
    if (number === null) continue
    count += 1
    if (number === 1) begun += 1
    else if (number === before + 1) following += 1
    before = number
  }
  return count >= FEWEST_TIMES && begun > 1 && following > 1
}

/** Numbers each one more than the one before it, or 1 again; none where they are anything else, or begin only once. */
function numbersAnew(numbers: readonly (number | null)[]): readonly (number | null)[] {
  const known = numbers.filter((number) => number !== null)
  const isNext = (number: number, at: number) => number === 1 || number === (known[at - 1] ?? 0) + 1
  const begun = known.filter((number) => number === 1).length
  return known.length >= FEWEST_TIMES && begun > 1 && known.every(isNext) ? numbers : []
}

/** How the days of a week are called: by their date where its label has one, else counted from the first week on. */
function beginOfWeek(label: string): ((day: number) => string) | null {
  const text = label.trim()
  if (text === '' || text.length > LONGEST_HEADER) return null
  const [begin] = rangeOf(weekBegins(text))
  const whole = parseDate(begin, 'dmy')
  if (whole !== null) return (day) => formatCivilDay(whole + day - 1)
  const near = isYearless(begin) ? parseYearless(begin, 'dmy', middleOfYear(SOME_YEAR) ?? 0) : null
  if (near !== null)
    return (day) => {
      const [, month = '', date = ''] = formatCivilDay(near + day - 1).split('-')
      return `${date}.${month}.`
    }
  const counted = countedPeriod(text)
  return counted?.unit === 'week' ? (day) => `Day ${WEEK_DAYS * (counted.number - 1) + day}` : null
}
const WEEK_DAYS = 7

function monthIn(cell: string): string {
  const [, word = ''] = /^(\p{L}{3,12})\.?(?: 20\d\d)?$/u.exec(cell.trim()) ?? []
  return isMonth(word) ? cell.trim() : ''
}

function numberIn(pattern: RegExp, cell: string): number | null {
  const number = pattern.exec(cell.trim())?.[1]
  return number === undefined ? null : Number(number)
}
/** `1`, `01`, `W1`, `S1`, `Week 1`: a week of a month. */
const WEEK = /^(?:(?:w|wk|week|s|sem|semana|semaine|woche|settimana|minggu|tuần|нед(?:еля)?)\.?\s?)?0?([1-5])$/iu

/** `1`, `Day 1`, `Tag 1`: a day of a week. */
const DAY = /^(?:\p{L}{1,6}\.?\s?)?0?([1-7])$/iu

const leftOf = ({ cells }: SheetRow, { from }: Columns) => cells.slice(0, from).map((cell) => cell.trim())
const filledIn = ({ cells }: SheetRow, { from, to }: Columns) =>
  cells.slice(from, to + 1).filter((cell) => cell.trim() !== '')

/** `Mon | Tue`, `M | T` below or above days, and nothing of its own left of them. */
function isWeekdays(row: SheetRow | undefined, columns: Columns): boolean {
  if (row === undefined) return false
  const filled = filledIn(row, columns)
  const isOne = (cell: string) => isWeekday(cell) || /^\p{L}{1,2}$/u.test(cell.trim())
  const isFree = leftOf(row, columns).every((cell) => cell === '' || OF_TIME.test(cell))
  return isFree && filled.length >= FEWEST_TIMES && filled.every(isOne)
}

/** A row of times or of weekdays. */
function isScaleRow(row: SheetRow, columns: Columns): boolean {
  const filled = filledIn(row, columns)
  return (
    filled.length > 0 &&
    (filled.every(isPeriod) ||
      isWeekdays({ ...row, cells: row.cells.map((cell, at) => (at < columns.from ? '' : cell)) }, columns))
  )
}

/** Short words left of the times, one of them for tasks, and nothing below the times. */
function namesColumns(row: SheetRow, columns: Columns): boolean {
  const left = leftOf(row, columns).filter((cell) => cell !== '')
  const isHeader = (cell: string) => cell.length <= LONGEST_HEADER && /\p{L}/u.test(cell)
  const fields = left.map((cell) => exactHeader(cell)?.field ?? null)
  const names = fields.some((field) => field !== null && OF_TASKS.has(field))
  const isFree = filledIn(row, columns).every(isPeriod)
  return names && isFree && left.every(isHeader) && (left.length > 1 || fields[0] === 'name')
}
/** Whether anything left of the times may be a header: then they stand where they should. */
function isHeaded(row: SheetRow, columns: Columns): boolean {
  return leftOf(row, columns).some(
    (cell) => exactHeader(cell) !== null || partialFields(cell).length > 0 || isBelowTasks(cell) || namesTopLevel(cell),
  )
}
const OF_TASKS: ReadonlySet<SheetField> = new Set(['name', 'wbs'])
