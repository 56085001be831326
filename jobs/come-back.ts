import { setTimeout as sleep } from 'node:timers/promises'
import type { JobHelpers } from 'graphile-worker'
import type { Services } from '../api/platform/context.ts'
import { takeAttemptBack } from '../api/platform/queue/job.queries.ts'
import { isPassing } from '../api/platform/queue/passing.ts'

const firstPauseMs = 100
const longestPauseMs = 2_000

/**
 * Does a job. A failure that passes (a lock not had in time, a lost database, a full queue) does not count as one of its
 * attempts: it comes back, after pauses that grow with its age, until it is done or fails by itself.
 */
export async function comingBack(services: Services, helpers: JobHelpers, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isPassing(error)) await giveBack(services, helpers, error as Error)
    throw error
  }
}

/** Repeated until the database has it; a process that stops leaves the attempt counted. */
async function giveBack(services: Services, { job, abortSignal }: JobHelpers, reason: Error): Promise<void> {
  const attempt = { jobId: job.id, attempt: job.attempts, workerId: job.locked_by, reason: reason.message }
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      await takeAttemptBack({ em: services.orm.em.fork() }, attempt)
      return
    } catch (error) {
      if (!isPassing(error)) throw error
      if (abortSignal?.aborted) return
      services.log.warn({ job: job.id, error, pauseMs }, 'an attempt that does not count is not given back yet')
      await sleep(pauseMs, undefined, { ...(abortSignal && { signal: abortSignal }) }).catch(() => {}) // Ends the pause.
    }
  }
}
