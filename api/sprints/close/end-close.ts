import type { Ctx } from '../../platform/context.ts'
import { emit } from '../../platform/events/define-event.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import { sprintCloseFailed } from './close.events.ts'
import { closeSprintJob } from './close.jobs.ts'
import type { CloseFailure } from './close-request.entity.ts'
import {
  deleteEndedRequests,
  findOpenWithProject,
  lockLostRequests,
  MAX_ATTEMPTS,
  saveRequest,
} from './close-request.queries.ts'

const RETRY_MS = 60_000
const KEPT_MS = 7 * 86_400_000
const MAX_MESSAGE = 1000

/** The last word on a request that cannot be done, told to the project: the sprint stays as it was. */
export async function failClose(
  ctx: Ctx<unknown>,
  requestId: string,
  failure_reason: CloseFailure,
  message = '',
): Promise<void> {
  const request = await findOpenWithProject(ctx, requestId)
  if (!request) return
  await saveRequest(ctx, requestId, {
    status: 'failed',
    failure_reason,
    error_message: message.slice(0, MAX_MESSAGE),
    next_attempt_at: null,
    completed_at: ctx.services.clock.now(),
  })
  const { sprint_id: id, project_id: projectId, attempt_count } = request
  const payload = { id, request_id: requestId, failure_reason, attempt_count, terminal: true } as const
  emit(ctx, sprintCloseFailed, { projectId, payload })
}

/** An attempt failed by a fault of ours: there is another after a minute, until they are used up. */
export async function retryClose(ctx: Ctx<unknown>, requestId: string, message: string): Promise<void> {
  const request = await findOpenWithProject(ctx, requestId)
  if (!request) return
  if (request.attempt_count >= MAX_ATTEMPTS) return failClose(ctx, requestId, 'error', message)
  const next_attempt_at = new Date(ctx.services.clock.now().getTime() + RETRY_MS)
  const error_message = message.slice(0, MAX_MESSAGE)
  await saveRequest(ctx, requestId, { status: 'failed', failure_reason: 'error', error_message, next_attempt_at })
  enqueue(ctx, closeSprintJob, { requestId }, { runAt: next_attempt_at })
}

/** Requests whose job was lost are asked for again; what ended a week ago is forgotten. */
export async function sweepCloses(ctx: Ctx<unknown>): Promise<string[]> {
  const lost = await lockLostRequests(ctx)
  for (const requestId of lost) enqueue(ctx, closeSprintJob, { requestId })
  await deleteEndedRequests(ctx, new Date(ctx.services.clock.now().getTime() - KEPT_MS))
  return lost
}
