import { projectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { route, type UploadedFile } from '../../platform/http/route.ts'
import { acceptUpload, checkExtension, UPLOAD_REASON } from '../accept-upload.ts'
import { dedupeKeyOf } from '../dedupe.ts'
import { canImportPlanFile } from '../import.policy.ts'
import { acceptedImport } from '../import.schema.ts'

export const trackerRoutes = [
  route({
    method: 'POST',
    path: '/projects/{id}/import/tracker/',
    tag: 'imports',
    summary: 'Import an issue tracker’s XML export into a project',
    scope: projectScope('id'),
    allow: canImportPlanFile,
    upload: {
      field: 'file',
      required: true,
      maxBytes: (ctx: Ctx) => ctx.services.config.trackerImportMaxUploadMb * 1024 * 1024,
    },
    idempotency: { exempt: UPLOAD_REASON },
    status: 202,
    reply: acceptedImport,
    run: async (ctx, { upload: body }) => {
      const file = body?.file as UploadedFile
      checkExtension(file, ['.xml'])
      const request = await acceptUpload(ctx, {
        kind: 'tracker',
        projectId: ctx.scope.projectId,
        createsProject: false,
        file,
        options: {},
        dedupeKey: dedupeKeyOf(body?.fields),
      })
      return { detail: 'The import is queued.', queued: true as const, import_request_id: request.id }
    },
  }),
]
