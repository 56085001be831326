import { z } from 'zod'
import { personReply } from '../access/person.schema.ts'
import { pageQuery } from '../platform/http/paging.ts'
import { wireId } from '../platform/http/wire-kinds.ts'
import { remarkText } from '../tasks/remarks/remark.schema.ts'

/** The one reaction there is. */
export const THUMBS_UP = '👍'

const instant = z.string().meta({ format: 'date-time' })

export const listCommentsQuery = z.object({
  ...pageQuery,
  search: z.string().max(512).optional(),
  ordering: z.string().max(64).optional().describe('created_at; a leading - turns it round'),
})
export type ListCommentsQuery = z.output<typeof listCommentsQuery>

export const commentBody = z.object({
  body: remarkText,
  parent: wireId.nullish().describe('the comment that this one answers'),
})
export type CommentInput = z.output<typeof commentBody>
export const commentPatch = z.object({ body: remarkText.optional() })

export const commentReply = z
  .object({
    id: z.guid(),
    task: z.guid(),
    parent: z.guid().nullable(),
    author: personReply.nullable(),
    body: z.string().describe('empty for a deleted comment that others still answer'),
    edited_at: instant.nullable(),
    created_at: instant,
    is_deleted: z.boolean(),
    deleted_at: instant.nullable(),
    deleted_by: personReply.nullable(),
    acknowledged_count: z.int(),
    reaction_count: z.int(),
    has_my_acknowledgement: z.boolean(),
    has_my_reaction: z.boolean(),
    my_reaction_id: z.guid().nullable(),
  })
  .meta({ id: 'TaskComment' })
export type Comment = z.output<typeof commentReply>

export const reactionBody = z.object({ emoji: z.literal(THUMBS_UP, `The only reaction is ${THUMBS_UP}.`) })
export const reactionReply = z
  .object({ id: z.guid(), user: personReply, emoji: z.string(), created_at: instant })
  .meta({ id: 'CommentReaction' })

export const acknowledgementReply = z
  .object({ id: z.guid(), user: personReply, created_at: instant })
  .meta({ id: 'CommentAcknowledgement' })
export const withdrawnReply = z.object({ deleted: z.int() }).meta({ id: 'CommentAcknowledgementWithdrawn' })
