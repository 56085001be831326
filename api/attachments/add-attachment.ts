import { DENIED_TYPES } from '../levels/setting-fields.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { FieldErrors, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { safeName } from '../platform/http/body/read-upload.ts'
import { fieldErrorsOf } from '../platform/http/field-errors.ts'
import type { MultipartBody, UploadedFile } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { filesAreOff, tooManyAttachments, unsupportedType } from './attachment.errors.ts'
import { attachmentCreated } from './attachment.events.ts'
import {
  type AttachmentRow,
  countAttachments,
  insertAttachment,
  loadAttachment,
  loadFilePolicy,
  type NewAttachment,
} from './attachment.queries.ts'
import { type AttachmentFields, attachmentFields } from './attachment.schema.ts'
import { checkContent } from './check-file.ts'
import { keyOf } from './file-keys.ts'

const MAX_ATTACHMENTS_OF_TASK = 50

/** What is to be stored of an attachment, its bytes being where they belong. */
export type ReadAttachment = Pick<NewAttachment, 'id' | 'is_pinned'> & Partial<NewAttachment>

/**
 * Checks what was sent and stores a file, before a transaction is open: bytes may have a long way. What becomes of no row
 * then is removed by the sweep.
 */
export async function readAttachment(ctx: Ctx<ProjectTaskScope>, upload: MultipartBody): Promise<ReadAttachment> {
  const parsed = attachmentFields.safeParse(upload.fields)
  if (!parsed.success) throw fieldErrorsOf(parsed.error, upload.fields)
  const fields = parsed.data
  const isLink = Boolean(fields.external_url)
  refuseUnless((upload.file !== null) !== isLink, eitherFileOrLink)
  const row = { id: newId(), is_pinned: fields.is_pinned ?? false }
  if (upload.file === null) {
    return { ...row, external_url: fields.external_url ?? '', external_title: fields.external_title ?? '' }
  }
  await checkCount(ctx)
  return { ...row, ...(await storeFile(ctx, row.id, upload.file, fields)) }
}

async function storeFile(ctx: Ctx<ProjectTaskScope>, id: string, file: UploadedFile, fields: AttachmentFields) {
  const policy = await loadFilePolicy(ctx, ctx.scope)
  refuseUnless(policy.is_enabled, filesAreOff)
  const mimeType = (file.mimeType.split(';')[0] ?? '').trim().toLowerCase()
  const isTaken = policy.types.includes(mimeType) && !DENIED_TYPES.has(mimeType)
  refuseUnless(isTaken, () => unsupportedType(mimeType))
  const fileName = safeName(fields.file_name || file.fileName)
  await checkContent(file, mimeType, fileName)
  await ctx.services.files.put(keyOf(id), file)
  return { storage_key: keyOf(id), file_name: fileName, file_size: file.sizeBytes, file_mime: mimeType }
}

/** The row of what was read. */
export async function addAttachment(ctx: Ctx<ProjectTaskScope>, attachment: ReadAttachment): Promise<AttachmentRow> {
  const { projectId, taskId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  await checkCount(ctx)
  const place = { project_id: projectId, task_id: taskId, sync_seq: syncSeq }
  const origin = { uploaded_by_id: actingAccount(ctx).id, created_at: ctx.services.clock.now() }
  await insertAttachment(ctx, { ...attachment, ...place, ...origin })
  emit(ctx, attachmentCreated, { projectId, payload: { id: attachment.id, task_id: taskId } })
  return loadAttachment(ctx, attachment.id)
}

async function checkCount(ctx: Ctx<ProjectTaskScope>): Promise<void> {
  const count = await countAttachments(ctx)
  refuseUnless(count < MAX_ATTACHMENTS_OF_TASK, () => tooManyAttachments(MAX_ATTACHMENTS_OF_TASK))
}

function eitherFileOrLink(): FieldErrors {
  return new FieldErrors({ non_field_errors: ['Send either a file or an external_url.'] })
}
