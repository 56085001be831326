import { actorId, type Ctx } from '../platform/context.ts'
import { defineEvent, emit } from '../platform/events/define-event.ts'

export interface TaskDelta {
  readonly id: string
  readonly changed_fields: readonly string[]
  readonly version: number
  readonly actor_id: string | null
  readonly ts: string
}

export interface DurationChanged {
  readonly id: string
  readonly task_id: string
  readonly old_duration: number
  readonly new_duration: number
  readonly percent_complete_at_change: number
  readonly percent_complete_after: number | null
  readonly policy_applied: string
}

interface OfProject {
  readonly project_id: string
}

export const taskCreated = defineEvent<{ id: string }>({ socket: 'task_created', webhook: 'task.created' })
export const taskUpdated = defineEvent<TaskDelta>({ socket: 'task_updated', webhook: 'task.updated' })
/** A change the caller did not ask for by name (parking, a gained subtask): no webhook. */
export const taskTouched = defineEvent<TaskDelta>({ socket: 'task_updated' })
export const taskDeleted = defineEvent<{ id: string }>({
  socket: 'task_deleted',
  webhook: 'task.deleted',
  coversRows: true,
})
export const taskRestored = defineEvent<{ id: string }>({ socket: 'task_restored', coversRows: true })
export const taskDurationChanged = defineEvent<DurationChanged>({ socket: 'task_duration_changed' })
export const taskAssigned = defineEvent<object>({ webhook: 'task.assigned' })
export const taskAssigneeChanged = defineEvent<object>({ webhook: 'task.assignee_changed' })
export const taskDueDateChanged = defineEvent<object>({ webhook: 'task.due_date_changed' })
export const tasksReordered = defineEvent<OfProject>({ socket: 'tasks_reordered', coversRows: true })
export const tasksRestructured = defineEvent<OfProject>({ socket: 'tasks_restructured', coversRows: true })
export const tasksBulkMutated = defineEvent<{ task_ids: string[] }>({ socket: 'tasks_bulk_mutated', coversRows: true })
export const projectStartShifted = defineEvent<{ id: string }>({ socket: 'project_updated' })

/** The frame of one saved row: field names and the version, never values. */
export function taskDelta(ctx: Ctx<unknown>, id: string, version: number, changedFields: readonly string[]): TaskDelta {
  return {
    id,
    changed_fields: changedFields,
    version,
    actor_id: actorId(ctx),
    ts: ctx.services.clock.now().toISOString(),
  }
}

/** What webhooks tell of a task. */
export function taskWebhookPayload(ctx: Ctx<unknown>, projectId: string, task: WebhookTask): Record<string, unknown> {
  return {
    id: task.id,
    project: projectId,
    name: task.name,
    status: task.status,
    duration: task.duration,
    assignee: task.assignee_id,
    planned_start: task.planned_start,
    actual_start: task.actual_start,
    actual_finish: task.actual_finish,
    source: ctx.caller.source,
  }
}

export interface WebhookTask {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly duration: number
  readonly assignee_id: string | null
  readonly planned_start: string | null
  readonly actual_start: string | null
  readonly actual_finish: string | null
}

/** Tells clients that rows changed by a consequence have a new version. */
export function emitTouched(
  ctx: Ctx<unknown>,
  projectId: string,
  rows: readonly { id: string; server_version: number }[],
  changedFields: readonly string[],
): void {
  for (const row of rows) {
    emit(ctx, taskTouched, { projectId, payload: taskDelta(ctx, row.id, row.server_version, changedFields) })
  }
}
