import { defineEvent } from '../platform/events/define-event.ts'

interface CommentFrame {
  readonly id: string
  readonly task_id: string
  readonly parent_id: string | null
}

interface ReactionFrame {
  readonly id: string
  readonly comment_id: string
  readonly task_id: string
}

/** Its webhook tells who wrote, and nothing of what. */
export const commentCreated = defineEvent<CommentFrame & { external_recipient_count: number }>({
  socket: 'task_comment_created',
  webhook: 'comment.created',
})
export const commentUpdated = defineEvent<CommentFrame>({ socket: 'task_comment_updated' })
export const commentDeleted = defineEvent<CommentFrame>({ socket: 'task_comment_deleted' })
export const acknowledgementChanged = defineEvent<{ comment_id: string; task_id: string }>({
  socket: 'task_comment_ack_changed',
})
export const reactionAdded = defineEvent<ReactionFrame>({ socket: 'task_comment_reaction_added' })
export const reactionRemoved = defineEvent<ReactionFrame>({ socket: 'task_comment_reaction_removed' })
/** Once for a comment, however many it mentions. */
export const taskMentioned = defineEvent<object>({ webhook: 'task.mentioned' })
