import { quoted } from '../plan/diagnostics.ts'
import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import type { PlanCalendar } from '../plan/imported-plan.ts'
import type { DateOrderSetting } from './cells/resolve-date-order.ts'
import { isWeekday } from './cells/weekday-names.ts'
import { stackCharts } from './columns/charts-beside.ts'
import { chooseHeader } from './columns/choose-header.ts'
import { codesFromDates } from './columns/codes-as-dates.ts'
import { joinContinuedCharts, movedFills } from './columns/continued-charts.ts'
import { readCountedStarts, startOfTitle } from './columns/counted-starts.ts'
import { readDaysWrittenOnce } from './columns/days-written-once.ts'
import { readDittos } from './columns/ditto-marks.ts'
import { placeOf } from './columns/header-fields.ts'
import type { SheetField } from './columns/header-spellings.ts'
import { readInnerTables } from './columns/inner-tables.ts'
import { leaveOutInstructions } from './columns/instructions.ts'
import { leaveOutHeaderBelow, leaveOutLegend } from './columns/legend-below.ts'
import { headersOfLetters } from './columns/lettered-columns.ts'
import { readLevelWords } from './columns/level-words.ts'
import { placeLinks, readLinkSheet, type SheetLinks } from './columns/link-sheets.ts'
import { readCharts } from './columns/marked-periods.ts'
import { nameTimes } from './columns/named-times.ts'
import { moveNameHeader } from './columns/names-beside.ts'
import { leaveOutNumbersBelow } from './columns/numbers-below.ts'
import { readCroatianOctobers, readOtherCalendars } from './columns/other-calendars.ts'
import { wordOnEvidence } from './columns/plan-evidence.ts'
import { readRelativeDates } from './columns/relative-dates.ts'
import { readRunTogetherDates } from './columns/run-together-dates.ts'
import { alignScale } from './columns/scale-rows.ts'
import { readSecondRows } from './columns/second-rows.ts'
import { type SettledColumns, settleColumns } from './columns/settle-columns.ts'
import { readSideTables } from './columns/side-tables.ts'
import { splitRanges } from './columns/split-ranges.ts'
import { joinSteppedCodes } from './columns/stepped-codes.ts'
import { readStepsBeside } from './columns/steps-beside.ts'
import { leaveOutTablesApart } from './columns/tables-apart.ts'
import { readRelations } from './columns/tracker-columns.ts'
import { readTypedRows } from './columns/typed-rows.ts'
import { unitsOfRows } from './columns/unit-of-rows.ts'
import { numberWeeks, weeksOfTitledYear } from './columns/week-numbers.ts'
import { leaveOutWordsOfTimes } from './columns/words-over-rows.ts'
import { openBook } from './open-book.ts'
import type { OutlineWish } from './outlines.ts'
import { listLines } from './rows/arrange-rows.ts'
import { type CellLooks, NO_LOOKS } from './rows/heads-by-look.ts'
import { whenAsked } from './rows/when-asked.ts'
import { type NamedSheet, otherSheets, sheetsLeft, sheetsToTry } from './sheet-book.ts'
import { datePlaces } from './sheet-dates.ts'
import { joinSheets, reopen } from './sheet-series.ts'
import { type SheetRow, SheetTable } from './sheet-table.ts'
import { readDelimited } from './text/read-delimited.ts'

export type SpreadsheetOptions = {
  /** Header as in the file, or `@C` for the third column -> field name; the empty string leaves the column out. */
  columnMap?: Record<string, string>
  dateOrder?: DateOrderSetting
  /** The line of the header as a spreadsheet shows it, first = 1; found by its content when absent. */
  headerRow?: number
  /** The name of the sheet of a workbook; found by what it holds when absent. */
  sheet?: string
  /** The last line of the plan; what stands below it is not read. */
  lastRow?: number
  /** What tells which rows head others; found by what the sheet holds when absent. */
  outline?: OutlineWish
  /** Counts working days where the sheet has dates only; Monday to Friday when absent. */
  calendar?: PlanCalendar
  /** Labels that the project has already; their spelling wins. */
  labels?: string[]
  /** The start of a plan without any date. */
  startDate?: string
}

export type SheetFile = { name: string; isText: boolean }

const MAX_SHEETS_TRIED = 20
const TABLE_MISSING: ReadonlySet<string> = new Set(['no_header', 'no_name_column'])
/** Days between the first days of the two ways in which workbooks count. */
const DAYS_TO_1904 = 1462

