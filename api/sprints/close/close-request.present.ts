import { atLeast, ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { SprintScope } from '../sprint.scope.ts'
import type { CloseRequest } from './close-request.queries.ts'

const SUMMARY = 'The sprint could not be closed. Ask a Project Manager for the details.'

/** What failed is told word by word to managers alone, and never to an agent. */
export function presentCloseRequest(request: CloseRequest, ctx: Ctx<SprintScope>): object {
  const readsDetails = atLeast(ctx.scope.role, ROLE.manager) && ctx.actor.kind !== 'agent'
  return {
    id: request.id,
    sprint: request.sprint_id,
    status: request.status,
    attempt_count: request.attempt_count,
    failure_reason: request.failure_reason,
    error_message: request.error_message === '' || readsDetails ? request.error_message : SUMMARY,
    requested_at: instantText(request.requested_at),
    started_at: instantText(request.started_at),
    completed_at: instantText(request.completed_at),
    next_attempt_at: instantText(request.next_attempt_at),
    terminal: request.status === 'completed' || (request.status === 'failed' && request.next_attempt_at === null),
  }
}
