import { defineEvent } from '../platform/events/define-event.ts'

interface LinkId {
  id: string
}

export const dependencyCreated = defineEvent<LinkId>({ socket: 'dependency_created', webhook: 'dependency.created' })
export const dependencyUpdated = defineEvent<LinkId>({ socket: 'dependency_updated' })
export const dependencyDeleted = defineEvent<LinkId>({ socket: 'dependency_deleted', webhook: 'dependency.deleted' })
export const dependencyAccepted = defineEvent<LinkId>({ socket: 'dependency_accepted' })
export const dependencyRejected = defineEvent<LinkId>({ socket: 'dependency_rejected' })
/** One a batch, whatever its size. */
export const dependenciesBulkCreated = defineEvent<{ dependency_ids: string[] }>({
  socket: 'dependencies_bulk_created',
  coversRows: true,
})
