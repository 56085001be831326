import { atLeast, ROLE } from '../access/roles.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { Reply } from '../platform/http/route.ts'
import { asDownload } from '../platform/storage/file-store.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { cannotSign, mayNotDelete, noFileThere } from './attachment.errors.ts'
import { attachmentDeleted } from './attachment.events.ts'
import { type AttachmentRow, loadAttachment, markAttachmentDeleted } from './attachment.queries.ts'

/** Takes an attachment away. Its bytes stay until the sweep finds the deletion old enough. */
export async function deleteAttachment(ctx: Ctx<ProjectTaskScope>, id: string): Promise<void> {
  const { projectId, taskId, role } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const row = await loadAttachment(ctx, id)
  const accountId = actingAccount(ctx).id
  refuseUnless(row.uploaded_by_id === accountId || atLeast(role, ROLE.manager), mayNotDelete)
  const deletion = { sync_seq: syncSeq, deleted_at: ctx.services.clock.now(), deleted_by_id: accountId }
  await markAttachmentDeleted(ctx, id, deletion)
  emit(ctx, attachmentDeleted, { projectId, payload: { id, task_id: taskId } })
}

/** An address at which the file is read without credentials for a time. */
export async function signAddress(ctx: Ctx<ProjectTaskScope>, id: string, lifeSeconds: number) {
  const { row, key } = await loadFile(ctx, id)
  const { files, clock } = ctx.services
  refuseUnless(files.sign, cannotSign)
  const url = await files.sign(key, { fileName: row.file_name, lifeSeconds })
  return { url, expires_at: new Date(clock.now().getTime() + lifeSeconds * 1_000).toISOString() }
}

/**
 * The file as it was put here. A browser keeps it and does not show it: it is declared to be kept, its type is not guessed,
 * and were it shown all the same, nothing in it could run.
 */
export async function downloadFile(ctx: Ctx<ProjectTaskScope>, id: string): Promise<Reply> {
  const { row, key } = await loadFile(ctx, id)
  const file = await ctx.services.files.open(key)
  refuseUnless(file, notFound)
  return new Reply(200, file.stream, {
    'Content-Type': row.file_mime,
    'Content-Length': String(file.sizeBytes),
    'Content-Disposition': asDownload(row.file_name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-cache',
  })
}

async function loadFile(ctx: Ctx<ProjectTaskScope>, id: string): Promise<{ row: AttachmentRow; key: string }> {
  const row = await loadAttachment(ctx, id)
  const { storage_key: key } = row
  refuseUnless(key !== null, noFileThere)
  return { row, key }
}
