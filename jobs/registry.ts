import type { TaskList } from 'graphile-worker'
import { sweepAttachments } from '../api/attachments/attachment.jobs.ts'
import { preparePasswordReset } from '../api/auth/password/password.jobs.ts'
import { checkImportDates } from '../api/imports/import.jobs.ts'
import { cleanExternalItems, pollConnections, syncConnection } from '../api/integrations/connections/connection.jobs.ts'
import { cleanMail, sendMail } from '../api/mail/mail.jobs.ts'
import {
  cleanNotifications,
  mailNotifications,
  sendDigests,
  tellFinishes,
  tellStaleTasks,
} from '../api/notifications/notification.jobs.ts'
import { coordinateRetention } from '../api/operations/retention/purge.work.ts'
import type { Services } from '../api/platform/context.ts'
import type { JobContract, Lane } from '../api/platform/queue/define-job.ts'
import { cleanQueue, purgeExpired, sweepBackgroundWork } from '../api/platform/queue/queue.jobs.ts'
import { recomputeProject, recomputeUnattended, refreshDataDates } from '../api/recompute/recompute.jobs.ts'
import { sweepRecurrence } from '../api/recurrence/recurrence.jobs.ts'
import { simulateSample } from '../api/samples/samples.jobs.ts'
import { snapshotBurndowns } from '../api/sprints/burndown/burndown.jobs.ts'
import { closeSprintJob, sweepSprintCloses } from '../api/sprints/close/close.jobs.ts'
import { expireInvites } from '../api/workspace/invites/invite.jobs.ts'
import { comingBack } from './come-back.ts'
import { checkImportDatesBody } from './imports/check-import-dates.ts'
import { cleanExternalItemsBody, pollConnectionsBody, syncConnectionBody } from './integrations/read-trackers.ts'
import type { JobBody } from './job-body.ts'
import { inJobSpan } from './job-span.ts'
import { cleanMailBody } from './mail/clean-mail.ts'
import { expireInvitesBody } from './mail/expire-invites.ts'
import { preparePasswordResetBody } from './mail/prepare-password-reset.ts'
import { sendMailBody } from './mail/send-mail.ts'
import { cleanQueueBody } from './maintenance/clean-queue.ts'
import { coordinateRetentionBody } from './maintenance/coordinate-retention.ts'
import { purgeExpiredBody } from './maintenance/purge-expired.ts'
import { sweepAttachmentsBody } from './maintenance/sweep-attachments.ts'
import { sweepBackgroundWorkBody } from './maintenance/sweep-background-work.ts'
import { notingFailures } from './note-failures.ts'
import { cleanNotificationsBody, mailNotificationsBody } from './notifications/mail-notifications.ts'
import { sendDigestsBody } from './notifications/send-digests.ts'
import { tellOfFinishesBody, tellOfStaleTasksBody } from './notifications/tell-rounds.ts'
import { sweepRecurrenceBody } from './recurrence/sweep-recurrence.ts'
import { simulateSampleBody } from './samples/simulate-sample.ts'
import { recomputeInPaceBody } from './schedule/recompute-in-pace.ts'
import { recomputeProjectBody } from './schedule/recompute-project.ts'
import { refreshDataDatesBody } from './schedule/refresh-data-dates.ts'
import { closeSprintBody } from './sprints/close-sprint.ts'
import { snapshotBurndownsBody } from './sprints/snapshot-burndowns.ts'
import { sweepSprintClosesBody } from './sprints/sweep-sprint-closes.ts'
import { workList } from './work-list.ts'

/** A contract of a slice with its body. */
export interface RegisteredJob {
  name: string
  lane: Lane
  body: JobBody<never>
}

/** Joins a contract with its body; the payload types must agree. */
export function register<P extends object>(contract: JobContract<P>, body: JobBody<P>): RegisteredJob {
  return { name: contract.name, lane: contract.lane, body: body as JobBody<never> }
}

/** Every job, one line each; background work is listed in `work-list.ts`. */
export const registry: readonly RegisteredJob[] = [
  ...workList.map(({ work, body }) => register(work.job, body)),
  register(sweepAttachments, sweepAttachmentsBody),
  register(sweepBackgroundWork, sweepBackgroundWorkBody),
  register(cleanQueue, cleanQueueBody),
  register(sendMail, sendMailBody),
  register(cleanMail, cleanMailBody),
  register(mailNotifications, mailNotificationsBody),
  register(cleanNotifications, cleanNotificationsBody),
  register(sendDigests, sendDigestsBody),
  register(tellStaleTasks, tellOfStaleTasksBody),
  register(tellFinishes, tellOfFinishesBody),
  register(expireInvites, expireInvitesBody),
  register(preparePasswordReset, preparePasswordResetBody),
  register(recomputeProject, recomputeInPaceBody),
  register(recomputeUnattended, recomputeProjectBody),
  register(refreshDataDates, refreshDataDatesBody),
  register(checkImportDates, checkImportDatesBody),
  register(purgeExpired, purgeExpiredBody),
  register(coordinateRetention, coordinateRetentionBody),
  register(simulateSample, simulateSampleBody),
  register(closeSprintJob, closeSprintBody),
  register(sweepSprintCloses, sweepSprintClosesBody),
  register(sweepRecurrence, sweepRecurrenceBody),
  register(snapshotBurndowns, snapshotBurndownsBody),
  register(syncConnection, syncConnectionBody),
  register(pollConnections, pollConnectionsBody),
  register(cleanExternalItems, cleanExternalItemsBody),
]

/** The jobs in the form the queue runs them: what passes does not count as an attempt. */
export function taskList(services: Services, jobs: readonly RegisteredJob[] = registry): TaskList {
  const tasks: TaskList = {}
  for (const { name, body } of jobs) {
    tasks[name] = (payload, helpers) => {
      const work = () => inJobSpan(name, helpers, () => body(services, payload as never, helpers))
      return notingFailures(services, helpers, () => comingBack(services, helpers, work))
    }
  }
  return tasks
}
