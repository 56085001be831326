import type { Services } from '../api/platform/context.ts'
import { type BackgroundWork, failureOf, type WorkPayload } from '../api/platform/queue/background-work.ts'
import { isPassing } from '../api/platform/queue/passing.ts'
import { claimWork, failWork } from '../api/platform/queue/work-life.ts'
import type { JobBody } from './job-body.ts'

/** Does claimed work, and ends its row with `finishWork` in the transaction of its effects. */
export type DoWork<Row> = (services: Services, claimed: Row, signal: AbortSignal | undefined) => Promise<unknown>

/**
 * The body of the job of accepted work: claims its row, which does nothing where that has ended, and has the work done.
 * Only what the request itself causes ends it badly, or a fault of ours at every attempt. What passes is left to the
 * queue, which brings the work back.
 */
export function runWork<Row extends WorkPayload, Columns extends object>(
  work: BackgroundWork<Row, Columns>,
  doWork: DoWork<Row>,
): JobBody<WorkPayload> {
  return async (services, { id }, { job, abortSignal }) => {
    const claimed = await services.systemContext((ctx) => claimWork(ctx, work, id))
    if (!claimed) return
    try {
      await doWork(services, claimed, abortSignal)
    } catch (error) {
      if (isPassing(error)) throw error
      const failure = work.explain?.(error) ?? failureOf(error)
      const isLast = job.attempts >= job.max_attempts
      if (failure !== null || isLast)
        await services.systemContext((ctx) => failWork(ctx, work, id, failure ?? work.unexpected))
      if (failure === null) throw error
    }
  }
}
