import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { actorId, type Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { fieldError } from '../platform/errors.ts'
import type { UploadedFile } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { findSameImport } from './dedupe.ts'
import { runImport } from './import.jobs.ts'
import { ImportRequest } from './import-request.entity.ts'

/** What a request holds; the reader refuses a file of another kind. */
export type ImportKind = 'spreadsheet' | 'plan_file' | 'tracker' | 'ndjson'

export const UPLOAD_REASON = 'uploads carry their own request tracking; multipart bodies rarely match on retry'

const CHUNK_BYTES = 1024 * 1024

/**
 * Stores an upload with its request before any work starts, so that a lost process loses nothing, and enqueues the
 * reading. The bytes live beside the row until the import ends. An upload sent again under its name is the one before.
 */
export async function acceptUpload(
  ctx: Ctx<unknown>,
  input: {
    kind: ImportKind
    projectId: string
    createsProject: boolean
    file: UploadedFile
    options: Record<string, unknown>
    dedupeKey: string | null
  },
): Promise<{ id: string }> {
  const known = input.createsProject ? undefined : await findSameImport(ctx, input.dedupeKey, input)
  if (known) return known
  // Read line by line later, so it never has to stand in memory as a whole.
  const isStreamed = input.kind === 'ndjson'
  const request = ctx.em.create(ImportRequest, {
    id: newId(),
    kind: input.kind,
    project_id: input.projectId,
    creates_project: input.createsProject,
    requested_by_id: actorId(ctx),
    filename: input.file.fileName,
    options: input.options,
    content: null,
    status: 'pending',
    requested_at: ctx.services.clock.now(),
    dedupe_key: input.dedupeKey,
  })
  await ctx.em.flush()
  if (isStreamed) await storeChunks(ctx, request.id, input.file.path)
  else await storeContent(ctx, request.id, input.file.path)
  enqueue(ctx, runImport, { requestId: request.id })
  return request
}

/** Past the object mapper, which would compare the bytes, copy them and write them out as text. */
async function storeContent(ctx: Ctx<unknown>, requestId: string, path: string): Promise<void> {
  const content = await readFile(path)
  await sql(ctx, 'update import_requests set content = $2 where id = $1', [requestId, content])
}

async function storeChunks(ctx: Ctx<unknown>, requestId: string, path: string): Promise<void> {
  let position = 0
  for await (const content of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    await sql(ctx, 'insert into import_chunks (request_id, position, content) values ($1, $2, $3)', [
      requestId,
      position,
      content,
    ])
    position += 1
  }
}

/** Refuses a file by its extension before its bytes are looked at. */
export function checkExtension(file: UploadedFile, allowed: readonly string[]): void {
  const extension = /\.[^.]+$/.exec(file.fileName.toLowerCase())?.[0] ?? ''
  if (!allowed.includes(extension))
    throw fieldError('file', `Unsupported file type "${extension}"; send one of ${allowed.join(', ')}.`)
}
