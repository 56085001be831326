import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import { standardCalendar, WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { Diagnostics, quoted } from '../plan/diagnostics.ts'
import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import type { ImportedPlan, PlanCalendar, ReceiptEntry } from '../plan/imported-plan.ts'
import { buildPreview, type SpreadsheetPreview } from './build-preview.ts'
import { AssigneeCells } from './cells/parse-assignees.ts'
import { type DateOrder, isSerialDay, isSince1970, middleOfYear, parseDate, slashParts } from './cells/parse-date.ts'
import { countsInFractions } from './cells/parse-percent.ts'
import {
  type DateCell,
  type DateOrderDecision,
  type DateOrderSetting,
  provenOrder,
  resolveDateOrder,
} from './cells/resolve-date-order.ts'
import { isWeekday } from './cells/weekday-names.ts'
import { yearByWeekdays } from './cells/year-by-weekdays.ts'
import { yearOfName, yearOfTitle, yearSource } from './columns/chart-columns.ts'
import { chooseHeader } from './columns/choose-header.ts'
import type { ColumnSet } from './columns/column-set.ts'
import { filledTexts } from './columns/column-texts.ts'
import { readCountedStarts, startOfTitle } from './columns/counted-starts.ts'
import type { CellFills } from './columns/filled-columns.ts'
import { isOtherLanguage } from './columns/header-language.ts'
import type { SheetField } from './columns/header-spellings.ts'
import { readInnerTables } from './columns/inner-tables.ts'
import { leaveOutInstructions } from './columns/instructions.ts'
import { readLevelWords } from './columns/level-words.ts'
import { readCharts } from './columns/marked-periods.ts'
import { readSecondRows } from './columns/second-rows.ts'
import { type SettledColumns, settleColumns } from './columns/settle-columns.ts'
import { readSideTables } from './columns/side-tables.ts'
import { splitRanges } from './columns/split-ranges.ts'
import { readRelations } from './columns/tracker-columns.ts'
import { numberWeeks } from './columns/week-numbers.ts'
import { settleShortYears } from './columns/year-first.ts'
import { keepShapes } from './keep-shapes.ts'
import { openBook } from './open-book.ts'
import { DatePreview, dateCellsOf, gatherRowDates } from './preview-dates.ts'
import { arrangeRows, listLines } from './rows/arrange-rows.ts'
import { buildSheetPlan } from './rows/build-sheet-plan.ts'
import { judgeDurations } from './rows/judge-durations.ts'
import { LabelCollector } from './rows/label-collector.ts'
import { knownLinks, type RowContext, readRow } from './rows/read-row.ts'
import { readRowMarks } from './rows/row-groups.ts'
import { otherSheets } from './sheet-book.ts'
import { type SheetRow, SheetTable } from './sheet-table.ts'
import { readDelimited } from './text/read-delimited.ts'

export type SpreadsheetOptions = {
  /** Header as in the file -> field name; the empty string leaves the column out. */
  columnMap?: Record<string, string>
  dateOrder?: DateOrderSetting
  /** The line of the header as a spreadsheet shows it, first = 1; found by its content when absent. */
  headerRow?: number
  /** Counts working days where the sheet has dates only; Monday to Friday when absent. */
  calendar?: PlanCalendar
  /** Labels that the project has already; their spelling wins. */
  labels?: string[]
  /** The start of a plan without any date. */
  startDate?: string
}

type SheetFile = { name: string; isText: boolean }

export type SpreadsheetImport = { plan: ImportedPlan; preview: SpreadsheetPreview }

const DATE_ORDERS: readonly unknown[] = ['auto', 'mdy', 'dmy', 'iso']
const MAX_SHEETS_TRIED = 20
const TABLE_MISSING: ReadonlySet<string> = new Set(['no_header', 'no_name_column'])
const DATE_FIELDS = ['start', 'finish', 'scheduled_start', 'deadline', 'constraint_date'] as const
/** Share of the durations that may contradict the dates beside them before the dates decide. */
const UNFIT_AT_MOST = 0.5
/** Days between the first days of the two ways in which workbooks count. */
const DAYS_TO_1904 = 1462

/**
 * Reads a spreadsheet into a plan and into what a person wants to see before it is imported. The preview is made from
 * the very plan that an import would write, so the two cannot disagree.
 */
export function readSpreadsheet(
  bytes: Uint8Array,
  file: SheetFile,
  options: SpreadsheetOptions,
  limits: ImportLimits,
): SpreadsheetImport {
  keepShapes((small) => readSheet(small, { name: 'small.csv', isText: true }, {}, limits))
  const { plan, preview } = readSheet(bytes, file, options, limits)
  return { plan, preview }
}

/** The plan and the preview, and what they were made from. */
function readSheet(
  bytes: Uint8Array,
  file: SheetFile,
  options: SpreadsheetOptions,
  limits: ImportLimits,
): SpreadsheetImport & { read: unknown } {
  const dateOrder = options.dateOrder ?? 'auto'
  if (!DATE_ORDERS.includes(dateOrder))
    throw new ImportRefusal('bad_option', `date order ${quoted(String(dateOrder))} is not known`)
  const { table, format, matches, columns, startDate, fills, fileWarnings } = settleTable(bytes, file, options, limits)
  if (dateOrder === 'auto')
    fileWarnings.push(...settleShortYears(table, datePlaces(columns)), ...settleMixedOrders(table, columns))
  const rowDates = gatherRowDates(table, columns)
  const dateCells = dateCellsOf(rowDates, columns)
  const dateEvidence = [...dateCells, ...otherDateCells(table.rows, columns)]
  const decision = resolveDateOrder(dateOrder, dateEvidence)
  if (decision.isAmbiguous) fileWarnings.push(settleByLanguage(decision, dateEvidence))
  if (dateEvidence.some(({ value }) => isSince1970(value)))
    fileWarnings.push('Numbers such as 1773619200000 in date columns are read as moments since 1970, in UTC.')
  if (dateCells.some(({ value }) => isSerialDay(value)))
    fileWarnings.push('Numbers such as 46097 in date columns are read as the serial days of spreadsheet programs.')
  const diagnostics = new Diagnostics(limits.maxReceiptEntries)
  const labels = new LabelCollector(options.labels ?? [])
  const arranged = arrangeRows(table, columns, fills)
  const { rows: sheetRows, notes } = readRowMarks(arranged.rows, table, columns)
  fileWarnings.push(...arranged.notes, ...notes)
  if (table.commentLines.length > 0)
    fileWarnings.push(`Lines that begin with # are comments and not imported: ${listLines(table.commentLines)}.`)
  const calendar = options.calendar ?? standardCalendar()
  const counter = new WorkingDayCounter(calendar)
  const verdict = judgeDurations(sheetRows, columns, { order: decision.resolved, counter })
  if (verdict.areHours) {
    columns.setUnit('duration', 'hour')
    fileWarnings.push('Durations without a unit are read in hours: eight make each working day from start to finish.')
  }
  if (verdict.countDaysOff)
    fileWarnings.push(
      `Durations count days off, as ${verdict.calendarDays} rows show from start to finish; they are read as days of the calendar.`,
    )
  else if (verdict.calendarDays > 0)
    fileWarnings.push(
      `Durations of ${verdict.calendarDays} rows count days off from start to finish; they are read as working days and end later.`,
    )
  if (verdict.differences > 0) {
    columns.datesDecide = true
    fileWarnings.push(
      `Durations of ${verdict.differences} rows are their finishes less their starts, days off included and one day short; rows go on from one to the other, and those of 0 are milestones.`,
    )
  } else if (verdict.areWeeks) {
    columns.setUnit('duration', 'week')
    columns.datesDecide = true
    fileWarnings.push(
      'Durations without a unit are read in weeks, as starts and finishes show; rows go on from one to the other.',
    )
  } else if (verdict.unfit > UNFIT_AT_MOST * verdict.judged) {
    columns.datesDecide = true
    fileWarnings.push(
      `Durations of ${verdict.unfit} of ${verdict.judged} rows do not fit their starts and finishes; rows go on from one to the other.`,
    )
  } else if (columns.tellsEffort || verdict.areWork) {
    columns.datesDecide = true
    fileWarnings.push(
      `Column ${quoted(columns.header('duration'))} tells work; rows with a start and a finish go on from one to the other.`,
    )
  }
  if (verdict.unfit > 0 && !columns.datesDecide)
    fileWarnings.push(
      `Durations of ${verdict.unfit} of ${verdict.judged} rows do not fit their starts and finishes; they are kept, and these rows end on other days.`,
    )
  const nearDay = firstDay(dateCells, decision.resolved, startDate)
  const year = yearOfTitle(table)
  const guessedYear = year === null && nearDay === null ? yearByWeekdays(dateCells, decision.resolved) : 0
  const context: RowContext = {
    columns,
    order: decision.resolved,
    inFractions: saysFractions(sheetRows, columns, fileWarnings),
    countsDaysOff: verdict.countDaysOff,
    nearDay,
    titleDay: nearDay === null ? middleOfYear(year ?? guessedYear) : null,
    yearlessCount: 0,
    markedCount: 0,
    namedCount: 0,
    linksOf: knownLinks(columns.header('predecessors')),
    labels,
    assignees: new AssigneeCells(sheetRows.flatMap((row) => columns.cells(row, 'assignee'))),
    diagnostics,
  }
  const rows = sheetRows.map((row) => readRow(row, context)).filter((row) => row !== null)
  if (context.yearlessCount > 0)
    fileWarnings.push(
      context.titleDay === null
        ? `${context.yearlessCount} dates have no year; the one nearest to the dates before them is taken.`
        : year === null
          ? `${context.yearlessCount} dates have no year, and nothing in the file says one; ${guessedYear} is a guess, a year in which hardly one of them is a day off.`
          : `${context.yearlessCount} dates have no year; ${year} is taken, as ${yearSource(table)} says.`,
    )
  if (context.markedCount > 0)
    fileWarnings.push(`Signs before ${context.markedCount} names, such as - or •, are read as indentation.`)
  if (context.namedCount > 0)
    fileWarnings.push(`${context.namedCount} rows on one day are called milestones by their names, and are.`)
  const plan = buildSheetPlan(rows, {
    name: file.name.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || 'Imported plan',
    format,
    columns,
    calendar,
    startDate,
    limits,
    diagnostics,
    warnFile: (message) => fileWarnings.push(message),
  })
  if (plan.tasks.length === 0 && sheetRows.length > 0)
    throw new ImportRefusal(
      'no_name_column',
      `none of ${sheetRows.length} rows below line ${table.header?.line} has a task name in column ${quoted(columns.header('name'))}`,
    )
  if (table.skippedRowCount > 0) {
    fileWarnings.push(`${table.skippedRowCount} rows past the limit of ${limits.spreadsheetRows} are skipped.`)
  }
  plan.receipt = [...fileWarnings.map(fileEntry), ...diagnostics.entries().toSorted(byRow)]
  const preview = buildPreview({
    fileName: file.name,
    table,
    matches,
    plan,
    diagnostics,
    fileWarnings,
    dateOrder,
    decision,
    dateCells: dateEvidence,
    datePreview: new DatePreview(rowDates, rows, { counter, nearDay: context.titleDay }),
  })
  return {
    plan,
    preview,
    read: { table, columns, context, sheetRows, rows, rowDates, dateEvidence, decision, counter },
  }
}

type SheetFormat = 'csv' | 'xlsx' | 'ods'
type SettledTable = SettledColumns & {
  table: SheetTable
  format: SheetFormat
  startDate: string | undefined
  fileWarnings: string[]
  /** The colours of its cells, in a workbook. */
  fills: (() => CellFills) | null
}

/** The table of a text file, or of the first sheet of a workbook that holds one. */
function settleTable(
  bytes: Uint8Array,
  file: SheetFile,
  options: SpreadsheetOptions,
  limits: ImportLimits,
): SettledTable {
  if (bytes.length > limits.spreadsheetBytes) {
    throw new ImportRefusal(
      'too_large',
      `the file has ${bytes.length} bytes; at most ${limits.spreadsheetBytes} are read`,
    )
  }
  const newTable = () => {
    const table = new SheetTable(limits.spreadsheetRows, options.headerRow ?? null)
    table.fileYear = yearOfName(file.name)
    return table
  }
  const settle = (table: SheetTable, format: SheetFormat, fills: (() => CellFills) | null = null): SettledTable => {
    const notes = chooseHeader(table, { line: options.headerRow ?? null, columnMap: options.columnMap ?? {} })
    const parts = [
      ...leaveOutInstructions(table),
      ...readSideTables(table),
      ...readInnerTables(table),
      ...readSecondRows(table),
      ...readRelations(table),
    ]
    const titled = startOfTitle(table)
    const startDate = titled?.day ?? options.startDate
    const counted = readCountedStarts(table, startDate)
    const ranges = [
      ...parts,
      ...readLevelWords(table),
      ...numberWeeks(table),
      ...counted,
      ...splitRanges(table),
      ...readCharts(table, startDate, fills),
    ]
    if (titled !== null) ranges.push(`The project starts on ${titled.day}, as line ${titled.line} says.`)
    const settled = settleColumns(table, options.columnMap)
    return { ...settled, table, format, startDate, fills, fileWarnings: [...notes, ...ranges, ...settled.warnings] }
  }
  if (file.isText) {
    const table = newTable()
    const notes = readDelimited(bytes, file.name, table)
    const settled = settle(table, 'csv')
    return { ...settled, fileWarnings: [...notes, ...settled.fileWarnings] }
  }
  const book = openBook(bytes, limits.spreadsheetInflatedBytes)
  let refusal: unknown = null
  let planned: SettledTable | null = null
  let named: SettledTable | null = null
  let second: SettledTable | null = null
  for (let index = 0; index < Math.min(book.visible.length, MAX_SHEETS_TRIED); index += 1) {
    try {
      const table = newTable()
      book.fill(index, table)
      const settled = settle(table, book.format, () => book.fillsOf(index))
      if (book.is1904) countFrom1904(settled)
      const found = { ...settled, fileWarnings: [...otherSheets(book, index), ...settled.fileWarnings] }
      if (namesTasks(found) && saysWhen(found)) return found
      if (namesTasks(found) && saysMore(found)) planned ??= found
      if (namesTasks(found)) named ??= found
      second ??= found
    } catch (error) {
      refusal ??= error
      if (!(error instanceof ImportRefusal) || !TABLE_MISSING.has(error.code)) break
    }
  }
  const best = planned ?? named ?? second
  if (best !== null) return best
  throw refusal
}

/** Tables of figures and diaries have headers like those of plans, and numbers or weekdays where tasks have names. */
function namesTasks({ table, columns }: SettledTable): boolean {
  const names = table.rows.map((row) => columns.steppedCell(row, 'name').text.trim())
  return names.length === 0 || names.some((name) => /\p{L}/u.test(name) && !isWeekday(name))
}

/** Says how dates are read that nothing proves: with the day first where their headers are not in English. */
function settleByLanguage(decision: DateOrderDecision, cells: readonly DateCell[]): string {
  const header = [...new Set(cells.map(({ column }) => column))].find(isOtherLanguage)
  if (header === undefined) return 'Dates such as 3/4/2026 are read as month/day/year; nothing in the file proves it.'
  decision.resolved = 'dmy'
  return `Dates such as 3/4/2026 are read as day/month/year, as in the language of ${quoted(header)}; nothing else in the file proves it.`
}

/** Where the columns of dates stand. */
function datePlaces(columns: ColumnSet): (number | undefined)[] {
  return [...DATE_FIELDS.map((field) => columns.index(field)), columns.actual.start, columns.actual.finish]
}

/** Whether a sheet says when or how long its tasks are done, as the plan among the sheets of a workbook does. */
function saysWhen({ columns }: SettledTable): boolean {
  return SAYS_WHEN.some((field) => columns.has(field))
}
const SAYS_WHEN: readonly SheetField[] = ['start', 'finish', 'deadline', 'duration', 'predecessors', 'optimistic']

/** Whether anything beside the names makes a sheet a plan: lists of people and of what there is to choose from have names as well. */
function saysMore({ columns }: SettledTable): boolean {
  return columns.levels.length > 1 || SAYS_MORE.some((field) => columns.has(field))
}
const SAYS_MORE: readonly SheetField[] = [
  'start',
  'finish',
  'duration',
  'deadline',
  'predecessors',
  'percent_complete',
  'assignee',
  'parent',
  'milestone',
  'wbs',
]

/** Bare numbers in date columns mean days from 1904 like the rest of such a workbook. */
function countFrom1904({ table, columns }: SettledTable): void {
  for (const { cells } of table.rows)
    for (const at of datePlaces(columns))
      if (at !== undefined && /^\d{4,5}(\.\d+)?$/.test(cells[at] ?? ''))
        cells[at] = String(Number(cells[at]) + DAYS_TO_1904)
}

/**
 * Columns of which one proves the day first and another the month are each read in their own order: the dates of those with the
 * month first become dates that mean the same in every order.
 */
function settleMixedOrders({ rows }: SheetTable, columns: ColumnSet): string[] {
  const fields = DATE_FIELDS.map((field) => ({ at: columns.index(field), header: columns.header(field) }))
  const found = [
    ...fields,
    { at: columns.actual.start, header: 'actual start' },
    { at: columns.actual.finish, header: 'actual finish' },
  ].flatMap(({ at, header }) => (at === undefined ? [] : [{ at, header, order: provenOrder(filledTexts(rows, at)) }]))
  const turned = found.filter(({ order }) => order === 'mdy')
  if (turned.length === 0 || !found.some(({ order }) => order === 'dmy')) return []
  for (const { at } of turned) {
    for (const { cells } of rows) {
      const day = slashParts(cells[at] ?? '') === null ? null : parseDate(cells[at] ?? '', 'mdy')
      if (day !== null) cells[at] = formatCivilDay(day)
    }
  }
  const named = turned.map(({ header }) => quoted(header)).join(', ')
  return [
    `Dates in ${named} have the month first, those in other columns the day; each column is read in its own order.`,
  ]
}

/** Dates beside start and finish, which show the order of day and month as well. */
function otherDateCells(rows: readonly SheetRow[], columns: ColumnSet): DateCell[] {
  const fields = (['deadline', 'constraint_date', 'scheduled_start'] as const).filter((field) => columns.has(field))
  const places = [
    ...fields.map((field) => ({ at: columns.index(field), column: columns.header(field) })),
    { at: columns.actual.start, column: 'actual start' },
    { at: columns.actual.finish, column: 'actual finish' },
  ]
  const found: DateCell[] = []
  for (const { at, column } of places) {
    if (at === undefined) continue
    for (const { line, cells } of rows) {
      const value = (cells[at] ?? '').trim()
      if (value !== '') found.push({ row: line, column, value })
    }
  }
  return found
}

function saysFractions(rows: readonly SheetRow[], columns: ColumnSet, fileWarnings: string[]): boolean {
  if (!columns.has('percent_complete')) return false
  const inFractions = countsInFractions(filledTexts(rows, columns.index('percent_complete') ?? -1))
  if (inFractions)
    fileWarnings.push(`Column ${columns.header('percent_complete')} counts in fractions; 1 is all of it.`)
  return inFractions
}

function firstDay(cells: readonly DateCell[], order: DateOrder, startDate: string | undefined): number | null {
  for (const { value } of cells) {
    const day = parseDate(value, order)
    if (day !== null) return day
  }
  return startDate === undefined ? null : parseDate(startDate, order)
}

function fileEntry(message: string): ReceiptEntry {
  return { severity: 'warning', code: 'file_note', where: {}, message }
}

/** Entries come row by row, however many passes found them; the last one, which only counts the rest, stays last. */
function byRow(a: ReceiptEntry, b: ReceiptEntry): number {
  return (a.where.row ?? Number.MAX_SAFE_INTEGER) - (b.where.row ?? Number.MAX_SAFE_INTEGER)
}
