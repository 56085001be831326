import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { actorId, type Ctx } from '../../platform/context.ts'
import type { UploadedFile } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import { insertChunk, insertImport } from '../import.queries.ts'
import { importWork } from '../import.work.ts'
import { type ImportKind, importFacts } from '../import-kinds.ts'
import { findEarlierUpload } from './dedupe.ts'
import { packedFile } from './packed-content.ts'

const CHUNK_BYTES = 1024 * 1024

export interface AcceptedUpload {
  readonly kind: ImportKind
  readonly projectId: string
  readonly createsProject: boolean
  readonly file: UploadedFile
  readonly options: Record<string, unknown>
  readonly dedupeKey: string | null
  /** The plan of a file that was read already, as `packedPlan` made it. */
  readonly content?: Buffer | null
}

/**
 * Stores an upload with its request before any work starts, so that a lost process loses nothing, and enqueues the
 * reading. The bytes live beside the row until the import ends. An upload sent again under its name is the one before.
 * Returns the id of the request.
 */
export async function acceptUpload(ctx: Ctx<unknown>, input: AcceptedUpload): Promise<string> {
  const known = input.createsProject ? undefined : await findEarlierUpload(ctx, input.dedupeKey, input)
  if (known) return known.id
  const id = newId()
  const { isStreamed = false } = importFacts(input.kind)
  await insertImport(ctx, {
    id,
    kind: input.kind,
    project_id: input.projectId,
    creates_project: input.createsProject,
    requested_by_id: actorId(ctx),
    filename: input.file.fileName,
    options: input.options,
    content: isStreamed ? null : (input.content ?? (await packedFile(await readFile(input.file.path)))),
    requested_at: ctx.services.clock.now(),
    dedupe_key: input.dedupeKey,
  })
  if (isStreamed) await storeChunks(ctx, id, input.file.path)
  enqueue(ctx, importWork.job, { id })
  return id
}

async function storeChunks(ctx: Ctx<unknown>, requestId: string, path: string): Promise<void> {
  let position = 0
  for await (const content of createReadStream(path, { highWaterMark: CHUNK_BYTES }))
    await insertChunk(ctx, { request_id: requestId, position: position++, content })
}
