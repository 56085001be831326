import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { FALLBACK_START_DATE } from '../../plan/fallback-start.ts'
import { unitNamed, unitOfHeader } from '../cells/duration-units.ts'
import { packageNumber } from '../cells/package-codes.ts'
import { parseDate } from '../cells/parse-date.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { happenedField } from './actual-columns.ts'
import { filledTexts } from './column-texts.ts'
import { exactHeader, placeOf, WEEK_WORD } from './header-fields.ts'
import { stepAfter } from './step-after.ts'

/** `Start Day`, `End Month`, `Week of start`; the unit may stand in front. */
const COUNTED_START =
  /^(?:start|begin|starting|from)[\s_(-]*(day|week|wk|month|mth)s?[.#)]?$|^(day|week|wk|month|mth)[\s_-]*(?:of[\s_-]*)?start$/i
const COUNTED_END =
  /^(?:end|finish|ending|to|due|delivery)[\s_(-]*(day|week|wk|month|mth)s?[.#)]?$|^(day|week|wk|month|mth)[\s_-]*(?:of[\s_-]*)?(?:end|finish|due|delivery)$/i
const NUMBER = /^(?:[dwm]|day|week|wk|month|mth)?\s?(\d{1,4})$/i
/** `M6`, `Month 6`: the cell says what it counts. */
const OF_MONTHS = /^(?:m|month|monat|mois|mes|mês|mese|maand)\s?\d{1,3}$/i
/** `M1-M12`, `M4 – M9`, and one month alone. */
const RANGE_OF_MONTHS = /^(m|month)\s?(\d{1,3})(?:\s?(?:[-–—→]|to)\s?(?:m|month)?\s?(\d{1,3}))?$/i
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
      const [usual, other] = ours === undefined ? (['dmy', 'mdy'] as const) : (['mdy', 'dmy'] as const)
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
  const plain = countPlainStarts(table, startDate)
  if (plain.length > 0) return plain
  const split = splitMonths(table)
  const start = countedColumn(table, COUNTED_START, 'start')
  const end = countedColumn(table, COUNTED_END, 'finish')
  const found = [start, end].filter((column) => column !== null)
  const isTaken = (field: 'start' | 'finish', column: Counted | null) =>
    column !== null && placeOf(headers, field) >= 0 && placeOf(headers, field) !== column.index
  if (found.length === 0 || isTaken('start', start) || isTaken('finish', end)) return split
  const base = parseDate(startDate ?? FALLBACK_START_DATE, 'iso') ?? 0
  const isFromZero = start !== null && table.rows.some(({ cells }) => numberOf(cells[start.index]) === 0)
  const steps = (count: number) => (isFromZero ? count : count - 1)
  for (const column of found) {
    const at = headers.push(column === start ? 'Start (counted)' : 'End (counted)') - 1
    for (const { cells } of table.rows) {
      const count = numberOf(cells[column.index])
      if (count === null) continue
      const day =
        column === start
          ? stepAfter(base, steps(count), column.unit)
          : stepAfter(base, steps(count) + 1, column.unit) - 1
      putCell(cells, at, formatCivilDay(day))
    }
    // What is read elsewhere names nothing any more.
    headers[column.index] = `${column.header} (${column.unit}s)`
  }
  table.readElsewhere = new Set([...table.readElsewhere, ...found.map(({ index }) => index)])
  const from = baseName(startDate)
  return [...split, ...found.map(({ header, unit }) => `Column ${quoted(header)} counts ${unit}s from ${from}.`)]
}

/** What periods are counted in that no header names: an export that forgot it, or a template whose periods are anything. */
const UNNAMED = 'day'
const STEP = /^\d{1,3}(?:\.0)?$/
const UNIT_WORD = /^(\p{L}{3,12})(?:\s?\d{1,3})?$/u

/**
 * Starts of 0, 2, 5 … or of 1, 3, 6 … beside durations or ends that are numbers as well are counted from the start of the project.
 * What they count the headers say, of these columns or of the chart beside them; packages of work are planned in months.
 */
function countPlainStarts(table: SheetTable, startDate: string | undefined): string[] {
  const headers = table.header?.cells ?? []
  const [at, durations, ends] = (['start', 'duration', 'finish'] as const).map((field) => placeOf(headers, field)) as [
    number,
    number,
    number,
  ]
  const isTask = (row: SheetRow) => row.cells.some((other) => /\p{L}/u.test(other))
  const rows = table.rows.filter(isTask)
  const areSteps = (index: number) => {
    const cells = filledTexts(rows, index)
    return index >= 0 && cells.length > 1 && cells.every((cell) => STEP.test(cell))
  }
  const areLengths = durations >= 0 && filledTexts(rows, durations).every((cell) => !/[/-]/.test(cell))
  if (!areSteps(at) || !(areSteps(ends) || (ends < 0 && areLengths))) return []
  if ([at, ends].some((index) => WEEK_WORD.test(headers[index] ?? ''))) return []
  const isUnset = ({ cells }: SheetRow) =>
    [at, durations, ends].every((index) => index < 0 || !/[1-9]/.test(cells[index] ?? ''))
  const fromZero = rows.some((row) => !isUnset(row) && Number(row.cells[at] || Number.NaN) === 0)
  const header = (headers[at] ?? '').trim()
  const named = unitOfHeader(header) ?? unitOfHeader(headers[durations] ?? '') ?? unitOfHeader(headers[ends] ?? '')
  const chart = firstOfChart(headers)
  const unit = named ?? unitOfChart(headers) ?? chart?.unit ?? (plansPackages(rows) ? 'month' : UNNAMED)
  if (unit !== 'hour' && unit !== 'day' && unit !== 'week' && unit !== 'month') return []
  const base = chart?.first ?? parseDate(startDate ?? FALLBACK_START_DATE, 'iso') ?? 0
  const dayOf = (row: SheetRow, index: number, further: number) => {
    const cell = (row.cells[index] ?? '').trim()
    if (cell === '') return ''
    const count = Number(cell) - (fromZero ? 0 : 1)
    if (isUnset(row) || count < 0) return ''
    return formatCivilDay(further === 0 ? stepAfter(base, count, unit) : stepAfter(base, count + 1, unit) - 1)
  }
  const actual = headers.findIndex((text) => happenedField(text) === 'start')
  const happened = areSteps(actual) ? actual : -1
  for (const row of rows) {
    row.cells[at] = dayOf(row, at, 0)
    if (ends >= 0) row.cells[ends] = dayOf(row, ends, 1)
    if (happened >= 0) row.cells[happened] = dayOf(row, happened, 0)
  }
  const counted = unitOfHeader(headers[durations] ?? '')
  if (durations >= 0 && counted === null && unit !== 'day' && unit !== 'hour')
    headers[durations] = `${headers[durations]} (${unit}s)`
  const isGuess = named === null && chart === null && unitOfChart(headers) === null
  const from = chart === null ? baseName(startDate) : formatCivilDay(chart.first)
  return [
    `Column ${quoted(header)} counts ${unit}s from ${from}${isGuess ? `; that they are ${unit}s is a guess` : ''}.`,
  ]
}

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

/** `WEEK` or `Week 1` above the columns of a chart. */
function unitOfChart(headers: readonly string[]): string | null {
  const units = headers.map((header) => unitNamed(UNIT_WORD.exec(header.trim())?.[1] ?? '')?.unit)
  return units.find((unit) => unit === 'day' || unit === 'week' || unit === 'month') ?? null
}

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

/** `M1-M12` in one column becomes a start and an end that are counted. */
function splitMonths(table: SheetTable): string[] {
  const headers = table.header?.cells ?? []
  if (placeOf(headers, 'start') >= 0) return []
  const at = headers.findIndex((_, index) => {
    const isRange = ({ cells }: SheetRow) => RANGE_OF_MONTHS.exec((cells[index] ?? '').trim())?.[3] !== undefined
    return holdsOnly(table.rows, index, RANGE_OF_MONTHS) && table.rows.some(isRange)
  })
  if (at < 0) return []
  const width = headers.push('Start month', 'End month')
  for (const { cells } of table.rows) {
    const [, , first = '', last = first] = RANGE_OF_MONTHS.exec((cells[at] ?? '').trim()) ?? []
    while (cells.length < width - 2) cells.push('')
    cells.push(first, last)
  }
  table.readElsewhere = new Set([...table.readElsewhere, at])
  const header = headers[at] ?? ''
  headers[at] = `${header} (months)`
  return [`Column ${quoted(header)} holds first and last months in one; they are read as two columns.`]
}

function numberOf(cell: string | undefined): number | null {
  const number = /^(?:\p{L}{1,6})?\s?(\d{1,4})$/u.exec((cell ?? '').trim())?.[1]
  return number === undefined ? null : Number(number)
}
