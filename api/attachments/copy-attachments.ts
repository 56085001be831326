import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Ctx } from '../platform/context.ts'
import { uploadFolder } from '../platform/http/body/upload-folder.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { findAttachmentsOf, insertAttachment } from './attachment.queries.ts'
import { keyOf } from './file-keys.ts'

/**
 * Gives tasks what is attached to another one, each a file of its own: one may be deleted and the others stay. A file that
 * the store has lost is left out. Files that were copied for a transaction that fails are removed by the sweep.
 */
export async function copyAttachments(
  ctx: Ctx<unknown>,
  { projectId, templateId, taskIds }: { projectId: string; templateId: string; taskIds: readonly string[] },
): Promise<void> {
  const attachments = await findAttachmentsOf(ctx, templateId)
  const place = { project_id: projectId, sync_seq: await lockProject(ctx, projectId) }
  for (const taskId of taskIds) {
    for (const { storage_key, ...attachment } of attachments) {
      const id = newId()
      if (storage_key !== null && !(await copyFile(ctx, storage_key, id))) continue
      const row = { ...attachment, ...place, id, task_id: taskId, created_at: ctx.services.clock.now() }
      await insertAttachment(ctx, { ...row, storage_key: storage_key === null ? null : keyOf(id) })
    }
  }
}

/** False where there is nothing to copy. A store takes files, so the bytes pass through one. */
async function copyFile({ services }: Ctx<unknown>, from: string, id: string): Promise<boolean> {
  const stored = await services.files.open(from)
  if (stored === null) return false
  const folder = uploadFolder(services.config)
  const file = path.join(folder, `${id}.copy`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await pipeline(stored.stream, createWriteStream(file, { mode: 0o600 }))
    await services.files.put(keyOf(id), { path: file, sizeBytes: stored.sizeBytes })
  } finally {
    await rm(file, { force: true })
  }
  return true
}
