import { formatDay } from '../plan/civil-date.ts'
import type { Diagnostics } from '../plan/diagnostics.ts'
import type { ImportedPlan, Severity } from '../plan/imported-plan.ts'
import { type DateOrder, parseDate, slashParts } from './cells/parse-date.ts'
import type { DateCell, DateOrderDecision, DateOrderSetting } from './cells/resolve-date-order.ts'
import { SHEET_FIELDS } from './columns/header-fields.ts'
import type { ColumnMatch } from './columns/match-columns.ts'
import type { ParsedRow } from './rows/read-row.ts'
import type { SheetTable } from './sheet-table.ts'

const SAMPLE_ROWS = 10
const SAMPLE_DATES = 5

export type RowError = { row: number; column: string; code: string; severity: Severity; message: string }

export type SampleRow = {
  row: number
  id: string
  wbs: string
  name: string
  parent: string | null
  duration: number
  start: string | null
  finish: string | null
  percent_complete: number
  assignees: string[]
  predecessors: string[]
  milestone: boolean
  notes: string
  labels: string[]
}

/** What a person sees before a spreadsheet is imported, in the field names of the interface. */
export type SpreadsheetPreview = {
  filename: string
  headers: string[]
  columns: ColumnMatch[]
  sample_rows: SampleRow[]
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
  date_order_auto: boolean
  date_order_ambiguous: boolean
  date_order_evidence: DateOrderDecision['evidence']
  date_order_has_columns: boolean
  date_order_readings: { value: string; mdy: string | null; dmy: string | null } | null
  values_matched: number
  values_failed: number
  date_preview: (DateCell & { date: string | null })[]
  available_fields: string[]
}

type PreviewParts = {
  fileName: string
  table: SheetTable
  matches: ColumnMatch[]
  rows: readonly ParsedRow[]
  plan: ImportedPlan
  diagnostics: Diagnostics
  fileWarnings: string[]
  dateOrder: DateOrderSetting
  decision: DateOrderDecision
  dateCells: readonly DateCell[]
}

/** Puts the preview together from an import that is already made. */
export function buildPreview(parts: PreviewParts): SpreadsheetPreview {
  const { table, matches, rows, plan, diagnostics, decision, dateCells } = parts
  const { errorCount, warningCount } = diagnostics
  return {
    filename: parts.fileName,
    headers: matches.map((match) => match.header),
    columns: matches,
    sample_rows: rows.slice(0, SAMPLE_ROWS).map((row, index) => sampleRow(row, index, plan)),
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
    date_order_auto: parts.dateOrder === 'auto',
    date_order_ambiguous: decision.isAmbiguous,
    date_order_evidence: decision.evidence,
    date_order_has_columns: matches.some((match) => match.field === 'start' || match.field === 'finish'),
    date_order_readings: decision.isAmbiguous ? bothReadings(dateCells) : null,
    ...dateCounts(dateCells, decision.resolved),
    available_fields: [...SHEET_FIELDS],
  }
}

/** The entries of the receipt that concern a row, in the shape of the interface document. */
export function rowErrors(plan: ImportedPlan): RowError[] {
  return plan.receipt.flatMap(({ severity, code, where, message }) =>
    where.row === undefined ? [] : [{ row: where.row, column: where.field ?? '', code, severity, message }],
  )
}

function sampleRow(row: ParsedRow, index: number, plan: ImportedPlan): SampleRow {
  const task = plan.tasks[index]
  return {
    row: row.line,
    id: row.id,
    wbs: row.wbs,
    name: row.name,
    parent: task?.parent ?? null,
    duration: task?.duration ?? 0,
    start: row.startDay === null ? null : formatDay(row.startDay),
    finish: row.finishDay === null ? null : formatDay(row.finishDay),
    percent_complete: row.percent ?? 0,
    assignees: row.assignees,
    predecessors: row.predecessors.map((predecessor) => predecessor.text),
    milestone: task?.is_milestone ?? false,
    notes: row.notes,
    labels: row.labels,
  }
}

function bothReadings(cells: readonly DateCell[]): SpreadsheetPreview['date_order_readings'] {
  const cell = cells.find((candidate) => slashParts(candidate.value) !== null)
  if (cell === undefined) return null
  return { value: cell.value, mdy: dateText(cell.value, 'mdy'), dmy: dateText(cell.value, 'dmy') }
}

function dateCounts(cells: readonly DateCell[], order: DateOrder) {
  const dates = cells.map((cell) => dateText(cell.value, order))
  const failed = dates.filter((date) => date === null).length
  return {
    values_matched: dates.length - failed,
    values_failed: failed,
    date_preview: cells.slice(0, SAMPLE_DATES).map((cell, index) => ({ ...cell, date: dates[index] ?? null })),
  }
}

function dateText(value: string, order: DateOrder): string | null {
  const day = parseDate(value, order)
  return day === null ? null : formatDay(day)
}
