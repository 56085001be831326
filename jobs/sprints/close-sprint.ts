import type { JobHelpers } from 'graphile-worker'
import type { Services } from '../../api/platform/context.ts'
import { Refusal } from '../../api/platform/errors.ts'
import { isPassing } from '../../api/platform/queue/passing.ts'
import { beginAttempt, returnAttempt } from '../../api/sprints/close/close-request.queries.ts'
import { closeSprint } from '../../api/sprints/close/close-sprint.ts'
import { failClose, retryClose } from '../../api/sprints/close/end-close.ts'

/**
 * One attempt to close a sprint. It is counted before the work begins, by a commit of its own, so that a process that dies
 * has used it up; the work itself is one transaction that ends the request as well.
 */
export async function closeSprintBody(
  services: Services,
  { requestId }: { requestId: string },
  _helpers: JobHelpers,
): Promise<void> {
  const attempt = await services.systemContext((ctx) => beginAttempt(ctx, requestId, ctx.services.clock.now()))
  // Nothing to begin: it has ended, or processes died over it as often as it may be tried.
  if (!attempt) return services.systemContext((ctx) => failClose(ctx, requestId, 'stalled'))
  try {
    await services.systemContext(async (ctx) => {
      const reason = await closeSprint(ctx, requestId)
      if (reason !== '') await failClose(ctx, requestId, reason)
    })
  } catch (error) {
    await afterFailure(services, requestId, error)
  }
}

async function afterFailure(services: Services, requestId: string, error: unknown): Promise<void> {
  if (isPassing(error)) {
    await services.systemContext((ctx) => returnAttempt(ctx, requestId))
    throw error
  }
  if (error instanceof Refusal && error.status === 404)
    return services.systemContext((ctx) => failClose(ctx, requestId, 'not_closable'))
  services.log.error({ error, requestId }, 'a sprint could not be closed')
  const message = error instanceof Error ? error.message : String(error)
  return services.systemContext((ctx) => retryClose(ctx, requestId, message))
}
