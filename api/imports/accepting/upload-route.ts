import { z } from 'zod'
import { type ProjectScope, projectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError } from '../../platform/errors.ts'
import { type MultipartBody, type Route, route, type UploadedFile, type UploadSpec } from '../../platform/http/route.ts'
import { acceptedImport } from '../import.schema.ts'
import { type ImportKind, importFacts } from '../import-kinds.ts'
import { acceptUpload } from './accept-upload.ts'
import { dedupeField, dedupeKeyOf } from './dedupe.ts'
import { repeatField, repeatOption } from './repeats.ts'

export const UPLOAD_REASON = 'uploads carry their own request tracking; multipart bodies rarely match on retry'

const MEGABYTE = 1024 * 1024

/** The file of a form, at most as large as its kind may be, and what the form may say beside it. */
export function fileOf(kind: ImportKind, form: z.ZodRawShape): UploadSpec {
  const { megabytes } = importFacts(kind)
  const maxBytes = (ctx: Ctx) => megabytes(ctx.services.config) * MEGABYTE
  return { field: 'file', required: true, fields: z.object(form), maxBytes }
}

/** The file of an upload, refused by its extension before its bytes are looked at. */
export function checkedFile(kind: ImportKind, body: MultipartBody | null): UploadedFile {
  const file = body?.file as UploadedFile
  const { extensions } = importFacts(kind)
  const extension = /\.[^.]+$/.exec(file.fileName.toLowerCase())?.[0] ?? ''
  if (!extensions.includes(extension))
    throw fieldError('file', `Unsupported file type "${extension}"; send one of ${extensions.join(', ')}.`)
  return file
}

/** A route that takes a file of one kind into a project: stored with its request, read by a job. */
export function uploadRoute(spec: {
  readonly kind: ImportKind
  readonly path: string
  readonly summary: string
  readonly allow: (ctx: Ctx<ProjectScope>) => boolean
  /** What the form may say beside the file, and how that is read. */
  readonly form?: z.ZodRawShape
  readonly options?: (fields: Readonly<Record<string, string>>) => Record<string, unknown>
}): Route {
  const { kind } = spec
  return route({
    method: 'POST',
    path: spec.path,
    tag: 'imports',
    summary: spec.summary,
    scope: projectScope('id'),
    allow: spec.allow,
    upload: fileOf(kind, { ...spec.form, dedupe_key: dedupeField, on_repeat: repeatField }),
    idempotency: { exempt: UPLOAD_REASON },
    status: 202,
    reply: acceptedImport,
    run: async (ctx, { upload: body }) => {
      const file = checkedFile(kind, body)
      const importId = await acceptUpload(ctx, {
        kind,
        projectId: ctx.scope.projectId,
        createsProject: false,
        file,
        options: { ...spec.options?.(body?.fields ?? {}), ...repeatOption(body?.fields ?? {}) },
        dedupeKey: dedupeKeyOf(body?.fields),
      })
      return { detail: 'The import is queued.', queued: true as const, import_request_id: importId }
    },
  })
}
