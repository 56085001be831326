import type { JobHelpers } from 'graphile-worker'
import { isPassing } from '../api/platform/queue/passing.ts'

export interface Ending<R> {
  /** Why the work can never be done, where that lies in what was asked for; null for anything else. */
  readonly reasonOf: (error: unknown) => R | null
  /** The last word on work that cannot be done. */
  readonly end: (reason: R) => Promise<unknown>
  /** The reason told after a fault of ours at the last attempt. */
  readonly unexpected: R
}

/**
 * Does work that was accepted from somebody. Only what the input itself causes ends it, or a fault of ours at every
 * attempt. What passes is left to the queue, which brings the work back.
 */
export async function doAccepted<R>(
  { job }: Pick<JobHelpers, 'job'>,
  work: () => Promise<unknown>,
  { reasonOf, end, unexpected }: Ending<R>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isPassing(error)) throw error
    const reason = reasonOf(error)
    if (reason !== null) return void (await end(reason))
    if (job.attempts >= job.max_attempts) await end(unexpected)
    throw error
  }
}