type SheetFormat = 'csv' | 'xlsx' | 'xls' | 'ods'
export type SettledTable = SettledColumns & {
  table: SheetTable
  format: SheetFormat
  startDate: string | undefined
  fileWarnings: string[]
  /** How its cells look, in a workbook. */
  looks: CellLooks
}

/** The table of a text file, or of the first sheet of a workbook that holds one. */
export function settleTable(
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
    const table = new SheetTable(limits.spreadsheetRows, { headerLine: options.headerRow, lastLine: options.lastRow })
    table.fileName = file.name.replace(/^.*[\\/]/, '')
    return table
  }
  const settle = (
    table: SheetTable,
    format: SheetFormat,
    { looks = NO_LOOKS, links = null }: { looks?: CellLooks; links?: SheetLinks | null } = {},
  ): SettledTable => {
    table.openAccount()
    const calendars = [...readOtherCalendars(table), ...readCroatianOctobers(table)]
    nameTimes(table)
    alignScale(table)
    const notes = chooseHeader(table, { line: options.headerRow ?? null, columnMap: options.columnMap ?? {} })
    const columnMap = headersOfLetters(table, options.columnMap ?? {})
    notes.push(...calendars)
    const beside = stackCharts(table)
    const continued = joinContinuedCharts(table)
    notes.push(...beside.notes, ...continued.notes)
    const { fills: cellFills, bold } = looks
    const fills = cellFills === null ? null : whenAsked(() => movedFills(beside.place(cellFills()), continued.moves))
    moveNameHeader(table)
    const numbers = leaveOutNumbersBelow(table)
    if (numbers.length > 0) notes.push(`Lines with numbers and no name are not imported: ${linesOf(numbers)}.`)
    const legend = leaveOutLegend(table)
    if (legend.length > 0) notes.push(`Lines that explain colours or signs are not imported: ${linesOf(legend)}.`)
    const header = leaveOutHeaderBelow(table)
    if (header.length > 0) notes.push(`Line ${linesOf(header)} is the header of the names, and no task.`)
    notes.push(...leaveOutWordsOfTimes(table), ...readDittos(table))
    const parts = [
      ...leaveOutInstructions(table),
      ...readSideTables(table),
      ...readInnerTables(table),
      ...leaveOutTablesApart(table),
      ...readSecondRows(table),
      ...readRelations(table),
      ...codesFromDates(table),
      ...joinSteppedCodes(table),
      ...readRunTogetherDates(table),
      ...readTypedRows(table),
      ...unitsOfRows(table),
      ...placeLinks(table, links),
    ]
    parts.push(...weeksOfTitledYear(table), ...readStepsBeside(table))
    const titled = startOfTitle(table)
    const startDate = titled?.day ?? options.startDate
    const counted = readCountedStarts(table, startDate)
    const before = [
      ...parts,
      ...readLevelWords(table),
      ...numberWeeks(table),
      ...counted,
      ...readRelativeDates(table),
      ...splitRanges(table),
      ...readDaysWrittenOnce(table),
    ]
    const charts = readCharts(table, startDate, fills)
    if (charts.length > 0) charts.push(...readSecondRows(table))
    if (table.namesBesideChart && placeOf(table.header?.cells ?? [], 'start') < 0)
      throw new ImportRefusal(
        'no_name_column',
        `line ${table.header?.line} names times, and nothing below it is a bar, a mark or the name of a task`,
      )
    const ranges = [...before, ...charts]
    if (titled !== null) ranges.push(`The project starts on ${titled.day}, as line ${titled.line} says.`)
    const settled = settleColumns(table, columnMap)
    if (options.headerRow === undefined && charts.length === 0 && !table.namesBesideChart)
      settled.warnings.push(...wordOnEvidence(table, settled))
    return {
      ...settled,
      table,
      format,
      startDate,
      looks: { fills, bold },
      fileWarnings: [...notes, ...ranges, ...settled.warnings],
    }
  }
  if (file.isText) {
    if (options.sheet !== undefined)
      throw new ImportRefusal('bad_option', `a text file has no sheet ${quoted(options.sheet)}`)
    const table = newTable()
    const notes = readDelimited(bytes, file.name, table)
    const settled = settle(table, 'csv')
    return { ...settled, fileWarnings: [...notes, ...settled.fileWarnings] }
  }
  const book = openBook(bytes, limits.spreadsheetInflatedBytes)
  const links = readLinkSheet(book, newTable)
  const first = firstPlan(sheetsToTry(book, options.sheet).slice(0, MAX_SHEETS_TRIED), (sheet) => {
    const table = newTable()
    book.fill(sheet, table)
    const settled = settle(table, book.format, {
      looks: { fills: () => book.fillsOf(sheet), bold: (column) => book.boldOf(sheet, column) },
      links,
    })
    if (book.is1904) countFrom1904(settled)
    const others = otherSheets(book, sheet, table.linksFrom)
    return { ...settled, fileWarnings: [...others, ...settled.fileWarnings] }
  })
  const isAsked = [options.sheet, options.headerRow, options.lastRow].some((wish) => wish !== undefined)
  const series = isAsked
    ? null
    : joinSheets(book, { sheet: first.sheet, rowCount: first.found.table.rows.length }, newTable)
  if (series === null) return first.found
  try {
    const { table, looks, sheets, notes } = series
    const settled = settle(table, book.format, { looks, links })
    if (book.is1904) countFrom1904(settled)
    const others = sheetsLeft(book, sheets, table.linksFrom)
    const found = { ...settled, fileWarnings: [...notes, ...others, ...settled.fileWarnings] }
    if (countNames(found) > countNames(first.found)) return found
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error
  }
  reopen(book, first.sheet, newTable)
  return first.found
}

