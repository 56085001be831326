import { uploadRoute } from '../accepting/upload-route.ts'
import { canImportPlanFile } from '../import.policy.ts'

export const trackerRoutes = [
  uploadRoute({
    kind: 'tracker',
    path: '/projects/{id}/import/tracker/',
    summary: 'Import an issue tracker’s export (XML or CSV) into a project',
    allow: canImportPlanFile,
  }),
]
