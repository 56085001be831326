import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { defineEvent, emit } from '../platform/events/define-event.ts'
import { emitTouched, taskWebhookPayload } from '../tasks/task.events.ts'
import { findStoredTask } from '../tasks/task.queries.ts'
import type { TaskRow } from '../tasks/task-row.ts'
import { loadTaskStamp } from './task-sync.queries.ts'

/** Like every change of a task, and where it came from. */
const taskSynced = {
  created: defineEvent<{ id: string; source: string }>({ socket: 'task_created', webhook: 'task.created' }),
  updated: defineEvent<{ id: string; source: string }>({ socket: 'task_updated', webhook: 'task.updated' }),
}

/** Tells of a row that was pushed; a push that changed nothing is not worth telling. */
export async function announceSynced(
  ctx: Ctx<ProjectScope>,
  facts: { taskId: string; parentId: string | null; before: TaskRow | null },
): Promise<void> {
  const { projectId, code } = ctx.scope
  const { taskId, parentId, before } = facts
  const row = (await findStoredTask(ctx, projectId, taskId))!.row
  if (before?.server_version === row.server_version) return
  emit(ctx, before === null ? taskSynced.created : taskSynced.updated, {
    projectId,
    payload: { id: taskId, source: ctx.caller.source },
    webhookPayload: { ...taskWebhookPayload(ctx, projectId, row), short_id: `${code}-T-${row.number}` },
  })
  if (parentId === null) return
  emitTouched(ctx, projectId, [await loadTaskStamp(ctx, parentId)], ['is_summary'])
}
