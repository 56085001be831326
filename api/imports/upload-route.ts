import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { type MultipartBody, type Route, route, type UploadedFile } from '../platform/http/route.ts'
import type { Config } from '../platform/settings/config.ts'
import { acceptUpload, checkExtension, type ImportKind, UPLOAD_REASON } from './accept-upload.ts'
import { dedupeKeyOf } from './dedupe.ts'
import { acceptedImport } from './import.schema.ts'

const MEGABYTE = 1024 * 1024

/** A file in a form, at most as large as a setting says. */
export function fileOf(megabytes: (config: Config) => number) {
  return { field: 'file', required: true, maxBytes: (ctx: Ctx) => megabytes(ctx.services.config) * MEGABYTE }
}

/** The file of an upload, refused where its extension is not one of those. */
export function checkedFile(body: MultipartBody | null, extensions: readonly string[]): UploadedFile {
  const file = body?.file as UploadedFile
  checkExtension(file, extensions)
  return file
}

/** A route that takes a file of one kind into a project: stored with its request, read by a job. */
export function uploadRoute(spec: {
  readonly kind: ImportKind
  readonly path: string
  readonly summary: string
  readonly allow: (ctx: Ctx<ProjectScope>) => boolean
  readonly extensions: readonly string[]
  readonly megabytes: (config: Config) => number
  /** What the form says beside the file. */
  readonly options?: (fields: Readonly<Record<string, string>>) => Record<string, unknown>
}): Route {
  return route({
    method: 'POST',
    path: spec.path,
    tag: 'imports',
    summary: spec.summary,
    scope: projectScope('id'),
    allow: spec.allow,
    upload: fileOf(spec.megabytes),
    idempotency: { exempt: UPLOAD_REASON },
    status: 202,
    reply: acceptedImport,
    run: async (ctx, { upload: body }) => {
      const file = checkedFile(body, spec.extensions)
      const request = await acceptUpload(ctx, {
        kind: spec.kind,
        projectId: ctx.scope.projectId,
        createsProject: false,
        file,
        options: spec.options?.(body?.fields ?? {}) ?? {},
        dedupeKey: dedupeKeyOf(body?.fields),
      })
      return { detail: 'The import is queued.', queued: true as const, import_request_id: request.id }
    },
  })
}
