import { defineJob } from '../../platform/queue/define-job.ts'

/** Simulates a project as its run asks. The job only points at the row of the run. */
export const simulateInBackground = defineJob<{ taskRunId: string }>({
  name: 'simulate_in_background',
  maxAttempts: 3,
  jobKey: ({ taskRunId }) => `task-run:${taskRunId}`,
})

/** Ends runs whose job is gone or used up, and removes what is kept too long. */
export const sweepTaskRuns = defineJob<object>({ name: 'sweep_task_runs', maxAttempts: 1 })
