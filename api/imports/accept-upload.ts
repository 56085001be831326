import { readFile } from 'node:fs/promises'
import { actorId, type Ctx } from '../platform/context.ts'
import { fieldError } from '../platform/errors.ts'
import type { UploadedFile } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { runImport } from './import.jobs.ts'
import { ImportRequest } from './import-request.entity.ts'

/** What a request holds; the reader refuses a file of another kind. */
export type ImportKind = 'spreadsheet' | 'plan_file' | 'tracker'

export const UPLOAD_REASON = 'uploads carry their own request tracking; multipart bodies rarely match on retry'

/**
 * Stores an upload with its request before any work starts, so that a lost process loses nothing, and enqueues the
 * reading. The bytes live in the row until the import ends.
 */
export async function acceptUpload(
  ctx: Ctx<unknown>,
  input: {
    kind: ImportKind
    projectId: string
    createsProject: boolean
    file: UploadedFile
    options: Record<string, unknown>
  },
): Promise<ImportRequest> {
  const request = ctx.em.create(ImportRequest, {
    id: newId(),
    kind: input.kind,
    projectId: input.projectId,
    createsProject: input.createsProject,
    requestedById: actorId(ctx),
    filename: input.file.fileName,
    options: input.options,
    content: await readFile(input.file.path),
    status: 'pending',
    requestedAt: ctx.services.clock.now(),
  })
  await ctx.em.flush()
  enqueue(ctx, runImport, { requestId: request.id })
  return request
}

/** Refuses a file by its extension before its bytes are looked at. */
export function checkExtension(file: UploadedFile, allowed: readonly string[]): void {
  const extension = /\.[^.]+$/.exec(file.fileName.toLowerCase())?.[0] ?? ''
  if (!allowed.includes(extension))
    throw fieldError('file', `Unsupported file type "${extension}"; send one of ${allowed.join(', ')}.`)
}
