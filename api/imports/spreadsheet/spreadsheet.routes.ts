import { z } from 'zod'
import { SPREADSHEET_TEMPLATE } from '../../../importers/spreadsheet/template.ts'
import { projectScope } from '../../access/project-scope.ts'
import { Reply, route } from '../../platform/http/route.ts'
import { newProjectRoute } from '../accepting/new-project-route.ts'
import { checkedFile, fileOf, UPLOAD_REASON, uploadRoute } from '../accepting/upload-route.ts'
import { canImportPlanFile, canImportSpreadsheet } from '../import.policy.ts'
import { presentImport } from '../import.present.ts'
import { loadImport } from '../import.queries.ts'
import { importReply, previewReply, undoReply } from '../import.schema.ts'
import { undoImport } from '../undo-import.ts'
import { previewSpreadsheet } from './preview-spreadsheet.ts'
import { spreadsheetForm, spreadsheetOptions } from './spreadsheet-options.ts'

const kind = 'spreadsheet'

export const spreadsheetRoutes = [
  route({
    method: 'POST',
    path: '/projects/import/csv/preview/',
    tag: 'imports',
    summary: 'Show how a spreadsheet would be read into a project that is still to be made; writes nothing',
    params: z.object({}),
    upload: fileOf(kind, spreadsheetForm),
    idempotency: { exempt: UPLOAD_REASON },
    transaction: false,
    reply: previewReply,
    run: async (ctx, { upload: body }) => {
      const file = checkedFile(kind, body)
      return previewSpreadsheet(ctx, null, file, spreadsheetOptions(body?.fields ?? {}))
    },
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/import/csv/preview/',
    tag: 'imports',
    summary: 'Show how a spreadsheet would be read; writes nothing',
    scope: projectScope('id'),
    allow: canImportSpreadsheet,
    upload: fileOf(kind, spreadsheetForm),
    idempotency: { exempt: UPLOAD_REASON },
    transaction: false,
    reply: previewReply,
    run: async (ctx, { upload: body }) => {
      const file = checkedFile(kind, body)
      return previewSpreadsheet(ctx, ctx.scope.projectId, file, spreadsheetOptions(body?.fields ?? {}))
    },
  }),
  newProjectRoute({
    kind,
    path: '/projects/import/csv/',
    summary: 'Create a project from a spreadsheet',
    form: spreadsheetForm,
    options: spreadsheetOptions,
  }),
  uploadRoute({
    kind,
    path: '/projects/{id}/import/csv/',
    summary: 'Import a spreadsheet',
    allow: canImportSpreadsheet,
    form: spreadsheetForm,
    options: spreadsheetOptions,
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/import/csv/{request_id}/',
    tag: 'imports',
    summary: 'Status and summary of a spreadsheet import',
    scope: projectScope('id'),
    allow: canImportSpreadsheet,
    reply: importReply,
    run: (ctx, { params }) => loadImport(ctx, params.request_id as string, kind),
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
    run: (ctx, { params }) => undoImport(ctx, params.request_id as string, kind),
  }),
  route({
    method: 'GET',
    path: '/import-templates/csv/',
    tag: 'imports',
    summary: 'A spreadsheet that imports without problems',
    produces: ['text/csv'],
    run: async () =>
      new Reply(200, SPREADSHEET_TEMPLATE, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="plan-template.csv"',
      }),
  }),
]
