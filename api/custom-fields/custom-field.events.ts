import { defineEvent } from '../platform/events/define-event.ts'

/** Of every write of a definition; `action` says which: created, updated or deleted. */
export const customFieldsUpdated = defineEvent<{ id: string }>({ socket: 'project_custom_fields_updated' })
