import { actingAccount, type Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import { remarksIn } from '../tasks/remarks/remarks.ts'
import { taskWebhookPayload } from '../tasks/task.events.ts'
import { loadWebhookTask } from '../tasks/task.queries.ts'
import { commentCreated, commentDeleted, commentUpdated, taskMentioned } from './comment.events.ts'
import { type CommentRow, findThreadPlace, loadComment } from './comment.queries.ts'
import type { CommentInput } from './comment.schema.ts'
import { countMentions } from './mentions/count-mentions.ts'
import { insertMentions } from './mentions/mention.queries.ts'
import { parseMentions } from './mentions/parse-mentions.ts'
import { resolveMentions } from './mentions/resolve-mentions.ts'

const comments = remarksIn('comments', 'comment')

/** Says something of a task, or answers what somebody said. Whom it mentions is settled here and never again. */
export async function createComment(ctx: Ctx<ProjectTaskScope>, input: CommentInput): Promise<CommentRow> {
  const parentId = input.parent ?? null
  await lockProject(ctx, ctx.scope.projectId)
  if (parentId !== null) await checkParent(ctx, parentId)
  const names = parseMentions(input.body)
  const recipients = await resolveMentions(ctx, names)
  await countMentions(ctx, names.length)
  const id = await comments.add(ctx, input.body, { parent_id: parentId })
  await insertMentions(ctx, { id, created_at: ctx.services.clock.now() }, recipients)
  const row = await loadComment(ctx, id)
  await announceCreated(ctx, row, recipients.length)
  return row
}

/** Threads are one level deep: an answer to an answer would stand nowhere. */
async function checkParent(ctx: Ctx<ProjectTaskScope>, parentId: string): Promise<void> {
  const parent = await findThreadPlace(ctx, parentId)
  refuseUnless(parent, () => fieldError('parent', 'Object does not exist.'))
  refuseUnless(parent.parent_id === null, () => fieldError('parent', 'A reply cannot be replied to.'))
}

async function announceCreated(ctx: Ctx<ProjectTaskScope>, row: CommentRow, mentionCount: number): Promise<void> {
  const { projectId, taskId } = ctx.scope
  const task = taskWebhookPayload(ctx, projectId, await loadWebhookTask(ctx, taskId))
  const author = actingAccount(ctx)
  emit(ctx, commentCreated, {
    projectId,
    payload: { ...frameOf(row), external_recipient_count: 0 },
    webhookPayload: {
      ...task,
      comment_id: row.id,
      author: author.id,
      author_display: author.displayName,
      created_at: ctx.services.clock.now().toISOString(),
    },
  })
  if (mentionCount === 0) return
  const payload = { ...task, comment_id: row.id, mention_count: mentionCount }
  emit(ctx, taskMentioned, { projectId, payload })
}

/** New words tell nobody anew, also where they mention somebody else. */
export async function editComment(
  ctx: Ctx<ProjectTaskScope>,
  id: string,
  body: string | undefined,
): Promise<CommentRow> {
  const isChanged = await comments.edit(ctx, id, body)
  const row = await loadComment(ctx, id)
  if (isChanged) emit(ctx, commentUpdated, { projectId: ctx.scope.projectId, payload: frameOf(row) })
  return row
}

export async function deleteComment(ctx: Ctx<ProjectTaskScope>, id: string): Promise<void> {
  const place = await findThreadPlace(ctx, id)
  await comments.remove(ctx, id)
  const payload = { id, task_id: ctx.scope.taskId, parent_id: place?.parent_id ?? null }
  emit(ctx, commentDeleted, { projectId: ctx.scope.projectId, payload })
}

function frameOf(row: CommentRow) {
  return { id: row.id, task_id: row.task_id, parent_id: row.parent_id }
}
