import { defineJob } from '../platform/queue/define-job.ts'

/** Compares a plan file's own dates with the computed ones and writes the outcome into the import's summary. */
export const checkImportDates = defineJob<{ requestId: string }>({
  name: 'check_import_dates',
  maxAttempts: 5,
  jobKey: (payload) => `import-dates:${payload.requestId}`,
})
