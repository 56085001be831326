import { sweepAttachments } from '../attachments/attachment.jobs.ts'
import { cleanExternalItems, pollConnections } from '../integrations/connections/connection.jobs.ts'
import { cleanMail } from '../mail/mail.jobs.ts'
import {
  cleanNotifications,
  mailNotifications,
  sendDigests,
  tellFinishes,
  tellStaleTasks,
} from '../notifications/notification.jobs.ts'
import { coordinateRetention } from '../operations/retention/purge.work.ts'
import type { JobContract } from '../platform/queue/define-job.ts'
import { cleanQueue, purgeExpired, sweepBackgroundWork } from '../platform/queue/queue.jobs.ts'
import { refreshDataDates } from '../recompute/recompute.jobs.ts'
import { sweepRecurrence } from '../recurrence/recurrence.jobs.ts'
import { snapshotBurndowns } from '../sprints/burndown/burndown.jobs.ts'
import { sweepSprintCloses } from '../sprints/close/close.jobs.ts'
import { expireInvites } from '../workspace/invites/invite.jobs.ts'

/** A job that starts by the clock. */
export interface ClockedJob {
  readonly job: JobContract<object>
  /** Minute, hour, day of month, month, day of week, in UTC. */
  readonly when: string
  /** What it is about, for whoever looks at the list. */
  readonly category: 'maintenance' | 'planning' | 'notifications' | 'integrations' | 'people'
  /** How far back a start that was missed while nothing ran is made up for; once. */
  readonly catchUpMs?: number
}

/** Every job that starts by the clock, one line each; `jobs/periodic.ts` starts them. */
export const clockedJobs: readonly ClockedJob[] = [
  { job: cleanQueue, when: '45 2 * * *', category: 'maintenance' },
  { job: cleanMail, when: '50 2 * * *', category: 'maintenance' },
  { job: mailNotifications, when: '* * * * *', category: 'notifications' },
  { job: cleanNotifications, when: '15 3 * * *', category: 'maintenance' },
  { job: sendDigests, when: '10 * * * *', category: 'notifications' },
  { job: tellStaleTasks, when: '30 5 * * *', category: 'notifications', catchUpMs: 12 * 3_600_000 },
  { job: tellFinishes, when: '35 * * * *', category: 'notifications' },
  { job: expireInvites, when: '10 * * * *', category: 'people' },
  { job: refreshDataDates, when: '5 * * * *', category: 'planning' },
  { job: purgeExpired, when: '25 * * * *', category: 'maintenance' },
  { job: coordinateRetention, when: '*/30 * * * *', category: 'maintenance' },
  { job: sweepSprintCloses, when: '* * * * *', category: 'planning' },
  { job: snapshotBurndowns, when: '0 1 * * *', category: 'planning', catchUpMs: 12 * 3_600_000 },
  { job: pollConnections, when: '*/15 * * * *', category: 'integrations' },
  { job: cleanExternalItems, when: '45 3 * * *', category: 'maintenance' },
  { job: sweepRecurrence, when: '*/15 * * * *', category: 'planning' },
  { job: sweepAttachments, when: '20 * * * *', category: 'maintenance' },
  { job: sweepBackgroundWork, when: '*/5 * * * *', category: 'maintenance' },
]
