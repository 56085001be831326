import { pageOf, presentPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { type ProjectTaskScope, projectTaskScope } from '../tasks/project-task-scope.ts'
import { canRemark } from '../tasks/remarks/remarks.ts'
import { presentComment, presentMark } from './comment.present.ts'
import { loadComment, pageComments } from './comment.queries.ts'
import {
  acknowledgementReply,
  commentBody,
  commentPatch,
  commentReply,
  listCommentsQuery,
  reactionBody,
  reactionReply,
  withdrawnReply,
} from './comment.schema.ts'
import { acknowledge, addReaction, removeReaction, withdrawAcknowledgement } from './mark-comment.ts'
import { createComment, deleteComment, editComment } from './write-comment.ts'

const PATH = '/projects/{id}/tasks/{taskId}/comments/'
const ONE = `${PATH}{commentId}/`
const reading = { tag: 'comments', scope: projectTaskScope }
const writing = { ...reading, allow: canRemark<ProjectTaskScope> }
const idOf = (params: Readonly<Record<string, string>>) => params.commentId as string

export const commentRoutes = [
  route({
    method: 'GET',
    path: PATH,
    ...reading,
    summary: 'Comments of a task, the oldest first',
    query: listCommentsQuery,
    reply: pageOf(commentReply),
    run: async (ctx, { query }) => ({ page: await pageComments(ctx, query), query }),
    present: ({ page, query }, ctx) => {
      const { projectId, taskId } = ctx.scope
      const path = `/projects/${projectId}/tasks/${taskId}/comments/`
      return presentPage({ ...page, results: page.results.map(presentComment) }, ctx.services.config, path, query)
    },
  }),
  route({
    method: 'POST',
    path: PATH,
    ...writing,
    summary: 'Comment on a task, or reply to a comment; @name mentions a member, @group a role or a group',
    body: commentBody,
    status: 201,
    reply: commentReply,
    run: (ctx, { body }) => createComment(ctx, body),
    present: presentComment,
  }),
  route({
    method: 'GET',
    path: ONE,
    ...reading,
    summary: 'One comment',
    reply: commentReply,
    run: (ctx, { params }) => loadComment(ctx, idOf(params)),
    present: presentComment,
  }),
  route({
    method: 'PATCH',
    path: ONE,
    ...writing,
    summary: 'Change the words of a comment; its author, for 15 minutes',
    body: commentPatch,
    reply: commentReply,
    run: (ctx, { params, body }) => editComment(ctx, idOf(params), body.body),
    present: presentComment,
  }),
  route({
    method: 'DELETE',
    path: ONE,
    ...writing,
    summary: 'Delete a comment; its author or a Project Manager',
    status: 204,
    run: (ctx, { params }) => deleteComment(ctx, idOf(params)),
  }),
  route({
    method: 'POST',
    path: `${ONE}acknowledge/`,
    ...writing,
    summary: 'Say that one has read a comment',
    ignoresInput: 'there is nothing to say but that it was read; clients send the comment along',
    reply: acknowledgementReply,
    run: (ctx, { params }) => acknowledge(ctx, idOf(params)),
    present: presentMark,
  }),
  route({
    method: 'DELETE',
    path: `${ONE}acknowledge/`,
    ...writing,
    summary: 'Take back that one has read a comment',
    reply: withdrawnReply,
    otherReplies: { 404: { description: 'there was nothing to take back', schema: withdrawnReply } },
    run: (ctx, { params }) => withdrawAcknowledgement(ctx, idOf(params)),
  }),
  route({
    method: 'POST',
    path: `${ONE}reactions/`,
    ...writing,
    summary: 'React to a comment',
    body: reactionBody,
    status: 201,
    reply: reactionReply,
    run: (ctx, { params, body }) => addReaction(ctx, idOf(params), body.emoji),
    present: presentMark,
  }),
  route({
    method: 'DELETE',
    path: `${ONE}reactions/{reactionId}/`,
    ...writing,
    summary: 'Take back a reaction of one’s own',
    status: 204,
    run: (ctx, { params }) => removeReaction(ctx, idOf(params), params.reactionId as string),
  }),
]
