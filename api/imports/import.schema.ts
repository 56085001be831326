import { z } from 'zod'
import { DATE_REASONS } from '../../importers/check/file-dates.ts'
import { pageQuery } from '../platform/http/paging.ts'

const receiptEntry = z.object({
  severity: z.enum(['warning', 'error']),
  code: z.string(),
  where: z.looseObject({}),
  message: z.string(),
})

export const rowProblem = z.object({
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
    by_reason: z.record(z.enum(DATE_REASONS), z.int()).optional(),
    tasks: z.array(dateDifference).optional(),
    omitted: z.int().optional(),
  })
  .meta({ id: 'ImportDateCheck' })

/** Summary of a finished import; spreadsheets add their row diagnostics, every import its receipt. */
export const importSummary = z
  .looseObject({
    tasks_created: z.int(),
    dependencies_created: z.int(),
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
    date_check: dateCheck.optional().describe('plan files only: the file’s dates beside the computed ones'),
  })
  .meta({ id: 'ImportSummary' })

export const importStatus = z.enum(['pending', 'dispatched', 'done', 'dead', 'undone'])

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

const column = z.object({ index: z.int(), header: z.string(), field: z.string().nullable(), confidence: z.string() })

export const previewReply = z
  .looseObject({
    filename: z.string(),
    columns: z.array(column),
    sample_rows: z.array(z.looseObject({})),
    task_count: z.int(),
    resource_count: z.int(),
    row_errors: z.array(rowProblem),
    error_count: z.int(),
    warning_count: z.int(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'SpreadsheetPreview' })

export const undoReply = z
  .object({ id: z.guid(), status: importStatus, undo: z.object({ deleted: z.int(), kept: z.int() }) })
  .meta({ id: 'ImportUndo' })
