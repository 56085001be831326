import { instantText } from '../platform/db/sql.ts'
import type { ImportListEntry, ImportRow } from './import.queries.ts'

export function presentImport(request: ImportRow): object {
  return {
    id: request.id,
    status: request.status,
    filename: request.filename,
    requested_at: instantText(request.requested_at),
    summary: request.summary,
    ...(request.progress_done === null ? {} : { progress: { rows_done: request.progress_done } }),
    error_code: request.error_code,
    error_detail: request.error_detail,
    ...(request.kind === 'spreadsheet'
      ? {
          date_order: request.options.date_order ?? 'auto',
          date_order_confirmed: request.options.date_order !== undefined,
        }
      : {}),
  }
}

export function presentImportEntry(entry: ImportListEntry): object {
  return {
    id: entry.id,
    filename: entry.filename,
    status: entry.status,
    kind: entry.kind,
    creates_project: entry.creates_project,
    requested_at: instantText(entry.requested_at),
    initiated_by: entry.requested_by_id,
    initiated_by_username: entry.username,
    task_count: entry.tasks_created,
    warnings: entry.warnings ?? [],
  }
}
