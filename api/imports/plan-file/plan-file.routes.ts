import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import type { Config } from '../../platform/settings/config.ts'
import { acceptUpload, UPLOAD_REASON } from '../accept-upload.ts'
import { dedupeKeyOf, findSameProjectImport } from '../dedupe.ts'
import { canImportPlanFile } from '../import.policy.ts'
import { acceptedProjectImport } from '../import.schema.ts'
import { checkedFile, fileOf, uploadRoute } from '../upload-route.ts'
import { createProjectForFile } from './create-project-for-file.ts'

export const PLAN_FILE_EXTENSIONS = ['.mpp', '.xml']

const megabytes = (config: Config) => config.planfileMaxUploadMb

export const planFileRoutes = [
  uploadRoute({
    kind: 'plan_file',
    path: '/projects/{id}/import/planfile/',
    summary: 'Import a desktop planner’s file into a project',
    allow: canImportPlanFile,
    extensions: PLAN_FILE_EXTENSIONS,
    megabytes,
  }),
  route({
    method: 'POST',
    path: '/projects/import/planfile/',
    tag: 'imports',
    summary: 'Create a project from a desktop planner’s file',
    params: z.object({}),
    upload: fileOf(megabytes),
    idempotency: { exempt: UPLOAD_REASON },
    status: 202,
    reply: acceptedProjectImport,
    run: async (ctx, { upload: body }) => {
      const file = checkedFile(body, PLAN_FILE_EXTENSIONS)
      const dedupeKey = dedupeKeyOf(body?.fields)
      const known = await findSameProjectImport(ctx, dedupeKey)
      if (known) return { queued: true as const, project_id: known.projectId, import_request_id: known.id }
      const projectId = await createProjectForFile(ctx, file.fileName, body?.fields.program)
      const upload = { kind: 'plan_file' as const, projectId, createsProject: true, file, options: {}, dedupeKey }
      const request = await acceptUpload(ctx, upload)
      return { queued: true as const, project_id: projectId, import_request_id: request.id }
    },
  }),
]
