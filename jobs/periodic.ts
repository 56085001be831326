import { type ParsedCronItem, parseCronItems } from 'graphile-worker'
import { type ClockedJob, clockedJobs } from '../api/server/clocked-jobs.ts'

/** The table in the queue's own form. A job that still waits is not asked for twice. */
export function cronItems(jobs: readonly ClockedJob[] = clockedJobs): ParsedCronItem[] {
  return parseCronItems(
    jobs.map(({ job, when, catchUpMs = 0 }) => ({
      task: job.name,
      match: when,
      identifier: job.name,
      options: { backfillPeriod: catchUpMs, maxAttempts: job.maxAttempts, jobKey: `periodic:${job.name}` },
    })),
  )
}
