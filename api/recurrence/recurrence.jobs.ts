import { defineJob } from '../platform/queue/define-job.ts'

/** Makes what rules owe for the days ahead. */
export const sweepRecurrence = defineJob<object>({ name: 'sweep_recurrence' })