/** The first sheet that says when its tasks are done, else the first that says more of them or names them at all. */
function firstPlan(
  sheets: readonly NamedSheet[],
  read: (sheet: NamedSheet) => SettledTable,
): { sheet: NamedSheet; found: SettledTable } {
  type Found = { sheet: NamedSheet; found: SettledTable }
  let refusal: unknown = null
  let [dated, planned, named, second, unfilled]: (Found | null)[] = [null, null, null, null, null]
  for (const sheet of sheets) {
    try {
      const one = { sheet, found: read(sheet) }
      const { found } = one
      if (saysWhen(found) && isUnfilled(found)) {
        unfilled ??= one
        continue
      }
      if (namesTasks(found) && saysWhen(found)) {
        // Days to keep in mind are a list beside the plan.
        if (saysHowLong(found)) return isBetter(found, dated?.found ?? null) ? one : (dated ?? one)
        dated ??= one
      }
      if (namesTasks(found) && saysMore(found)) planned ??= one
      if (namesTasks(found)) named ??= one
      second ??= one
    } catch (error) {
      refusal ??= error
      if (!(error instanceof ImportRefusal) || !TABLE_MISSING.has(error.code)) break
    }
  }
  const best = dated ?? unfilled ?? planned ?? named ?? second
  if (best != null) return best
  throw refusal
}

const linesOf = (rows: readonly SheetRow[]) => listLines(rows.map(({ line }) => line))

/** Tables of figures and diaries have headers like those of plans, and numbers or weekdays where tasks have names. */
function namesTasks({ table, columns }: SettledTable): boolean {
  const names = table.rows.map((row) => columns.steppedCell(row, 'name').text.trim())
  return names.length === 0 || names.some((name) => /\p{L}/u.test(name) && !isWeekday(name))
}

/**
 * A form that people copy to another sheet before they fill it in: headers that say when and no task below them, or numbered lines
 * of which hardly any has a name, and none that has one says when.
 */
function isUnfilled({ table, columns }: SettledTable): boolean {
  const isNamed = (row: SheetRow) => columns.steppedCell(row, 'name').text.trim() !== ''
  const isTimed = (row: SheetRow) =>
    SAYS_WHEN.some((field) => columns.cells(row, field).some((cell) => /[1-9]/.test(cell)))
  const named = table.rows.filter(isNamed)
  return named.length <= table.rows.length * HARDLY && !named.some(isTimed)
}
const HARDLY = 0.3

/** Whether a sheet says when or how long its tasks are done, as the plan among the sheets of a workbook does. */
function saysWhen({ columns }: SettledTable): boolean {
  return SAYS_WHEN.some((field) => columns.has(field))
}
/** Whether a sheet has more than the days by which things are due. */
function saysHowLong({ columns }: SettledTable): boolean {
  return SAYS_WHEN.some((field) => field !== 'finish' && field !== 'deadline' && columns.has(field))
}

/** A sheet of days alone before the plan gives way to it where that has starts, and as many rows. */
function isBetter(found: SettledTable, dated: SettledTable | null): boolean {
  if (dated === null) return true
  return found.columns.has('start') && countNames(found) >= countNames(dated)
}

const countNames = ({ table, columns }: SettledTable) =>
  table.rows.filter((row) => columns.steppedCell(row, 'name').text.trim() !== '').length

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
