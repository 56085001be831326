import { standardCalendar, WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { Diagnostics, quoted } from '../plan/diagnostics.ts'
import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import type { ImportedPlan, ReceiptEntry } from '../plan/imported-plan.ts'
import { buildPreview, type SpreadsheetPreview } from './build-preview.ts'
import { AssigneeCells } from './cells/parse-assignees.ts'
import { isSerialDay, isSince1970, middleOfYear } from './cells/parse-date.ts'
import { countsInFractions } from './cells/parse-percent.ts'
import { saysThird } from './cells/parse-period.ts'
import { resolveDateOrder } from './cells/resolve-date-order.ts'
import { turnOfYear } from './cells/turn-of-year.ts'
import { yearByWeekdays } from './cells/year-by-weekdays.ts'
import type { ColumnSet } from './columns/column-set.ts'
import { filledTexts } from './columns/column-texts.ts'
import { settleMonthFirstPoints } from './columns/month-first-points.ts'
import { turnSwallowedDates } from './columns/swallowed-dates.ts'
import { yearOfTitle, yearSource } from './columns/title-year.ts'
import { settleShortYears } from './columns/year-first.ts'
import { keepShapes } from './keep-shapes.ts'
import { DatePreview, dateCellsOf, gatherRowDates } from './preview-dates.ts'
import { arrangeRows, listLines } from './rows/arrange-rows.ts'
import { buildSheetPlan } from './rows/build-sheet-plan.ts'
import { followVerdict } from './rows/judge-durations.ts'
import { LabelCollector } from './rows/label-collector.ts'
import { knownLinks } from './rows/read-links.ts'
import { readRow } from './rows/read-row.ts'
import type { RowContext } from './rows/row-context.ts'
import { readRowMarks } from './rows/row-groups.ts'
import { withSteps } from './rows/step-rows.ts'
import { settleCalendar } from './rows/week-of-dates.ts'
import { type SheetFile, type SpreadsheetOptions, settleTable } from './settle-table.ts'
import { datePlaces, firstDay, otherDateCells, settleMixedOrders, settleOrder } from './sheet-dates.ts'
import type { SheetRow } from './sheet-table.ts'

export type SpreadsheetImport = { plan: ImportedPlan; preview: SpreadsheetPreview }

const DATE_ORDERS: readonly unknown[] = ['auto', 'mdy', 'dmy', 'iso']

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
  const { table, format, matches, columns, startDate, looks, fileWarnings } = settleTable(bytes, file, options, limits)
  if (dateOrder === 'auto')
    fileWarnings.push(
      ...settleMonthFirstPoints(table, datePlaces(columns)),
      ...settleShortYears(table, datePlaces(columns)),
      ...settleMixedOrders(table, columns),
    )
  fileWarnings.push(...turnSwallowedDates(table, columns, { places: datePlaces(columns), setting: dateOrder }))
  const rowDates = gatherRowDates(table, columns)
  const dateCells = dateCellsOf(rowDates, columns)
  const dateEvidence = [...dateCells, ...otherDateCells(table.rows, columns)]
  const decision = resolveDateOrder(dateOrder, dateEvidence)
  if (decision.isAmbiguous)
    fileWarnings.push(
      settleOrder(decision, dateEvidence, {
        rows: table.rows,
        columns,
        counter: new WorkingDayCounter(options.calendar ?? standardCalendar()),
      }),
    )
  if (dateEvidence.some(({ value }) => isSince1970(value)))
    fileWarnings.push('Numbers such as 1773619200000 in date columns are read as moments since 1970, in UTC.')
  if (dateCells.some(({ value }) => isSerialDay(value)))
    fileWarnings.push('Numbers such as 46097 in date columns are read as the serial days of spreadsheet programs.')
  const third = dateEvidence.find(({ value }) => saysThird(value))
  if (third !== undefined)
    fileWarnings.push(`Words such as ${quoted(third.value)} are taken for a third of their month, which is a guess.`)
  const diagnostics = new Diagnostics(limits.maxReceiptEntries)
  const labels = new LabelCollector(options.labels ?? [])
  const arranged = arrangeRows(table, columns, { looks, outline: options.outline })
  const { rows: sheetRows, notes } = readRowMarks(withSteps(arranged.rows, table.steps, columns), table, columns)
  fileWarnings.push(...arranged.notes, ...notes)
  if (table.commentLines.length > 0)
    fileWarnings.push(`Lines that begin with # are comments and not imported: ${listLines(table.commentLines)}.`)
  const {
    calendar,
    counter,
    verdict,
    notes: weekNotes,
  } = settleCalendar(options.calendar, sheetRows, {
    columns,
    order: decision.resolved,
    arePeriods: table.datesArePeriods,
  })
  fileWarnings.push(...weekNotes)
  fileWarnings.push(...followVerdict(verdict, columns))
  const nearDay = firstDay(dateCells, decision.resolved, startDate)
  const year = yearOfTitle(table)
  const guessedYear = year === null && nearDay === null ? yearByWeekdays(dateCells, decision.resolved) : 0
  const titleYear = nearDay === null ? (year ?? guessedYear) : null
  const turnLine = titleYear === null ? null : turnOfYear(dateCells, decision.resolved, titleYear)
  const links = knownLinks(
    columns.header('predecessors'),
    sheetRows.flatMap((row) => columns.cells(row, 'predecessors')),
  )
  fileWarnings.push(...links.notes)
  const context: RowContext = {
    columns,
    order: decision.resolved,
    inFractions: saysFractions(sheetRows, columns, fileWarnings),
    countsDaysOff: verdict.countDaysOff,
    nearDay,
    titleDay: titleYear === null ? null : middleOfYear(titleYear),
    turnLine,
    yearlessCount: 0,
    markedCount: 0,
    namedCount: 0,
    datesArePeriods: table.datesArePeriods,
    linksOf: links.translate,
    labels,
    assignees: new AssigneeCells(sheetRows.flatMap((row) => columns.cells(row, 'assignee'))),
    diagnostics,
  }
  const rows = sheetRows.map((row) => readRow(row, context)).filter((row) => row !== null)
  const [joined] = context.assignees.kept
  if (joined !== undefined)
    fileWarnings.push(`Names such as ${quoted(joined)} are taken for one of people or a firm, and not for two.`)
  if (rows.length < sheetRows.length) {
    // What has no name is named row by row.
    const taskLines = new Set(rows.map(({ line }) => line))
    table.account.settleLines(sheetRows.filter(({ line }) => !taskLines.has(line)))
  }
  fileWarnings.push(...table.account.notes(rows, table.header?.cells.length ?? 0))
  if (context.yearlessCount > 0)
    fileWarnings.push(
      context.titleDay === null
        ? `${context.yearlessCount} dates have no year; the one nearest to the dates before them is taken.`
        : year === null
          ? `${context.yearlessCount} dates have no year, and nothing in the file says one; ${guessedYear} is a guess, a year in which hardly one of them is a day off.`
          : `${context.yearlessCount} dates have no year; ${year} is taken, as ${yearSource(table)} says.`,
    )
  if (context.yearlessCount > 0 && turnLine !== null && titleYear !== null)
    fileWarnings.push(
      `From line ${turnLine} on they are of ${titleYear + 1}, because the rows go on past the end of a year.`,
    )
  if (context.markedCount > 0)
    fileWarnings.push(`Signs before ${context.markedCount} names, such as - or •, are read as indentation.`)
  if (context.namedCount > 0)
    fileWarnings.push(
      `${context.namedCount} rows on one day${table.datesArePeriods ? ' or in one week' : ''} are called milestones by their names, and are.`,
    )
  const plan = buildSheetPlan(rows, {
    name: file.name.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || 'Imported plan',
    format,
    columns,
    outline: options.outline ?? 'auto',
    calendar,
    startDate,
    limits,
    diagnostics,
    said: {
      // Weeks and months begin and end wherever they do.
      daysOff: table.datesArePeriods || (weekNotes.length > 0 && options.calendar !== undefined),
      lengths: verdict.unfit > 0 || verdict.calendarDays > 0,
    },
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

function saysFractions(rows: readonly SheetRow[], columns: ColumnSet, fileWarnings: string[]): boolean {
  if (!columns.has('percent_complete')) return false
  const inFractions = countsInFractions(filledTexts(rows, columns.index('percent_complete') ?? -1))
  if (inFractions)
    fileWarnings.push(`Column ${columns.header('percent_complete')} counts in fractions; 1 is all of it.`)
  return inFractions
}

function fileEntry(message: string): ReceiptEntry {
  return { severity: 'warning', code: 'file_note', where: {}, message }
}

/** Entries come row by row, however many passes found them; the last one, which only counts the rest, stays last. */
function byRow(a: ReceiptEntry, b: ReceiptEntry): number {
  return (a.where.row ?? Number.MAX_SAFE_INTEGER) - (b.where.row ?? Number.MAX_SAFE_INTEGER)
}
