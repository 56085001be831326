import type { Diagnostics } from '../plan/diagnostics.ts'
import type { ImportedPlan, Severity } from '../plan/imported-plan.ts'
import type { DateOrder } from './cells/parse-date.ts'
import {
  type DateCell,
  type DateOrderDecision,
  type DateOrderSetting,
  resolveDateOrder,
} from './cells/resolve-date-order.ts'
import { FIELD_CHOICES, type FieldChoice } from './columns/header-fields.ts'
import type { ColumnMatch } from './columns/match-columns.ts'
import type { DatePreview, DatePreviewRow, DateReading } from './preview-dates.ts'
import type { SheetTable } from './sheet-table.ts'

const SAMPLE_ROWS = 10
const MAX_CELL_CHARACTERS = 500

export type RowError = { row: number; column: string; code: string; severity: Severity; message: string }

/** What a person sees before a spreadsheet is imported, in the field names of the interface. */
export type SpreadsheetPreview = {
  filename: string
  headers: string[]
  columns: ColumnMatch[]
  /** The first rows as they stand in the file, a text for each header. */
  sample_rows: string[][]
  row_count: number
  truncated_rows: number
  task_count: number
  resource_count: number
  row_errors: RowError[]
  row_error_count: number
  error_count: number
  warning_count: number
  warnings: string[]
  date_order: DateOrderSetting
  date_order_resolved: DateOrder
  /** What the file itself shows, whatever was asked for. */
  date_order_auto: DateOrder
  date_order_ambiguous: boolean
  date_order_evidence: DateOrderDecision['evidence']
  date_order_has_columns: boolean
  /** Both readings of a file that shows neither; else none. */
  date_order_readings: DateReading[]
  values_matched: number
  values_failed: number
  date_preview: DatePreviewRow[]
  available_fields: FieldChoice[]
}

type PreviewParts = {
  fileName: string
  table: SheetTable
  matches: ColumnMatch[]
  plan: ImportedPlan
  diagnostics: Diagnostics
  fileWarnings: string[]
  dateOrder: DateOrderSetting
  decision: DateOrderDecision
  dateCells: readonly DateCell[]
  datePreview: DatePreview
}

/** Puts the preview together from an import that is already made. */
export function buildPreview(parts: PreviewParts): SpreadsheetPreview {
  const { table, matches, plan, diagnostics, decision, datePreview } = parts
  const { errorCount, warningCount } = diagnostics
  return {
    filename: parts.fileName,
    headers: matches.map((match) => match.header),
    columns: matches,
    sample_rows: table.rows.slice(0, SAMPLE_ROWS).map(({ cells }) => sampleRow(cells, matches.length)),
    row_count: table.rows.length,
    truncated_rows: table.skippedRowCount,
    task_count: plan.tasks.length,
    resource_count: plan.resources.length,
    row_errors: rowErrors(plan),
    row_error_count: errorCount + warningCount,
    error_count: errorCount,
    warning_count: warningCount,
    warnings: parts.fileWarnings,
    date_order: parts.dateOrder,
    date_order_resolved: decision.resolved,
    date_order_auto: resolveDateOrder('auto', parts.dateCells).resolved,
    date_order_ambiguous: decision.isAmbiguous,
    date_order_evidence: decision.evidence,
    date_order_has_columns: matches.some((match) => match.field === 'start' || match.field === 'finish'),
    date_order_readings: decision.isAmbiguous ? datePreview.readings() : [],
    ...datePreview.counts(decision.resolved),
    date_preview: datePreview.rows(decision.resolved),
    available_fields: [...FIELD_CHOICES],
  }
}

/** The entries of the receipt that concern a row, in the shape of the interface document. */
export function rowErrors(plan: ImportedPlan): RowError[] {
  return plan.receipt.flatMap(({ severity, code, where, message }) =>
    where.row === undefined ? [] : [{ row: where.row, column: where.field ?? '', code, severity, message }],
  )
}

/** Cells as the file has them, one for each header. */
function sampleRow(cells: readonly string[], columnCount: number): string[] {
  return Array.from({ length: columnCount }, (_, index) => (cells[index] ?? '').trim().slice(0, MAX_CELL_CHARACTERS))
}
