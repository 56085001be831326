import { defineJob } from '../platform/queue/define-job.ts'

/** Sends mail of what was not read in the service within some minutes. */
export const mailNotifications = defineJob<object>({ name: 'mail_notifications' })

/** Removes what was read and put away long ago. */
export const cleanNotifications = defineJob<object>({ name: 'clean_notifications' })
