import { defineEvent } from '../platform/events/define-event.ts'

export const slipConflictAcknowledged = defineEvent<{ id: string }>({ socket: 'slip_conflict_acknowledged' })
export const slipConflictsUpdated = defineEvent<{ project_id: string }>({ socket: 'slip_conflicts_updated' })
