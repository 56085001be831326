import { projectScope } from '../access/project-scope.ts'
import { LARGE_LIST, pageOf, pageRequest, presentPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { presentImportEntry } from './import.present.ts'
import { pageImports } from './import.queries.ts'
import { importListQuery, importListRow } from './import.schema.ts'
import { planFileRoutes } from './plan-file/plan-file.routes.ts'
import { spreadsheetRoutes } from './spreadsheet/spreadsheet.routes.ts'
import { trackerRoutes } from './tracker/tracker.routes.ts'

const IMPORT_LIST = { ...LARGE_LIST, maxSize: 200 }

export const importRoutes = [
  ...planFileRoutes,
  ...spreadsheetRoutes,
  ...trackerRoutes,
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
]
