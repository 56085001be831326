import type { Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { isChanged, type TaskDraft } from '../task-draft.ts'

const MISSING = 'Object does not exist.'

/** Sprint, blocking task and assignee must exist where the task lives. Stored values are not judged again. */
export async function checkReferences(ctx: Ctx<unknown>, draft: TaskDraft): Promise<void> {
  // No project has sprints yet, so none can be named.
  refuseUnless(!isChanged(draft, 'sprint_id') || draft.values.sprint_id === null, () => fieldError('sprint', MISSING))
  if (isChanged(draft, 'blocking_task_id')) await checkBlockingTask(ctx, draft)
  if (isChanged(draft, 'assignee_id')) await checkAssignee(ctx, draft)
}

async function checkBlockingTask(ctx: Ctx<unknown>, { taskId, projectId, values }: TaskDraft): Promise<void> {
  if (values.blocking_task_id === null) return
  refuseUnless(values.blocking_task_id !== taskId, () => fieldError('blocking_task', 'A task cannot block itself.'))
  const row = await sqlOne(ctx, 'select 1 from tasks where id = $1 and project_id = $2 and not is_deleted', [
    values.blocking_task_id,
    projectId,
  ])
  refuseUnless(row, () => fieldError('blocking_task', MISSING))
}

async function checkAssignee(ctx: Ctx<unknown>, { projectId, values }: TaskDraft): Promise<void> {
  if (values.assignee_id === null) return
  const row = await sqlOne(
    ctx,
    'select 1 from project_members where project_id = $1 and account_id = $2 and not is_deleted',
    [projectId, values.assignee_id],
  )
  refuseUnless(row, () => fieldError('assignee', 'Must be a member of the project.'))
}
