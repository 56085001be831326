import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { EAST_ASIAN } from '../cells/east-asian.ts'
import { isMonth, monthNamed } from '../cells/month-names.ts'
import { dayInAnyOrder, isYearless } from '../cells/parse-date.ts'
import { parsePeriod, yearlessPeriod } from '../cells/parse-period.ts'
import { type Ends, endsIn } from '../cells/two-ends.ts'
import { isWeekday } from '../cells/weekday-names.ts'
import { listLines } from '../rows/arrange-rows.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { filledTexts, isFilled } from './column-texts.ts'
import { exactHeader, partialFields, placeOf } from './header-fields.ts'
import { yearOfTitle, yearSource } from './title-year.ts'

/** A year in a column of its own. */
const YEAR_HEADER = /^(?:year|jahr|année|año|ano|anno|jaar|rok|år|год|年|年度|연도)$/i
const SOME = 0.3
const MOSTLY = 0.8
const SAMPLED_ROWS = 200

/**
 * Parts columns that hold stretches of time, a start and an end in one cell, into two columns behind the others; a cell
 * with one day begins and ends on it. Where nothing else says when a row starts or ends, a column of quarters, months or weeks
 * is one of stretches too. Sheets that name starts in a column of their own are left alone.
 */
export function splitRanges(table: SheetTable): string[] {
  const headers = table.header?.cells
  if (headers === undefined || placeOf(headers, 'start') >= 0) return []
  const year = yearOfTitle(table)
  const yearAt = headers.findIndex((header) => YEAR_HEADER.test(header.trim()))
  const yearIn = ({ cells: row }: SheetRow) =>
    /^20\d\d$/.test((row[yearAt] ?? '').trim()) ? Number(row[yearAt]) : year
  const saysEnds = placeOf(headers, 'finish') >= 0
  for (const [index, header] of [...headers].entries()) {
    const filled = sampled(table, index)
    const [guess, source] = year === null ? [yearOfCells(filled), 'another cell of it'] : [year, yearSource(table)]
    const readAt = (row: SheetRow) => endsOfPeriods((row.cells[index] ?? '').trim(), yearIn(row) ?? guess)
    const isOfDays = holdsRanges(table, index, guess)
    const isFree = !isOfDays && !saysEnds && exactHeader(header) === null && partialFields(header).length === 0
    const periods =
      isFree && index !== yearAt ? table.rows.slice(0, SAMPLED_ROWS).filter((row) => readAt(row) !== null).length : 0
    if (!isOfDays && (periods === 0 || periods < MOSTLY * filled.length)) continue
    if (periods === 1 && table.rows.length > 2) continue
    const needsYear = (cell: string) => endsOfPeriods(cell, null) === null && endsOfPeriods(cell, guess) !== null
    const isGuessed = yearAt < 0 && guess !== null && filled.some(needsYear)
    // What is due on one day may have begun on any other.
    const isEnd = /(?<!\p{L})(?:due|deadline|by when)(?!\p{L})/iu.test(header)
    const readDays = (cell: string) => endsOf(cell) ?? (isDay(cell) ? ([isEnd ? '' : cell, cell] as const) : null)
    const readPeriods = (cell: string, row: SheetRow) => endsOfPeriods(cell, yearIn(row) ?? guess)
    const note = part(
      table,
      index,
      header,
      (cell, row) => readPeriods(cell, row) ?? (isOfDays ? (readDays(cell) ?? endsOfMonths(cell)) : null),
      !isOfDays || isFilledAlong(table, index),
    )
    if (yearAt >= 0) table.readInto(yearAt)
    return isGuessed
      ? [note, `Where column ${quoted(header)} says no year, ${guess} is taken, as ${source} says.`]
      : [note]
  }
  return []
}

/** The one year that some cells of a column say, for the others. */
function yearOfCells(cells: readonly string[]): number | null {
  const years = new Set(cells.flatMap((cell) => cell.match(/20\d\d/g) ?? []))
  return years.size === 1 ? Number([...years][0]) : null
}

function sampled({ rows }: SheetTable, index: number): string[] {
  return filledTexts(rows.slice(0, SAMPLED_ROWS), index)
}

/** Whether a column holds stretches of days. */
function holdsRanges(table: SheetTable, index: number, year: number | null = null): boolean {
  if (/^(?:id|wbs|predecessors|successors|name)$/.test(exactHeader(table.header?.cells[index] ?? '')?.field ?? ''))
    return false
  const filled = sampled(table, index)
  const ranges = filled.filter((cell) => endsOf(cell) !== null || isStretch(cell, year) || isOfMonths(cell)).length
  const isClear = ranges >= SOME * filled.length || filled.every((cell) => endsOf(cell) !== null || isDay(cell))
  // One among many is a second row of the header.
  const isLone = filled.length === 1 && table.rows.length > 2
  return ranges > 0 && isClear && !isLone
}

/** Whether periods are written in the first row of several and never again, as in merged cells. */
function isWrittenOnce({ rows }: SheetTable, index: number): boolean {
  const texts = rows.map(({ cells }) => (cells[index] ?? '').trim())
  const filled = texts.filter((text) => text !== '')
  const areAlone = new Set(filled).size === filled.length
  return texts[0] !== '' && filled.length > 1 && filled.length < texts.length && areAlone
}

