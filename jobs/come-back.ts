import { setTimeout as sleep } from 'node:timers/promises'
import type { JobHelpers } from 'graphile-worker'
import type { Services } from '../api/platform/context.ts'
import { sql } from '../api/platform/db/sql.ts'
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

/**
 * Not by the queue's own word for a failure, which waits longer with every attempt that the job failed before. What it
 * says afterwards finds the job in nobody's hands. Whoever took it from a process held for dead keeps it, and is told of
 * an attempt less.
 */
const GIVE_BACK = `
  update graphile_worker._private_jobs as job set attempts = job.attempts - 1, last_error = $4,
    locked_by = case when not is_ours then job.locked_by end, locked_at = case when not is_ours then job.locked_at end,
    run_at = now() + least(interval '1 minute', greatest(interval '1 second', (now() - job.created_at) / 4))
  from (select id, coalesce(locked_by = $3, true) as is_ours from graphile_worker._private_jobs where id = $1) as held
  where job.id = held.id and job.attempts >= $2`

/** Repeated until the database has it; a process that stops leaves the attempt counted. */
async function giveBack(services: Services, { job, abortSignal }: JobHelpers, reason: Error): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      await sql({ em: services.orm.em.fork() }, GIVE_BACK, [job.id, job.attempts, job.locked_by, reason.message])
      return
    } catch (error) {
      if (!isPassing(error)) throw error
      if (abortSignal?.aborted) return
      services.log.warn({ job: job.id, error, pauseMs }, 'an attempt that does not count is not given back yet')
      await sleep(pauseMs, undefined, { ...(abortSignal && { signal: abortSignal }) }).catch(() => {}) // Ends the pause.
    }
  }
}
