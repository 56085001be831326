import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { FALLBACK_START_DATE } from '../../plan/fallback-start.ts'
import { countedPeriod } from '../cells/counted-period.ts'
import { unitNamed, unitOfHeader } from '../cells/duration-units.ts'
import { packageNumber } from '../cells/package-codes.ts'
import { dayInAnyOrder, parseDate } from '../cells/parse-date.ts'
import { parsePeriod } from '../cells/parse-period.ts'
import { orderOfWeekday } from '../cells/resolve-date-order.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { happenedField } from './actual-columns.ts'
import { filledTexts } from './column-texts.ts'
import { exactHeader, placeOf, WEEK_WORD } from './header-fields.ts'
import { readLonePeriods } from './lone-periods.ts'
import { firstOf, riseFromOne } from './rising-numbers.ts'
import { datedNumbers } from './scale-of-numbers.ts'
import { tellsRanges } from './split-ranges.ts'
import { stepAfter } from './step-after.ts'

/** `Start Day`, `End Month`, `Week of start`; the unit may stand in front. */
const COUNTED_START =
  /^(?:start|begin|starting|from)[\s_(-]*(day|week|wk|month|mth)s?[.#)]?$|^(day|week|wk|month|mth)[\s_-]*(?:of[\s_-]*)?start$/i
const COUNTED_END =
  /^(?:end|finish|ending|to|due|delivery)[\s_(-]*(day|week|wk|month|mth)s?[.#)]?$|^(day|week|wk|month|mth)[\s_-]*(?:of[\s_-]*)?(?:end|eind|einde|slut|slutt|finish|due|delivery)$/i
const NUMBER = /^(?:[dwm]|day|week|wk|month|mth)?\s?(\d{1,4})$/i
/** `M6`, `Month 6`: the cell says what it counts. */
const OF_MONTHS = /^(?:m|month|monat|mois|mes|mês|mese|maand)\s?\d{1,3}$/i
/** `Week 3`, `wk 7`; `KW` and `CW` are those of the calendar. */
const OF_WEEKS = /^(?:w|wk|week|woche|semaine|semana|settimana)\.?\s?\d{1,3}$/i
/** `M1-M12`, `M4 – M9`, `Week 9 to Week 12`, and one month or week alone. */
const RANGE =
  /^(m|month|w|wk|week)s?\s?(\d{1,3})(?:\s?(?:[-–—→]|to|until|&|and)\s?(?:m|month|w|wk|week)?\s?(\d{1,3}))?$/i
/** A column of them by its header, which need not hold a range. */
const COLUMN_OF_PERIODS = /^(?:weeks?|months?|wk)(?: ?(?:no\.?|number|#))?:?$/i
const DAYS_PER_WEEK = 7
/** `Project start: 1 September 2026`, or the day in the next cell. */
const TITLED_START =
  /^(?:(?:project|planned|plan|programme|work)\s+)?(?:start|starts|begins?|commencement|kick-?off)(?:\s+(?:date|day|month|on))?(?:\s*\(?\s*m0?1\s*\)?)?\s*[:=]?\s*(.*)$/i

/** The same in other languages, whose dates have the day first. */
const TITLED_ELSEWHERE =
  /^(?:projekt-?(?:start|beginn)|projektstart|bau-?beginn|start(?:datum|termin)?(?: des projekts)?|(?:date de )?début(?: du projet| des travaux)?|démarrage(?: du projet)?|(?:fecha de )?inicio(?: del proyecto| de obra)?|(?:data de )?início(?: do projeto| da obra)?|(?:data )?inizio (?:progetto|lavori)|(?:start|begin)datum(?: project)?|start project|(?:дата )?начал[оа] проекта|(?:data )?rozpoczęci[ea] projektu|zahájení projektu|proje başlangıç(?: tarihi)?|プロジェクト開始日?|项目开始(?:日期|时间)?)\s*[:：=]?\s*(.*)$/iu

type Counted = { index: number; unit: string; header: string }

/** The day on which the lines above the table say that the project starts, and that line; null where none says so. */
export function startOfTitle({ above }: Pick<SheetTable, 'above'>): { day: string; line: number } | null {
  for (const { line, cells } of above) {
    for (const [index, cell] of cells.entries()) {
      const title = cell.trim().slice(0, 100)
      const ours = TITLED_START.exec(title)?.[1]
      const rest = ours ?? TITLED_ELSEWHERE.exec(title)?.[1]
      if (rest === undefined) continue
      const text = rest.trim() === '' ? (cells.slice(index + 1).find((next) => next.trim() !== '') ?? '') : rest
      const byLanguage = ours === undefined ? (['dmy', 'mdy'] as const) : (['mdy', 'dmy'] as const)
      const [usual, other] = orderOfWeekday(text) === 'dmy' ? (['dmy', 'mdy'] as const) : byLanguage
      const day = parseDate(text, usual) ?? parseDate(text, other)
      if (day !== null) return { day: formatCivilDay(day), line }
    }
  }
  return null
}

/** Starts and ends that are counted, in working days, weeks or months, become dates from the start of the project on. */
export function readCountedStarts(table: SheetTable, startDate: string | undefined): string[] {
  const headers = table.header?.cells
  if (headers === undefined) return []
  numberCounted(table)
  const plain = countPlainStarts(table, startDate)
  if (plain.length > 0) return plain
  const ranges = splitPeriods(table)
  const split = ranges.length > 0 ? ranges : readLonePeriods(table)
  const start = countedColumn(table, COUNTED_START, 'start')
  const end = countedColumn(table, COUNTED_END, 'finish')
  const found = [start, end].filter((column) => column !== null)
  const isTaken = (field: 'start' | 'finish', column: Counted | null) =>
    column !== null && placeOf(headers, field) >= 0 && placeOf(headers, field) !== column.index
  if (found.length === 0 || isTaken('start', start) || isTaken('finish', end)) return split
  const base = parseDate(startDate ?? FALLBACK_START_DATE, 'iso') ?? 0
  const isFromZero = start !== null && table.rows.some(({ cells }) => numberOf(cells[start.index]) === 0)
  const steps = (count: number) => (isFromZero ? count : count - 1)
  table.datesArePeriods = found.some(({ unit }) => unit === 'week' || unit === 'month')
  for (const column of found) {
    const at = table.addColumns(column === start ? 'Start (counted)' : 'End (counted)')
    for (const row of table.rows) {
      const count = numberOf(row.cells[column.index])
      if (count === null) {
        table.account.leave(column.index, row)
        continue
      }
      const day =
        column === start || column.unit === 'day'
          ? stepAfter(base, steps(count), column.unit)
          : stepAfter(base, steps(count) + 1, column.unit) - 1
      putCell(row.cells, at, formatCivilDay(day))
    }
    // What is read elsewhere names nothing any more.
    headers[column.index] = `${column.header} (${column.unit}s)`
  }
  table.readInto(...found.map(({ index }) => index))
  const from = baseName(startDate)
  return [...split, ...found.map(({ header, unit }) => `Column ${quoted(header)} counts ${unit}s from ${from}.`)]
}

/**
 * `Dia 1`, `Woche 3`, `第1周` below a start: numbers of what the word says, by any word for it. Weeks and months that do not begin with the
 * first are those of the calendar.
 */
function numberCounted({ header, rows }: SheetTable): void {
  const headers = header?.cells ?? []
  const places = (['start', 'finish'] as const).map((field) => placeOf(headers, field)).filter((at) => at >= 0)
  const counted = places.map((at) => filledTexts(rows, at).map(countedPeriod))
  const units = new Set(counted.flatMap((cells) => cells.map((cell) => cell?.unit)))
  const [unit] = units
  if (placeOf(headers, 'start') < 0 || units.size !== 1 || unit === undefined) return
  const isFirst = counted.some((cells) => cells.some((cell) => (cell?.number ?? 2) <= 1))
  if (!isFirst && unit !== 'day') return
  for (const at of places) {
    headers[at] = `${headers[at]} (${unit}s)`
    for (const { cells } of rows) {
      const number = countedPeriod(cells[at] ?? '')?.number
      if (number !== undefined) cells[at] = String(number)
    }
  }
}

/** What periods are counted in that no header names: an export that forgot it, or a template whose periods are anything. */
const UNNAMED = 'day'
/** Cells of rows for which nothing is known. */
const UNSET = /^(?:n\/?a|tb[dc]|none|[-–—?])$/i
const STEP = /^\d{1,3}(?:\.0)?$/
const UNIT_WORD = /^(\p{L}{3,12})(?:\s?\d{1,3}|\s(?:numbers?|no\.?|nr\.?|#))?$/iu

/**
 * Starts of 0, 2, 5 … or of 1, 3, 6 … beside durations or ends that are numbers as well are counted from the start of the project.
 * What they count the headers say, of these columns or of the chart beside them; packages of work are planned in months.
 */
function countPlainStarts(table: SheetTable, startDate: string | undefined): string[] {
  const headers = table.header?.cells ?? []
  const [at, durations, ends] = (['start', 'duration', 'finish'] as const).map((field) => {
    const place = placeOf(headers, field)
    // `Start (hours)` is no day elsewhere.
    return place >= 0 ? place : headers.findIndex((text) => exactHeader(text.replace(OF_HOURS, ''))?.field === field)
  }) as [number, number, number]
  const isTask = (row: SheetRow) => row.cells.some((other) => /\p{L}/u.test(other))
  const rows = table.rows.filter(isTask)
  const areSteps = (index: number) => {
    const cells = filledTexts(rows, index).filter((cell) => !UNSET.test(cell))
    return index >= 0 && cells.length > 1 && cells.every((cell) => STEP.test(cell))
  }
  const areLengths = durations >= 0 && filledTexts(rows, durations).every((cell) => !/[/-]/.test(cell))
  if (!areSteps(at) || !(areSteps(ends) || (ends < 0 && areLengths))) return []
  // `Start Time` counts what `Start Date` has as days.
  const isDated = (_: string, index: number) =>
    index !== at && exactHeader(headers[index] ?? '')?.field === 'start' && holdsDates(filledTexts(rows, index))
  if (headers.some(isDated)) return []
  if ([at, ends].some((index) => WEEK_WORD.test(headers[index] ?? ''))) return []
  const isUnset = ({ cells }: SheetRow) =>
    [at, durations, ends].every((index) => index < 0 || !/[1-9]/.test(cells[index] ?? ''))
  const fromZero = rows.some((row) => !isUnset(row) && Number(row.cells[at] || Number.NaN) === 0)
  const header = (headers[at] ?? '').trim()
  const named = unitOfHeader(header) ?? unitOfHeader(headers[durations] ?? '') ?? unitOfHeader(headers[ends] ?? '')
  const chart = firstOfChart(headers) ?? datedNumbers(table)
  const unit = named ?? unitOfChart(table) ?? chart?.unit ?? (plansPackages(rows) ? 'month' : UNNAMED)
  if (!['hour', 'day', CALENDAR_DAY, 'week', 'month'].includes(unit)) return []
  const base = chart?.first ?? parseDate(startDate ?? FALLBACK_START_DATE, 'iso') ?? 0
  table.datesArePeriods = unit === 'week' || unit === 'month'
  const isCalendar = unit === CALENDAR_DAY
  const after = (count: number) => (isCalendar ? base + count : stepAfter(base, count, unit))
  const lastOf = (count: number) => (unit === 'day' || unit === 'hour' ? after(count) : after(count + 1) - 1)
  const areMoments = ends >= 0 && endWhereNextStart(rows, { at, durations, ends })
  const dayOf = (row: SheetRow, index: number, day: (count: number) => number) => {
    const cell = (row.cells[index] ?? '').trim()
    if (cell === '' || UNSET.test(cell)) return ''
    const count = Number(cell) - (fromZero ? 0 : 1)
    if (!isUnset(row) && count >= 0) return formatCivilDay(day(count))
    if (/[1-9]/.test(cell)) table.account.leave(index, row)
    return ''
  }
  const endOf = (row: SheetRow) => {
    const takesNoTime = Number(row.cells[ends]) <= Number(row.cells[at] || Number.NaN)
    return dayOf(row, ends, areMoments && !takesNoTime ? (count) => lastOf(count - 1) : areMoments ? after : lastOf)
  }
  const lengths = areMoments && durations < 0 ? table.addColumns(`Duration (${unit}s)`) : -1
  const actual = headers.findIndex((text) => happenedField(text.replace(OF_HOURS, '')) === 'start')
  for (const place of [at, ends, actual]) if (place >= 0) headers[place] = (headers[place] ?? '').replace(OF_HOURS, '')
  const happened = areSteps(actual) ? actual : -1
  for (const row of rows) {
    const [from, to] = [row.cells[at] ?? '', row.cells[ends] ?? '']
    if (lengths >= 0 && STEP.test(from) && STEP.test(to)) putCell(row.cells, lengths, String(Number(to) - Number(from)))
    if (ends >= 0) row.cells[ends] = endOf(row)
    row.cells[at] = dayOf(row, at, after)
    if (happened >= 0) row.cells[happened] = dayOf(row, happened, after)
    if (isCalendar && durations >= 0 && STEP.test(row.cells[durations] ?? '')) row.cells[durations] += ' ed'
  }
  const counted = unitOfHeader(headers[durations] ?? '')
  if (durations >= 0 && counted === null && !isCalendar && unit !== 'day' && unit !== 'hour')
    headers[durations] = `${headers[durations]} (${unit}s)`
  const isGuess = named === null && chart === null && unitOfChart(table) === null
  const from = chart === null ? baseName(startDate) : formatCivilDay(chart.first)
  return [
    `Column ${quoted(header)} counts ${unit}s from ${from}${isGuess ? `; that they are ${unit}s is a guess` : ''}.`,
  ]
}

/**
 * Whether ends are moments, as in a network of activities: what follows starts with the number at which its predecessor ends (0 to 4, then 4
 * to 9), or durations are what lies between both numbers.
 */
function endWhereNextStart(
  rows: readonly SheetRow[],
  { at, durations, ends }: { at: number; durations: number; ends: number },
): boolean {
  const numbers = (index: number) => rows.map(({ cells }) => Number((cells[index] ?? '').trim() || Number.NaN))
  const [starts, finishes] = [numbers(at), numbers(ends)]
  const lengths = durations >= 0 ? numbers(durations) : []
  const measured = lengths.filter((length) => length > 0).length
  if (measured > 0) {
    const between = lengths.filter(
      (length, index) => length > 0 && (finishes[index] ?? 0) - (starts[index] ?? 0) === length,
    )
    return between.length === measured
  }
  const ended = new Set(finishes)
  const first = starts.reduce((least, start) => (start < least ? start : least), Number.POSITIVE_INFINITY)
  const later = starts.filter((start) => start > first)
  const share = (before: number) => later.filter((start) => ended.has(start - before)).length / later.length
  return later.length >= FEWEST_LATER && share(0) >= MOSTLY_ENDED && share(1) < SELDOM_ENDED
}

const holdsDates = (texts: readonly string[]) => texts.length > 0 && texts.every((text) => dayInAnyOrder(text) !== null)

const FEWEST_LATER = 2
const [MOSTLY_ENDED, SELDOM_ENDED] = [0.8, 0.5]

/** The days or weeks of the chart beside the columns that count them, by the dates above it. */
function firstOfChart(headers: readonly string[]): { first: number; unit: 'day' | 'week' } | null {
  const days = headers.flatMap((header) => parseDate(header.trim(), 'iso') ?? [])
  const [first, second] = days
  if (first === undefined || second === undefined || days.length < FEWEST_COLUMNS) return null
  const step = second - first
  if (!days.every((day, index) => day === first + index * step)) return null
  return step === 1 ? { first, unit: 'day' } : step === DAYS_PER_WEEK ? { first, unit: 'week' } : null
}
const FEWEST_COLUMNS = 3
const OF_HOURS = /\s*\((?:hours?|hrs?)\)\s*$/i

/** `WEEK` or `Week 1` above the columns of a chart; above five or seven numbers each, these are days. */
function unitOfChart({ header, rows }: SheetTable): string | null {
  const units = (header?.cells ?? []).map((text) => unitNamed(UNIT_WORD.exec(text.trim())?.[1] ?? '')?.unit)
  const isUnit = (unit: string | undefined) => unit === 'day' || unit === 'week' || unit === 'month'
  const places = units.flatMap((unit, index) => (isUnit(unit) ? [index] : []))
  const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
  const numbers = places.slice(0, -1).map((place) => Number((rows[0]?.cells[place] ?? '') || Number.NaN))
  const areDays =
    steps.length > 0 &&
    steps.every((step) => DAYS_OF_WEEKS.includes(step) && step === steps[0]) &&
    numbers.every((number, index) => index === 0 || number - (numbers[index - 1] ?? 0) === steps[0])
  if (areDays) return steps[0] === DAYS_PER_WEEK ? CALENDAR_DAY : 'day'
  return units.find(isUnit) ?? null
}
const DAYS_OF_WEEKS = [5, DAYS_PER_WEEK]
const CALENDAR_DAY = 'calendar day'

function plansPackages(rows: readonly SheetRow[]): boolean {
  return rows.length > 0 && rows.every(({ cells }) => cells.some((cell) => packageNumber(cell.trim()) !== null))
}

function baseName(startDate: string | undefined): string {
  return startDate === undefined
    ? `${FALLBACK_START_DATE}, because the file names no start`
    : 'the start of the project'
}

/** A column that is counted by its header, or by its cells below a header that names a start or an end. */
function countedColumn({ header, rows }: SheetTable, named: RegExp, field: 'start' | 'finish'): Counted | null {
  for (const [index, text] of (header?.cells ?? []).entries()) {
    const match = named.exec(text.trim())
    const word = (match?.[1] ?? match?.[2])?.toLowerCase()
    const unit = word === undefined ? undefined : unitNamed(word)?.unit
    const isPlain = unit === undefined && exactHeader(text)?.field === field
    if (unit === undefined && !isPlain) continue
    if (isPlain && holdsOnly(rows, index, OF_WEEKS)) return { index, unit: 'week', header: text.trim() }
    if (holdsOnly(rows, index, isPlain ? OF_MONTHS : NUMBER))
      return { index, unit: unit ?? 'month', header: text.trim() }
  }
  return null
}

/** Whether a column holds nothing but cells of one form, and one at least. */
function holdsOnly(rows: readonly SheetRow[], index: number, form: RegExp): boolean {
  let count = 0
  for (const { cells } of rows) {
    const cell = (cells[index] ?? '').trim()
    if (cell === '') continue
    if (!form.test(cell)) return false
    count += 1
  }
  return count > 0
}

/**
 * `M1-M12`, or `Week 9 to Week 12`, in one column becomes a start and an end that are counted. Below a header that says no more than what
 * they are, one that is written once holds for the rows below it as well.
 */
function splitPeriods(table: SheetTable): string[] {
  const headers = table.header?.cells ?? []
  if (placeOf(headers, 'start') >= 0 || placeOf(headers, 'finish') >= 0 || tellsRanges(table)) return []
  const isTitled = (index: number) => COLUMN_OF_PERIODS.test((headers[index] ?? '').trim())
  const at = headers.findIndex((_, index) => {
    const isRange = ({ cells }: SheetRow) => RANGE.exec((cells[index] ?? '').trim())?.[3] !== undefined
    const texts = filledTexts(table.rows, index)
    if (isTitled(index) && riseFromOne(texts)) return true
    const saysWhich = table.rows.some(isRange) || (isTitled(index) && texts.length > 1)
    return saysWhich && holdsOnly(table.rows, index, RANGE)
  })
  const areNumbers = at >= 0 && riseFromOne(filledTexts(table.rows, at))
  const unit = areNumbers ? unitOfTitle(headers[at] ?? '') : unitOfPeriods(table.rows, at)
  if (at < 0 || unit === null) return []
  const header = headers[at] ?? ''
  if (areNumbers && headers.some((_, index) => index !== at && holdsPeriods(filledTexts(table.rows, index)))) {
    table.clearColumn(at)
    return [`Numbers in column ${quoted(header.trim())} say which ${unit}s they are; the periods beside them say when.`]
  }
  const isOther = ({ cells }: SheetRow) => Number.isNaN(firstOf((cells[at] ?? '').trim()))
  const below = areNumbers ? table.rows.findIndex(isOther) : -1
  const others = below < 0 ? [] : table.rows.slice(below)
  table.leaveOut(others)
  const place = table.addColumns(`Start ${unit}`, `End ${unit}`)
  let text = ''
  for (const { cells } of table.rows) {
    const own = (cells[at] ?? '').trim()
    text = own === '' && isTitled(at) ? text : own
    const isNumber = areNumbers && text !== '' && !Number.isNaN(firstOf(text))
    const counted = isNumber ? `w${/[-–]/.test(text) ? text : Math.floor(Number(text))}` : text
    const [, , first = '', last = first] = RANGE.exec(counted) ?? []
    putCell(cells, place, first)
    putCell(cells, place + 1, last)
    // Numbers are lengths elsewhere.
    if (isNumber) putCell(cells, at, '')
  }
  table.readInto(at)
  headers[at] = `${header} (${unit}s)`
  const aside = others[0] === undefined ? [] : [`Lines of another table from ${others[0].line} on are not imported.`]
  return [`Column ${quoted(header)} holds first and last ${unit}s in one; they are read as two columns.`, ...aside]
}

/** Whether a column says months, quarters or days of a year. */
function holdsPeriods(texts: readonly string[]): boolean {
  const isPeriod = (text: string) => parsePeriod(text) !== null || (/\d/.test(text) && dayInAnyOrder(text) !== null)
  return texts.length > 0 && texts.every((text) => !/^\d+$/.test(text) && isPeriod(text))
}

const unitOfTitle = (header: string) => (/^m/i.test(header.trim()) ? 'month' : 'week')

/** What all cells of a column count; null where they differ. */
function unitOfPeriods(rows: readonly SheetRow[], at: number): 'month' | 'week' | null {
  const letters = new Set(filledTexts(rows, at).map((text) => text.charAt(0).toLowerCase()))
  return letters.size !== 1 ? null : letters.has('m') ? 'month' : 'week'
}

function numberOf(cell: string | undefined): number | null {
  const number = /^(?:\p{L}{1,6})?\s?(\d{1,4})$/u.exec((cell ?? '').trim())?.[1]
  return number === undefined ? null : Number(number)
}
