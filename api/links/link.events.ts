import { defineEvent } from '../platform/events/define-event.ts'

interface LinkFrame {
  readonly id: string
  readonly task_id: string
}

export const taskLinkCreated = defineEvent<LinkFrame>({ socket: 'task_link_created' })
export const taskLinkUpdated = defineEvent<LinkFrame>({ socket: 'task_link_updated' })
export const taskLinkDeleted = defineEvent<LinkFrame>({ socket: 'task_link_deleted' })
