import { type ParsedCronItem, parseCronItems } from 'graphile-worker'
import { sweepAttachments } from '../api/attachments/attachment.jobs.ts'
import { cleanExternalItems, pollConnections } from '../api/integrations/connections/connection.jobs.ts'
import { cleanMail } from '../api/mail/mail.jobs.ts'
import { cleanNotifications, mailNotifications } from '../api/notifications/notification.jobs.ts'
import type { JobContract } from '../api/platform/queue/define-job.ts'
import { cleanQueue, purgeExpired, sweepBackgroundWork } from '../api/platform/queue/queue.jobs.ts'
import { emptyProjectTrash } from '../api/projects/lifecycle/project.jobs.ts'
import { refreshDataDates } from '../api/recompute/recompute.jobs.ts'
import { sweepRecurrence } from '../api/recurrence/recurrence.jobs.ts'
import { snapshotBurndowns } from '../api/sprints/burndown/burndown.jobs.ts'
import { sweepSprintCloses } from '../api/sprints/close/close.jobs.ts'
import { expireInvites } from '../api/workspace/invites/invite.jobs.ts'

/** A job that starts by the clock. */
export interface PeriodicJob {
  job: JobContract<object>
  /** Minute, hour, day of month, month, day of week, in UTC. */
  when: string
  /** How far back a start that was missed while nothing ran is made up for; once. */
  catchUpMs?: number
}

/** Every job that starts by the clock, one line each. */
export const periodicJobs: readonly PeriodicJob[] = [
  { job: cleanQueue, when: '45 2 * * *' },
  { job: cleanMail, when: '50 2 * * *' },
  { job: mailNotifications, when: '* * * * *' },
  { job: cleanNotifications, when: '15 3 * * *' },
  { job: expireInvites, when: '10 * * * *' },
  { job: refreshDataDates, when: '5 * * * *' },
  { job: purgeExpired, when: '25 * * * *' },
  { job: emptyProjectTrash, when: '40 * * * *' },
  { job: sweepSprintCloses, when: '* * * * *' },
  { job: snapshotBurndowns, when: '0 1 * * *', catchUpMs: 12 * 3_600_000 },
  { job: pollConnections, when: '*/15 * * * *' },
  { job: cleanExternalItems, when: '45 3 * * *' },
  { job: sweepRecurrence, when: '*/15 * * * *' },
  { job: sweepAttachments, when: '20 * * * *' },
  { job: sweepBackgroundWork, when: '*/5 * * * *' },
]

/** The table in the queue's own form. A job that still waits is not asked for twice. */
export function cronItems(jobs: readonly PeriodicJob[] = periodicJobs): ParsedCronItem[] {
  return parseCronItems(
    jobs.map(({ job, when, catchUpMs = 0 }) => ({
      task: job.name,
      match: when,
      identifier: job.name,
      options: { backfillPeriod: catchUpMs, maxAttempts: job.maxAttempts, jobKey: `periodic:${job.name}` },
    })),
  )
}
