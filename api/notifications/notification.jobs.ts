import { defineJob } from '../platform/queue/define-job.ts'

/** Sends mail of what was not read in the service within some minutes. */
export const mailNotifications = defineJob<object>({ name: 'mail_notifications' })

/** Sends digests to those whose hour has come. */
export const sendDigests = defineJob<object>({ name: 'send_digests' })

/** Reminds people of tasks that nobody moved on. */
export const tellStaleTasks = defineJob<object>({ name: 'tell_stale_tasks' })

/** Tells leaders of projects whose end has moved far. */
export const tellFinishes = defineJob<object>({ name: 'tell_finishes' })

/** Removes what was read and put away long ago. */
export const cleanNotifications = defineJob<object>({ name: 'clean_notifications' })
