import { defineEvent } from '../platform/events/define-event.ts'

export const baselineCreated = defineEvent<{ id: string }>({ socket: 'baseline_created' })
export const baselineActivated = defineEvent<{ id: string }>({ socket: 'baseline_activated' })
export const baselineDeleted = defineEvent<{ id: string }>({ socket: 'baseline_deleted' })
export const baselineCaptured = defineEvent<object>({ webhook: 'baseline.captured' })
