import { isDeepStrictEqual } from 'node:util'
import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { defineEvent, emit } from '../platform/events/define-event.ts'
import { emitTouched, type TaskDelta, taskDelta, taskWebhookPayload } from '../tasks/task.events.ts'
import { findStoredTask } from '../tasks/task.queries.ts'
import type { TaskRow } from '../tasks/task-row.ts'
import { fieldOf, taskColumns } from '../tasks/task-values.ts'
import { loadTaskStamp } from './task-sync.queries.ts'

/** Like every change of a task, and where it came from. */
const taskSynced = {
  created: defineEvent<{ id: string; source: string }>({ socket: 'task_created', webhook: 'task.created' }),
  updated: defineEvent<TaskDelta & { source: string }>({ socket: 'task_updated', webhook: 'task.updated' }),
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
  const { source } = ctx.caller
  const webhookPayload = { ...taskWebhookPayload(ctx, projectId, row), short_id: `${code}-T-${row.number}` }
  if (before === null) emit(ctx, taskSynced.created, { projectId, payload: { id: taskId, source }, webhookPayload })
  else {
    const changed = taskColumns.filter((column) => !isDeepStrictEqual(row[column], before[column])).map(fieldOf)
    const payload = { ...taskDelta(ctx, taskId, row.server_version, changed), source }
    emit(ctx, taskSynced.updated, { projectId, payload, webhookPayload })
  }
  if (parentId === null) return
  emitTouched(ctx, projectId, [await loadTaskStamp(ctx, parentId)], ['is_summary'])
}
