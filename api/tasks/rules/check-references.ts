import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { isChanged, type TaskDraft } from '../writing/task-draft.ts'
import { checkSprint } from './check-sprint.ts'
import { keptRead } from './kept-reads.ts'
import { isLiveTaskOf, isMemberOf } from './rules.queries.ts'

const MISSING = 'Object does not exist.'

/** Sprint, blocking task and assignee must exist where the task lives. Stored values are not judged again. */
export async function checkReferences(ctx: Ctx<unknown>, draft: TaskDraft): Promise<void> {
  await checkSprint(ctx, draft)
  if (isChanged(draft, 'blocking_task_id')) await checkBlockingTask(ctx, draft)
  if (isChanged(draft, 'assignee_id')) await checkAssignee(ctx, draft)
}

async function checkBlockingTask(ctx: Ctx<unknown>, { taskId, projectId, values }: TaskDraft): Promise<void> {
  if (values.blocking_task_id === null) return
  refuseUnless(values.blocking_task_id !== taskId, () => fieldError('blocking_task', 'A task cannot block itself.'))
  const isKnown = await isLiveTaskOf(ctx, projectId, values.blocking_task_id)
  refuseUnless(isKnown, () => fieldError('blocking_task', MISSING))
}

async function checkAssignee(ctx: Ctx<unknown>, { projectId, values }: TaskDraft): Promise<void> {
  if (values.assignee_id === null) return
  const { assignee_id: assigneeId } = values
  const isMember = await keptRead(ctx, `member ${assigneeId}`, () => isMemberOf(ctx, projectId, assigneeId))
  refuseUnless(isMember, () => fieldError('assignee', 'Must be a member of the project.'))
}
