import type { Ctx } from '../platform/context.ts'
import { defineEvent, type EventDefinition, emit } from '../platform/events/define-event.ts'

export const relationCreated = defineEvent<{ id: string }>({ socket: 'task_relation_created' })
export const relationUpdated = defineEvent<{ id: string }>({ socket: 'task_relation_updated' })
export const relationDeleted = defineEvent<{ id: string }>({ socket: 'task_relation_deleted' })

/** The projects of both ends hear of it. */
export function announceRelation(
  ctx: Ctx<unknown>,
  event: EventDefinition<{ id: string }>,
  id: string,
  projectIds: readonly string[],
): void {
  for (const projectId of new Set(projectIds)) emit(ctx, event, { projectId, payload: { id } })
}
