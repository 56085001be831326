import { z } from 'zod'
import { DATE_REASONS } from '../../importers/check/date-reasons.ts'
import { pageQuery } from '../platform/http/paging.ts'

const receiptEntry = z.object({
  severity: z.enum(['warning', 'error']),
  code: z.string(),
  where: z.looseObject({}),
  message: z.string(),
})

const receiptGroup = z
  .object({
    code: z.string(),
    severity: z.enum(['warning', 'error']),
    count: z.int(),
    title: z.string(),
    remedy: z.string().nullable(),
    examples: z.array(
      z.object({ row: z.int().optional(), uid: z.int().optional(), name: z.string().nullable(), message: z.string() }),
    ),
  })
  .meta({ id: 'ImportReceiptGroup' })

const rowProblem = z.object({
  row: z.int().nullable(),
  column: z.string().nullable(),
  code: z.string(),
  severity: z.enum(['warning', 'error']),
  message: z.string(),
})

const dateDifference = z.object({
  task: z.string(),
  uid: z.int().nullable(),
  name: z.string(),
  file_start: z.string(),
  file_finish: z.string(),
  start: z.string(),
  finish: z.string(),
  start_days: z.int(),
  finish_days: z.int(),
  reason: z.enum(DATE_REASONS),
  inherited_from: z.string().nullable(),
})

/** The file's dates beside ours; `pending` until the first schedule after the import is computed. */
const dateCheck = z
  .object({
    status: z.enum(['pending', 'unavailable', 'done']),
    detail: z.string().optional(),
    compared: z.int().optional(),
    equal: z.int().optional(),
    differing: z.int().optional(),
    unscheduled: z.int().optional(),
    by_reason: z.partialRecord(z.enum(DATE_REASONS), z.int()).optional(),
    tasks: z.array(dateDifference).optional(),
    omitted: z.int().optional(),
    without_data_date: z
      .literal(true)
      .optional()
      .describe(
        'the project has no data date: its stored dates hold unstarted work at today, those compared here do not',
      ),
  })
  .meta({ id: 'ImportDateCheck' })

/** Summary of a finished import; spreadsheets add their row diagnostics, every import its receipt. */
const importSummary = z
  .looseObject({
    tasks_created: z.int(),
    dependencies_created: z.int(),
    baselines_created: z.int().optional(),
    project_start_date: z.string().nullable(),
    project_start_shifted: z.boolean(),
    calendar_name: z.string().nullable(),
    calendar_created: z.boolean(),
    calendar_matched: z.boolean(),
    resources_matched: z.int().optional(),
    resources_created: z.int().optional(),
    assignments_created: z.int().optional(),
    labels_matched: z.int().optional(),
    labels_created: z.int().optional(),
    label_assignments_created: z.int().optional(),
    warnings: z.array(z.string()),
    receipt: z.array(receiptEntry),
    receipt_groups: z.array(receiptGroup).optional().describe('the receipt by kind, with names and what to do'),
    date_check: dateCheck.optional().describe('plan files only: the file’s dates beside the computed ones'),
  })
  .meta({ id: 'ImportSummary' })

export const IMPORT_STATUSES = ['pending', 'dispatched', 'done', 'dead', 'undone'] as const
const importStatus = z.enum(IMPORT_STATUSES)

export const acceptedImport = z
  .object({ detail: z.string(), queued: z.literal(true), import_request_id: z.guid() })
  .meta({ id: 'AcceptedImport' })

export const acceptedProjectImport = z
  .object({ queued: z.literal(true), project_id: z.guid(), import_request_id: z.guid() })
  .meta({ id: 'AcceptedProjectImport' })

export const importReply = z
  .object({
    id: z.guid(),
    status: importStatus,
    filename: z.string(),
    requested_at: z.string(),
    summary: importSummary.nullable(),
    progress: z.object({ rows_done: z.int() }).optional().describe('rows written so far, where they are counted'),
    error_code: z.string().nullable(),
    error_detail: z.string().nullable(),
    date_order: z.string().optional().describe('spreadsheets only: how ambiguous dates are read'),
    date_order_confirmed: z.boolean().optional().describe('spreadsheets only: whether the caller chose the order'),
  })
  .meta({ id: 'ImportRequest' })

export const importListQuery = z.object(pageQuery)

export const importListRow = z
  .object({
    id: z.guid(),
    filename: z.string(),
    status: importStatus,
    kind: z.string(),
    creates_project: z.boolean(),
    requested_at: z.string(),
    initiated_by: z.guid().nullable(),
    initiated_by_username: z.string().nullable(),
    task_count: z.int().nullable(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ImportListRow' })

const dateOrder = z.enum(['iso', 'mdy', 'dmy'])
const day = z.string().nullable().meta({ format: 'date' })

const previewColumn = z.object({
  index: z.int(),
  header: z.string(),
  field: z.string().nullable(),
  confidence: z.enum(['exact', 'fuzzy', 'override', 'duplicate', 'none']),
})

const dateReading = z.object({
  order: dateOrder,
  sample_row: z.int().nullable(),
  sample_name: z.string(),
  sample_raw_start: z.string(),
  start: day,
  finish: day,
  duration_days: z.int().nullable(),
  values_matched: z.int(),
  values_failed: z.int(),
  rows_unparseable: z.int(),
})

const datePreviewRow = z.object({
  row: z.int(),
  name: z.string(),
  raw_start: z.string(),
  raw_finish: z.string(),
  start: day,
  finish: day,
  duration_days: z.int().nullable().describe('working days'),
  unreadable: z.boolean(),
})

export const previewReply = z
  .object({
    filename: z.string(),
    headers: z.array(z.string()),
    columns: z.array(previewColumn),
    sample_rows: z.array(z.array(z.string())).describe('the first ten rows as the file has them, a text a header'),
    row_count: z.int(),
    truncated_rows: z.int(),
    task_count: z.int(),
    resource_count: z.int(),
    row_errors: z.array(rowProblem),
    row_error_count: z.int(),
    error_count: z.int(),
    warning_count: z.int(),
    warnings: z.array(z.string()),
    date_order: z.enum(['auto', 'iso', 'mdy', 'dmy']).describe('what was asked for'),
    date_order_resolved: dateOrder.describe('what is used'),
    date_order_auto: dateOrder.describe('what the file itself shows'),
    date_order_ambiguous: z.boolean(),
    date_order_evidence: z
      .object({ row: z.int(), column: z.string(), value: z.string(), reason: z.string() })
      .nullable(),
    date_order_has_columns: z.boolean(),
    date_order_readings: z.array(dateReading).describe('both readings of a file that shows neither'),
    values_matched: z.int(),
    values_failed: z.int(),
    date_preview: z.array(datePreviewRow),
    available_fields: z.array(
      z.object({ field: z.string(), label: z.string(), required: z.boolean(), multi: z.boolean() }),
    ),
  })
  .meta({ id: 'SpreadsheetPreview' })

export const undoReply = z
  .object({ id: z.guid(), status: importStatus, undo: z.object({ deleted: z.int(), kept: z.int() }) })
  .meta({ id: 'ImportUndo' })
