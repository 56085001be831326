import { defineEvent } from '../../platform/events/define-event.ts'
import type { CloseFailure } from './close-request.entity.ts'

interface CloseFailed {
  readonly id: string
  readonly request_id: string
  readonly failure_reason: CloseFailure
  readonly attempt_count: number
  readonly terminal: true
}

export const sprintClosed = defineEvent<{ id: string }>({ socket: 'sprint_closed', webhook: 'sprint.closed' })
/** Told for the last failure alone: what is tried again has not failed. */
export const sprintCloseFailed = defineEvent<CloseFailed>({ socket: 'sprint_close_failed' })
