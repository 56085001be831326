import { standardCalendar, WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { Diagnostics, quoted } from '../plan/diagnostics.ts'
import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import type { ImportedPlan, PlanCalendar, ReceiptEntry } from '../plan/imported-plan.ts'
import { buildPreview, type SpreadsheetPreview } from './build-preview.ts'
import { isSerialDay } from './cells/parse-date.ts'
import { type DateOrderSetting, resolveDateOrder } from './cells/resolve-date-order.ts'
import { chooseHeader } from './columns/choose-header.ts'
import { settleColumns } from './columns/settle-columns.ts'
import { DatePreview, dateCellsOf, gatherRowDates } from './preview-dates.ts'
import { buildSheetPlan } from './rows/build-sheet-plan.ts'
import { LabelCollector } from './rows/label-collector.ts'
import { readRow } from './rows/read-row.ts'
import { SheetTable } from './sheet-table.ts'
import { readDelimited } from './text/read-delimited.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'

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

export type SpreadsheetImport = { plan: ImportedPlan; preview: SpreadsheetPreview }

const DATE_ORDERS: readonly unknown[] = ['auto', 'mdy', 'dmy', 'iso']

/**
 * Reads a spreadsheet into a plan and into what a person wants to see before it is imported. The preview is made from
 * the very plan that an import would write, so the two cannot disagree.
 */
export function readSpreadsheet(
  bytes: Uint8Array,
  file: { name: string; format: 'csv' | 'xlsx' },
  options: SpreadsheetOptions,
  limits: ImportLimits,
): SpreadsheetImport {
  const dateOrder = options.dateOrder ?? 'auto'
  if (!DATE_ORDERS.includes(dateOrder))
    throw new ImportRefusal('bad_option', `date order ${quoted(String(dateOrder))} is not known`)
  const { table, fileWarnings } = readTable(bytes, file, limits, options.headerRow ?? null)
  fileWarnings.push(...chooseHeader(table, { line: options.headerRow ?? null, columnMap: options.columnMap ?? {} }))
  const { matches, columns, warnings } = settleColumns(table, options.columnMap)
  fileWarnings.push(...warnings)
  const rowDates = gatherRowDates(table, columns)
  const dateCells = dateCellsOf(rowDates, columns)
  const decision = resolveDateOrder(dateOrder, dateCells)
  if (decision.isAmbiguous)
    fileWarnings.push('Dates such as 3/4/2026 are read as month/day/year; nothing in the file proves it.')
  if (dateCells.some(({ value }) => isSerialDay(value)))
    fileWarnings.push('Numbers such as 46097 in date columns are read as the serial days of spreadsheet programs.')
  const diagnostics = new Diagnostics(limits.maxReceiptEntries)
  const labels = new LabelCollector(options.labels ?? [])
  const context = { columns, order: decision.resolved, labels, diagnostics }
  const rows = table.rows.map((row, index) => readRow(row, index + 1, context)).filter((row) => row !== null)
  const calendar = options.calendar ?? standardCalendar()
  const plan = buildSheetPlan(rows, {
    name: file.name.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '') || 'Imported plan',
    format: file.format,
    columns,
    calendar,
    startDate: options.startDate,
    limits,
    diagnostics,
    warnFile: (message) => fileWarnings.push(message),
  })
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
    dateCells,
    datePreview: new DatePreview(rowDates, rows, new WorkingDayCounter(calendar)),
  })
  return { plan, preview }
}

function readTable(
  bytes: Uint8Array,
  file: { name: string; format: 'csv' | 'xlsx' },
  limits: ImportLimits,
  headerLine: number | null,
): { table: SheetTable; fileWarnings: string[] } {
  if (bytes.length > limits.spreadsheetBytes) {
    throw new ImportRefusal(
      'too_large',
      `the file has ${bytes.length} bytes; at most ${limits.spreadsheetBytes} are read`,
    )
  }
  const table = new SheetTable(limits.spreadsheetRows, headerLine)
  const isWorkbook = file.format === 'xlsx'
  const fileWarnings = isWorkbook
    ? readXlsx(bytes, limits.spreadsheetInflatedBytes, table)
    : readDelimited(bytes, file.name, table)
  return { table, fileWarnings }
}

function fileEntry(message: string): ReceiptEntry {
  return { severity: 'warning', code: 'file_note', where: {}, message }
}

/** Entries come row by row, however many passes found them; the last one, which only counts the rest, stays last. */
function byRow(a: ReceiptEntry, b: ReceiptEntry): number {
  return (a.where.row ?? Number.MAX_SAFE_INTEGER) - (b.where.row ?? Number.MAX_SAFE_INTEGER)
}
