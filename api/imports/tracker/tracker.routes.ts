import { canImportPlanFile } from '../import.policy.ts'
import { uploadRoute } from '../upload-route.ts'

export const trackerRoutes = [
  uploadRoute({
    kind: 'tracker',
    path: '/projects/{id}/import/tracker/',
    summary: 'Import an issue tracker’s XML export into a project',
    allow: canImportPlanFile,
  }),
]
