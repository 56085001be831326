import type { Ctx } from '../platform/context.ts'
import { defineEvent, emit } from '../platform/events/define-event.ts'

/** `actor` is a display name, empty for writes of the system. */
export const projectCalendarChanged = defineEvent<{ id: string; actor: string }>({ socket: 'project_calendar_changed' })

export function emitCalendarChanged(ctx: Ctx<unknown>, projectId: string): void {
  const { actor } = ctx
  const name = actor.kind === 'account' || actor.kind === 'agent' ? actor.account.displayName : ''
  emit(ctx, projectCalendarChanged, { projectId, payload: { id: projectId, actor: name } })
}
