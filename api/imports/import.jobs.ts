import { defineJob } from '../platform/queue/define-job.ts'

/** Reads the stored upload on an importer thread and writes the plan. The job only points at the request's row. */
export const runImport = defineJob<{ requestId: string }>({
  name: 'run_import',
  maxAttempts: 5,
  jobKey: (payload) => `import:${payload.requestId}`,
})

/** Compares a plan file's own dates with the computed ones and writes the outcome into the import's summary. */
export const checkImportDates = defineJob<{ requestId: string }>({
  name: 'check_import_dates',
  maxAttempts: 5,
  jobKey: (payload) => `import-dates:${payload.requestId}`,
})

/** Ends imports whose job is gone or used up, and removes what is kept too long. */
export const sweepImports = defineJob<object>({ name: 'sweep_imports', maxAttempts: 1 })
