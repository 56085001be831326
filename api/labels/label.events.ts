import { defineEvent } from '../platform/events/define-event.ts'

export const labelCreated = defineEvent<{ id: string }>({ socket: 'label_created' })
export const labelUpdated = defineEvent<{ id: string }>({ socket: 'label_updated' })
export const labelDeleted = defineEvent<{ id: string }>({ socket: 'label_deleted' })
