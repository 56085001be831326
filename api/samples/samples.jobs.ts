import { defineJob } from '../platform/queue/define-job.ts'

/** Simulates the projects of a loaded sample once their schedules stand; `waitCount` says how often it came too early. */
export const simulateSample = defineJob<{ programId: string; waitCount?: number }>({
  name: 'simulate_sample',
  jobKey: (payload) => `simulate-sample:${payload.programId}`,
})
