import { defineJob } from './define-job.ts'

/** Removes what finished jobs leave behind in the tables of the queue. */
export const cleanQueue = defineJob<object>({ name: 'clean_queue' })

/** Removes what has outlived its time: stored replies, sessions, tickets, sign-ins under way, socket frames. */
export const purgeExpired = defineJob<object>({ name: 'purge_expired', maxAttempts: 3 })

/** Ends background work whose job is gone or used up, and removes what has been kept long enough. */
export const sweepBackgroundWork = defineJob<object>({ name: 'sweep_background_work', maxAttempts: 1 })
