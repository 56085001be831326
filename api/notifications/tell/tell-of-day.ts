import type { Ctx } from '../../platform/context.ts'
import { findAssigned, insertNotifications } from './tell.queries.ts'

/** Reminds whoever a task is assigned to that its day has come. The kinds of the matrix are given: it is of those of one's own tasks. */
export async function tellOfTodaysTasks(
  ctx: Ctx<unknown>,
  { projectId, taskIds }: { readonly projectId: string; readonly taskIds: readonly string[] },
): Promise<void> {
  const tasks = await findAssigned(ctx, taskIds)
  const tellings = tasks.map(({ id, name, assignee_id }) => ({
    event_type: 'task.assigned' as const,
    subject: `${name} is to be done today`,
    body: '',
    project_id: projectId,
    task_id: id,
    to: [{ account_id: assignee_id }],
  }))
  await insertNotifications(ctx, tellings, null, ctx.services.clock.now())
}
