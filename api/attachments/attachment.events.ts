import { defineEvent } from '../platform/events/define-event.ts'

interface AttachmentFrame {
  readonly id: string
  readonly task_id: string
}

export const attachmentCreated = defineEvent<AttachmentFrame>({ socket: 'task_attachment_created' })
export const attachmentDeleted = defineEvent<AttachmentFrame>({ socket: 'task_attachment_deleted' })
