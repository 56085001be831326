import { projectScope } from '../access/project-scope.ts'
import { LARGE_LIST, pageOf, pageRequest, presentPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { canImportPlanFile, canImportSpreadsheet } from './import.policy.ts'
import { presentImport, presentImportEntry } from './import.present.ts'
import { loadImport, pageImports } from './import.queries.ts'
import { importListQuery, importListRow, importReply, undoReply } from './import.schema.ts'
import { ndjsonRoutes } from './ndjson/ndjson.routes.ts'
import { planFileRoutes } from './plan-file/plan-file.routes.ts'
import { seedRoutes } from './seed/seed.routes.ts'
import { spreadsheetRoutes } from './spreadsheet/spreadsheet.routes.ts'
import { trackerRoutes } from './tracker/tracker.routes.ts'
import { undoImport } from './undo-import.ts'

const IMPORT_LIST = { ...LARGE_LIST, maxSize: 200 }

export const importRoutes = [
  ...planFileRoutes,
  ...spreadsheetRoutes,
  ...trackerRoutes,
  ...ndjsonRoutes,
  ...seedRoutes,
  route({
    method: 'GET',
    path: '/projects/{id}/imports/',
    tag: 'imports',
    summary: 'What was imported into the project',
    scope: projectScope('id'),
    query: importListQuery,
    reply: pageOf(importListRow),
    run: async (ctx, { query }) => {
      const page = await pageImports(ctx, pageRequest(query, IMPORT_LIST))
      const results = page.results.map(presentImportEntry)
      return presentPage({ ...page, results }, ctx.services.config, `/projects/${ctx.scope.projectId}/imports/`, query)
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/imports/{request_id}/',
    tag: 'imports',
    summary: 'Status of an import with its summary, receipt and date check',
    scope: projectScope('id'),
    allow: canImportSpreadsheet,
    reply: importReply,
    run: (ctx, { params }) => loadImport(ctx, params.request_id as string),
    present: presentImport,
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/imports/{request_id}/undo/',
    tag: 'imports',
    summary: 'Take back an import of any kind; rows a person edited since stay',
    scope: projectScope('id'),
    allow: canImportPlanFile,
    reply: undoReply,
    run: (ctx, { params }) => undoImport(ctx, params.request_id as string),
  }),
]
