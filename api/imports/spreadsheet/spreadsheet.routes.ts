import { SPREADSHEET_TEMPLATE } from '../../../importers/spreadsheet/template.ts'
import { projectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { Reply, route, type UploadedFile } from '../../platform/http/route.ts'
import { acceptUpload, checkExtension, UPLOAD_REASON } from '../accept-upload.ts'
import { dedupeKeyOf } from '../dedupe.ts'
import { canImportPlanFile, canImportSpreadsheet } from '../import.policy.ts'
import { presentImport } from '../import.present.ts'
import { loadImport } from '../import.queries.ts'
import { acceptedImport, importReply, previewReply, undoReply } from '../import.schema.ts'
import { undoImport } from '../undo-import.ts'
import { previewSpreadsheet } from './preview-spreadsheet.ts'
import { spreadsheetOptions } from './spreadsheet-options.ts'

export const SPREADSHEET_EXTENSIONS = ['.csv', '.tsv', '.txt', '.xlsx', '.xlsm']

const upload = {
  field: 'file',
  required: true,
  maxBytes: (ctx: Ctx) => ctx.services.config.csvImportMaxUploadMb * 1024 * 1024,
}

export const spreadsheetRoutes = [
  route({
    method: 'POST',
    path: '/projects/{id}/import/csv/preview/',
    tag: 'imports',
    summary: 'Show how a spreadsheet would be read; writes nothing',
    scope: projectScope('id'),
    allow: canImportSpreadsheet,
    upload,
    idempotency: { exempt: UPLOAD_REASON },
    transaction: false,
    reply: previewReply,
    run: async (ctx, { upload: body }) => {
      const file = body?.file as UploadedFile
      checkExtension(file, SPREADSHEET_EXTENSIONS)
      return previewSpreadsheet(ctx, file, spreadsheetOptions(body?.fields ?? {}))
    },
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/import/csv/',
    tag: 'imports',
    summary: 'Import a spreadsheet',
    scope: projectScope('id'),
    allow: canImportSpreadsheet,
    upload,
    idempotency: { exempt: UPLOAD_REASON },
    status: 202,
    reply: acceptedImport,
    run: async (ctx, { upload: body }) => {
      const file = body?.file as UploadedFile
      checkExtension(file, SPREADSHEET_EXTENSIONS)
      const options = spreadsheetOptions(body?.fields ?? {})
      const request = await acceptUpload(ctx, {
        kind: 'spreadsheet',
        projectId: ctx.scope.projectId,
        createsProject: false,
        file,
        options,
        dedupeKey: dedupeKeyOf(body?.fields),
      })
      return { detail: 'The import is queued.', queued: true as const, import_request_id: request.id }
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/import/csv/{request_id}/',
    tag: 'imports',
    summary: 'Status and summary of a spreadsheet import',
    scope: projectScope('id'),
    allow: canImportSpreadsheet,
    reply: importReply,
    run: (ctx, { params }) => loadImport(ctx, params.request_id as string, 'spreadsheet'),
    present: presentImport,
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/import/csv/{request_id}/undo/',
    tag: 'imports',
    summary: 'Take back a spreadsheet import; rows a person edited since stay',
    scope: projectScope('id'),
    allow: canImportPlanFile,
    reply: undoReply,
    run: (ctx, { params }) => undoImport(ctx, params.request_id as string),
  }),
  route({
    method: 'GET',
    path: '/import-templates/csv/',
    tag: 'imports',
    summary: 'A spreadsheet that imports without problems',
    run: async () =>
      new Reply(200, SPREADSHEET_TEMPLATE, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="plan-template.csv"',
      }),
  }),
]
