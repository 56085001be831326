import { defineEvent } from '../../platform/events/define-event.ts'

interface Decided {
  readonly id: string
  readonly task_id: string
}

export const suggestionCreated = defineEvent<{ task_id: string; suggestion_id: string; suggested_user_id: string }>({
  socket: 'suggestion_created',
})
export const suggestionDeclined = defineEvent<Decided>({ socket: 'suggestion_declined' })
export const suggestionRevoked = defineEvent<Decided>({ socket: 'suggestion_revoked' })
