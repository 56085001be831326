import { defineEvent } from '../../platform/events/define-event.ts'

interface ScopeFrame {
  readonly sprint_id: string
  readonly task_id: string
}

/** An addition was accepted: told to webhooks as well. */
export const scopeAccepted = defineEvent<ScopeFrame>({
  socket: 'sprint_scope_changed',
  webhook: 'sprint.scope_changed',
})
export const scopeRejected = defineEvent<ScopeFrame>({ socket: 'sprint_scope_changed' })
