import { defineJob } from './define-job.ts'

/** Removes what has outlived its time: stored replies, sessions, tickets, sign-ins under way, socket frames. */
export const purgeExpired = defineJob<object>({ name: 'purge_expired', maxAttempts: 3 })
