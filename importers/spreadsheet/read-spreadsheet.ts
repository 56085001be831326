import { standardCalendar, WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { Diagnostics, quoted } from '../plan/diagnostics.ts'
import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import type { ImportedPlan, PlanCalendar, ReceiptEntry } from '../plan/imported-plan.ts'
import { buildPreview, type SpreadsheetPreview } from './build-preview.ts'
import { type DateOrderSetting, resolveDateOrder } from './cells/resolve-date-order.ts'
import { ColumnSet } from './columns/column-set.ts'
import { type ColumnMatch, matchColumns } from './columns/match-columns.ts'
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
  /** Counts working days where the sheet has dates only; Monday to Friday when absent. */
  calendar?: PlanCalendar
  /** Labels that the project has already; their spelling wins. */
  labels?: string[]
  /** The start of a plan without any date. */
  startDate?: string
}

export type SpreadsheetImport = { plan: ImportedPlan; preview: SpreadsheetPreview }

const NAMED_COLUMNS = 20
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
  const { table, fileWarnings } = readTable(bytes, file, limits)
  const header = table.header
  if (header === null) throw new ImportRefusal('no_header', 'the file has no header row')
  const matches = matchColumns(header.cells, options.columnMap)
  const columns = new ColumnSet(matches)
  if (!columns.has('name')) {
    const seen = header.cells.filter((cell) => cell.trim() !== '').slice(0, 10)
    throw new ImportRefusal(
      'no_name_column',
      `no column could be matched to the task name; headers: ${seen.map(quoted).join(', ')}`,
    )
  }
  fileWarnings.push(...columnWarnings(matches))
  const rowDates = gatherRowDates(table, columns)
  const dateCells = dateCellsOf(rowDates, columns)
  const decision = resolveDateOrder(dateOrder, dateCells)
  if (decision.isAmbiguous)
    fileWarnings.push('Dates such as 3/4/2026 are read as month/day/year; nothing in the file proves it.')
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
): { table: SheetTable; fileWarnings: string[] } {
  if (bytes.length > limits.spreadsheetBytes) {
    throw new ImportRefusal(
      'too_large',
      `the file has ${bytes.length} bytes; at most ${limits.spreadsheetBytes} are read`,
    )
  }
  const table = new SheetTable(limits.spreadsheetRows)
  const isWorkbook = file.format === 'xlsx'
  const fileWarnings = isWorkbook
    ? readXlsx(bytes, limits.spreadsheetInflatedBytes, table)
    : readDelimited(bytes, file.name, table)
  return { table, fileWarnings }
}

function columnWarnings(matches: readonly ColumnMatch[]): string[] {
  const repeated = matches.filter((match) => match.confidence === 'duplicate')
  const unused = matches.filter((match) => match.confidence === 'none' && match.field === null && match.header !== '')
  const warnings: string[] = []
  for (const match of matches) {
    if (match.confidence === 'fuzzy') warnings.push(`Column ${quoted(match.header)} is taken for ${match.field}.`)
  }
  if (repeated.length > 0) warnings.push(`Columns that repeat another are not used: ${listHeaders(repeated)}.`)
  if (unused.length > 0) warnings.push(`Columns that are not imported: ${listHeaders(unused)}.`)
  return warnings
}

function listHeaders(matches: readonly ColumnMatch[]): string {
  const named = matches.slice(0, NAMED_COLUMNS).map((match) => quoted(match.header))
  if (matches.length > NAMED_COLUMNS) named.push(`and ${matches.length - NAMED_COLUMNS} more`)
  return named.join(', ')
}

function fileEntry(message: string): ReceiptEntry {
  return { severity: 'warning', code: 'file_note', where: {}, message }
}

/** Entries come row by row, however many passes found them; the last one, which only counts the rest, stays last. */
function byRow(a: ReceiptEntry, b: ReceiptEntry): number {
  return (a.where.row ?? Number.MAX_SAFE_INTEGER) - (b.where.row ?? Number.MAX_SAFE_INTEGER)
}
