import { projectScope } from '../../access/project-scope.ts'
import { route, type UploadedFile } from '../../platform/http/route.ts'
import { acceptUpload, checkExtension, UPLOAD_REASON } from '../accept-upload.ts'
import { dedupeKeyOf } from '../dedupe.ts'
import { canImportPlanFile } from '../import.policy.ts'
import { acceptedImport } from '../import.schema.ts'

const MAX_UPLOAD_BYTES = 100 * 1024 * 1024

export const ndjsonRoutes = [
  route({
    method: 'POST',
    path: '/projects/{id}/import/ndjson/',
    tag: 'imports',
    summary: 'Merge tasks by external id, one JSON object a line, up to 100,000 lines',
    scope: projectScope('id'),
    allow: canImportPlanFile,
    upload: { field: 'file', required: true, maxBytes: () => MAX_UPLOAD_BYTES },
    idempotency: { exempt: UPLOAD_REASON },
    status: 202,
    reply: acceptedImport,
    run: async (ctx, { upload: body }) => {
      const file = body?.file as UploadedFile
      checkExtension(file, ['.ndjson', '.jsonl'])
      const request = await acceptUpload(ctx, {
        kind: 'ndjson',
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
