import type { Ctx } from '../platform/context.ts'
import { defineEvent, emit } from '../platform/events/define-event.ts'

interface AssignmentPayload {
  readonly id: string
  readonly task_id: string
}

export const rosterChanged = defineEvent<{ resource_id: string }>({ socket: 'roster_changed' })
export const assignmentCreated = defineEvent<AssignmentPayload>({ socket: 'assignment_created' })
export const assignmentUpdated = defineEvent<AssignmentPayload>({ socket: 'assignment_updated' })
export const assignmentDeleted = defineEvent<AssignmentPayload>({ socket: 'assignment_deleted' })

export function emitRosterChanged(ctx: Ctx<unknown>, projectIds: readonly string[], resourceId: string): void {
  for (const projectId of projectIds) emit(ctx, rosterChanged, { projectId, payload: { resource_id: resourceId } })
}
