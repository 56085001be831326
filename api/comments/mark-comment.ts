import { actingAccount, type Ctx } from '../platform/context.ts'
import { notFound, Refusal, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { Reply } from '../platform/http/route.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { acknowledgementChanged, reactionAdded, reactionRemoved } from './comment.events.ts'
import {
  deleteAcknowledgement,
  deleteReaction,
  findReaction,
  findThreadPlace,
  insertAcknowledgement,
  insertReaction,
  loadOwnAcknowledgement,
  loadOwnReaction,
} from './comment.queries.ts'

/** What the caller does to a live comment of the task, under the project's lock. */
async function markOf(ctx: Ctx<ProjectTaskScope>, commentId: string) {
  await lockProject(ctx, ctx.scope.projectId)
  refuseUnless(await findThreadPlace(ctx, commentId), notFound)
  return { commentId, accountId: actingAccount(ctx).id, at: ctx.services.clock.now() }
}

/** The caller's reaction to a comment; one that stands there already stays. */
export async function addReaction(ctx: Ctx<ProjectTaskScope>, commentId: string, emoji: string) {
  const mark = await markOf(ctx, commentId)
  const isNew = await insertReaction(ctx, mark, emoji)
  const row = await loadOwnReaction(ctx, mark, emoji)
  const payload = { id: row.id, comment_id: commentId, task_id: ctx.scope.taskId }
  if (isNew) emit(ctx, reactionAdded, { projectId: ctx.scope.projectId, payload })
  return row
}

export async function removeReaction(ctx: Ctx<ProjectTaskScope>, commentId: string, id: string): Promise<void> {
  const { accountId } = await markOf(ctx, commentId)
  const reaction = await findReaction(ctx, commentId, id)
  refuseUnless(reaction, notFound)
  refuseUnless(reaction.account_id === accountId, notTheirs)
  await deleteReaction(ctx, id)
  const payload = { id, comment_id: commentId, task_id: ctx.scope.taskId }
  emit(ctx, reactionRemoved, { projectId: ctx.scope.projectId, payload })
}

function notTheirs(): Refusal {
  return new Refusal(403, 'A reaction is taken back by whoever made it.', { code: 'reaction_delete_forbidden' })
}

/** That the caller has read it; saying so again changes nothing. */
export async function acknowledge(ctx: Ctx<ProjectTaskScope>, commentId: string) {
  const mark = await markOf(ctx, commentId)
  if (await insertAcknowledgement(ctx, mark)) announceAcknowledgement(ctx, commentId)
  return loadOwnAcknowledgement(ctx, mark)
}

/** Takes it back; 404 with a count of none where there was nothing to take back. */
export async function withdrawAcknowledgement(ctx: Ctx<ProjectTaskScope>, commentId: string): Promise<Reply> {
  const { accountId } = await markOf(ctx, commentId)
  const deleted = await deleteAcknowledgement(ctx, commentId, accountId)
  if (deleted > 0) announceAcknowledgement(ctx, commentId)
  return new Reply(deleted > 0 ? 200 : 404, { deleted })
}

function announceAcknowledgement(ctx: Ctx<ProjectTaskScope>, commentId: string): void {
  const payload = { comment_id: commentId, task_id: ctx.scope.taskId }
  emit(ctx, acknowledgementChanged, { projectId: ctx.scope.projectId, payload })
}
