import { defineJob } from '../platform/queue/define-job.ts'

/** Simulates the projects of a loaded sample once their schedules stand. */
export const simulateSample = defineJob<{ programId: string }>({
  name: 'simulate_sample',
  jobKey: (payload) => `simulate-sample:${payload.programId}`,
})
