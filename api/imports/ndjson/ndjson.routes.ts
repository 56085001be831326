import { uploadRoute } from '../accepting/upload-route.ts'
import { canImportPlanFile } from '../import.policy.ts'

export const ndjsonRoutes = [
  uploadRoute({
    kind: 'ndjson',
    path: '/projects/{id}/import/ndjson/',
    summary: 'Merge tasks by external id, one JSON object a line, up to 100,000 lines',
    allow: canImportPlanFile,
  }),
]
