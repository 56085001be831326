import { defineJob } from '../platform/queue/define-job.ts'

/** Reads the stored upload on an importer thread and writes the plan. The job only points at the request's row. */
export const runImport = defineJob<{ requestId: string }>({
  name: 'run_import',
  maxAttempts: 5,
  jobKey: (payload) => `import:${payload.requestId}`,
})
