import type { Services } from '../platform/context.ts'
import { uploadFolder } from '../platform/http/body/upload-folder.ts'
import type { FileStore, ListedFile } from '../platform/storage/file-store.ts'
import { createLocalStore } from '../platform/storage/local-store.ts'
import { findKnownKeys, purgeAttachments } from './attachment.queries.ts'
import { FILES_PREFIX } from './file-keys.ts'

const DAY_MS = 86_400_000
/** A file is stored before its row; what is younger may still get one. A request ends within minutes. */
const ROWLESS_FOR_MS = 3_600_000

/** Removes rows that were deleted long enough ago, then the files that no row speaks of, however they came to be. */
export async function sweepAttachmentFiles(services: Services): Promise<{ rows: number; files: number }> {
  const rows = await purgeDeleted(services)
  const oldest = Date.now() - ROWLESS_FOR_MS
  const stored = await removeAll(services, services.files, FILES_PREFIX, (page) => rowless(services, page, oldest))
  // Of processes that were killed while they read an upload.
  const uploads = createLocalStore(uploadFolder(services.config))
  const left = await removeAll(services, uploads, '', async (page) => page.filter((file) => isBefore(file, oldest)))
  return { rows, files: stored + left }
}

async function purgeDeleted(services: Services): Promise<number> {
  const days = services.config.tombstoneRetentionDays
  if (days === null) return 0
  const before = new Date(services.clock.now().getTime() - days * DAY_MS)
  let count = 0
  for (;;) {
    const removed = await services.systemContext((ctx) => purgeAttachments(ctx, before))
    if (removed === 0) return count
    count += removed
  }
}

async function rowless(services: Services, page: readonly ListedFile[], oldest: number) {
  const old = page.filter((file) => isBefore(file, oldest))
  const db = { em: services.orm.em.fork() }
  const known = await findKnownKeys(
    db,
    old.map((file) => file.key),
  )
  return old.filter((file) => !known.has(file.key))
}

const isBefore = (file: ListedFile, timeMs: number) => file.changedAt.getTime() < timeMs

async function removeAll(
  services: Services,
  store: FileStore,
  prefix: string,
  pick: (page: readonly ListedFile[]) => Promise<readonly ListedFile[]>,
): Promise<number> {
  let count = 0
  for await (const page of store.list(prefix)) {
    for (const { key } of await pick(page)) {
      await store.remove(key)
      services.log.info({ file: key }, 'a file without a row was removed')
      count += 1
    }
  }
  return count
}
