import { z } from 'zod'
import { projectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { route, type UploadedFile } from '../../platform/http/route.ts'
import { acceptUpload, checkExtension, UPLOAD_REASON } from '../accept-upload.ts'
import { dedupeKeyOf, findSameProjectImport } from '../dedupe.ts'
import { canImportPlanFile } from '../import.policy.ts'
import { acceptedImport, acceptedProjectImport } from '../import.schema.ts'
import { createProjectForFile } from './create-project-for-file.ts'

export const PLAN_FILE_EXTENSIONS = ['.mpp', '.xml']

const upload = {
  field: 'file',
  required: true,
  maxBytes: (ctx: Ctx) => ctx.services.config.planfileMaxUploadMb * 1024 * 1024,
}

export const planFileRoutes = [
  route({
    method: 'POST',
    path: '/projects/{id}/import/planfile/',
    tag: 'imports',
    summary: 'Import a desktop planner’s file into a project',
    scope: projectScope('id'),
    allow: canImportPlanFile,
    upload,
    idempotency: { exempt: UPLOAD_REASON },
    status: 202,
    reply: acceptedImport,
    run: async (ctx, { upload: body }) => {
      const file = body?.file as UploadedFile
      checkExtension(file, PLAN_FILE_EXTENSIONS)
      const request = await acceptUpload(ctx, {
        kind: 'plan_file',
        projectId: ctx.scope.projectId,
        createsProject: false,
        file,
        options: {},
        dedupeKey: dedupeKeyOf(body?.fields),
      })
      return { detail: 'The import is queued.', queued: true as const, import_request_id: request.id }
    },
  }),
  route({
    method: 'POST',
    path: '/projects/import/planfile/',
    tag: 'imports',
    summary: 'Create a project from a desktop planner’s file',
    params: z.object({}),
    upload,
    idempotency: { exempt: UPLOAD_REASON },
    status: 202,
    reply: acceptedProjectImport,
    run: async (ctx, { upload: body }) => {
      const file = body?.file as UploadedFile
      checkExtension(file, PLAN_FILE_EXTENSIONS)
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
