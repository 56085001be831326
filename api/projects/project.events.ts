import type { Ctx } from '../platform/context.ts'
import { defineEvent, type EventDefinition, emit } from '../platform/events/define-event.ts'

type ProjectId = { id: string }

export const projectCreated = defineEvent<ProjectId>({
  socket: 'project_created',
  webhook: 'project.created',
  coversRows: true,
})
export const projectUpdated = defineEvent<ProjectId>({ socket: 'project_updated' })
export const projectArchived = defineEvent<ProjectId>({ socket: 'project_archived' })
export const projectUnarchived = defineEvent<ProjectId>({ socket: 'project_unarchived' })
export const projectRestored = defineEvent<ProjectId>({ socket: 'project_restored' })
export const projectDeleted = defineEvent<ProjectId>({ socket: 'project_deleted' })
export const projectHardDeleted = defineEvent<ProjectId>({ socket: 'project_hard_deleted' })
export const projectTransferred = defineEvent<{ id: string; new_owner_id: string }>({ socket: 'project_transferred' })

/** Announces a change of the project itself, whose payload is its id. */
export function emitProject(ctx: Ctx<unknown>, event: EventDefinition<ProjectId>, projectId: string): void {
  emit(ctx, event, { projectId, payload: { id: projectId } })
}