/** `Sprint | Sprint dates`: stretches of days in the very rows in which another column is written, and blank where it is. */
function isFilledAlong({ header, rows }: SheetTable, index: number): boolean {
  const areStretches = rows.every((row) => !isFilled(row, index) || endsOf((row.cells[index] ?? '').trim()) !== null)
  const isAlong = (_: string, at: number) =>
    at !== index && rows.every((row) => isFilled(row, at) === isFilled(row, index))
  return areStretches && (header?.cells ?? []).some(isAlong)
}

/** Whether any column holds them, which say when rows start and end where numbers of weeks beside them only count. */
export function tellsRanges(table: SheetTable): boolean {
  return (table.header?.cells ?? []).some((_, index) => holdsRanges(table, index))
}

function part(
  table: SheetTable,
  index: number,
  header: string,
  read: (cell: string, row: SheetRow) => Ends | null,
  mayBeMerged = false,
): string {
  const at = table.addColumns(`${header} start`, `${header} end`)
  table.readInto(index)
  const isTime = /^(?:finish|duration)$/.test(exactHeader(header)?.field ?? '')
  const isOnce = mayBeMerged && isWrittenOnce(table, index)
  let before = ''
  const unread: number[] = []
  for (const row of table.rows) {
    const { cells } = row
    // A week in a merged cell is that of the rows below it as well.
    const own = (cells[index] ?? '').trim()
    const text = own === '' && (isOnce || NUMBERED.test(before)) ? before : own
    before = text
    const ends = read(text, row)
    if (ends === null) {
      if (own !== '') unread.push(row.line)
      continue
    }
    putCell(cells, at, ends[0])
    putCell(cells, at + 1, ends[1])
    // What is read elsewhere is no end and no length any more.
    if (isTime) cells[index] = ''
  }
  const note = `Column ${quoted(header)} holds starts and ends in one; they are read as two columns.${isOnce ? ' What is written once holds for the rows below it.' : ''}`
  return unread.length === 0
    ? note
    : `${note} What stands there in lines ${listLines(unread)} cannot be read and is dropped.`
}

/** `1 (1/21/24 - 1/27/24)`, `Week 3 (2 Mar - 6 Mar)`: the number of a week before its days. */
const NUMBERED = /^(?:\p{L}{1,8}\.?\s?)?\d{1,3}\s?[(（]([^()（）]{7,40})[)）]$/u
/** `(KW 41)`, `(5 Tage)` behind a stretch of days. */
const SAID_AGAIN = /\s*[(（][^()（）]{1,20}[)）]$/u

function endsOf(text: string): Ends | null {
  const cell = NUMBERED.exec(text)?.[1]?.trim() ?? text.replace(SAID_AGAIN, '')
  const bare = withoutWeekdays(cell)
  // `do` is a weekday in one language, and a word between two ends in others.
  for (const written of bare === cell ? [cell] : [cell, bare])
    for (const ends of endsIn(written, isDay)) if (ends.every(isDay) && !ends.every(mayBeCode)) return ends
  return null
}

/** `Wed 4 - Fri 6 Mar 2026` */
const withoutWeekdays = (text: string) =>
  text.replace(/(?<!\p{L})(\p{L}{2,12})\.?,?\s(?=\d{1,2}(?!\d))/gu, (whole, word) =>
    isWeekday(word) && monthNamed(word) === null ? '' : whole,
  )

/** `2.1 - 2.3` are codes as well. */
const mayBeCode = (text: string) => /^\d\.\d{1,2}$|^\d{2}\.\d$/.test(text)

/** One period, or two with something between them; those without a year are of the one given. */
function endsOfPeriods(cell: string, year: number | null): Ends | null {
  const whole = periodText(cell, year)
  return whole === null ? stretchOf(cell, year) : [whole, whole]
}

/** Two periods with something between them. */
function stretchOf(cell: string, year: number | null): Ends | null {
  for (const [start, end] of endsIn(cell, isDay)) {
    const last = periodText(end, year)
    const yearOfEnd = /20\d\d/.exec(end)?.[0]
    const first = last === null ? null : periodText(start, yearOfEnd === undefined ? year : Number(yearOfEnd))
    if (first !== null && last !== null) return [first, last]
  }
  return null
}

/** `March`, `January - February` among days without a year: the first day and the last, without one as well. */
function endsOfMonths(cell: string): Ends | null {
  if (isMonth(cell)) return daysOfMonths(cell, cell)
  for (const [start, end] of endsIn(cell, isDay)) if (isMonth(start) && isMonth(end)) return daysOfMonths(start, end)
  return null
}

const isOfMonths = (cell: string) => !isMonth(cell) && endsOfMonths(cell) !== null

function daysOfMonths(start: string, end: string): Ends {
  const { last } = yearlessPeriod(end, COMMON_YEAR) ?? { last: 0 }
  return [`1 ${start}`, `${Number(formatCivilDay(last).slice(-2))} ${end}`]
}
/** Without a 29th of February. */
const COMMON_YEAR = 2026

const isStretch = (cell: string, year: number | null) =>
  periodText(cell, year) === null && stretchOf(cell, year) !== null

function periodText(text: string, year: number | null): string | null {
  if (parsePeriod(text) !== null) return text
  // Its year is guessed with those of other dates without one.
  if (year === null) return OF_CALENDAR_WEEK.test(text) ? text : null
  if (yearlessPeriod(text, year) === null) return null
  return EAST_ASIAN.test(text) ? `${year}年${text}` : `${text} ${year}`
}

const OF_CALENDAR_WEEK = /^(?:KW|CW|WW)\.?\s?\d{1,2}$/i

const isDay = (text: string) => dayInAnyOrder(text) !== null || (/\d/.test(text) && isYearless(text))
