import { defineJob } from '../../platform/queue/define-job.ts'

/** Reads the stored seed on an importer thread and writes the program. The job only points at the row. */
export const runSeedImport = defineJob<{ jobId: string }>({
  name: 'run_seed_import',
  maxAttempts: 4,
  jobKey: (payload) => `seed-import:${payload.jobId}`,
})
