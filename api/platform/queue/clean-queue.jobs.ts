import { defineJob } from './define-job.ts'

/** Removes what finished jobs leave behind in the tables of the queue. */
export const cleanQueue = defineJob<object>({ name: 'clean_queue' })
