import { defineJob } from '../../platform/queue/define-job.ts'

/** Ends a sprint as its request says. The job only points at the request, which counts the attempts itself. */
export const closeSprintJob = defineJob<{ requestId: string }>({
  name: 'close_sprint',
  jobKey: (payload) => `close-sprint:${payload.requestId}`,
})

/** Asks again for requests whose job is gone, and forgets those that ended long ago. */
export const sweepSprintCloses = defineJob<object>({ name: 'sweep_sprint_closes', maxAttempts: 1 })
