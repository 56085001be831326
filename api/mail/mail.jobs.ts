import { defineJob } from '../platform/queue/define-job.ts'

/** Sends one message. Its attempts are counted on the message, not on the job. */
export const sendMail = defineJob<{ mailId: string }>({ name: 'send_mail' })

/** Removes what is left of messages that ended long ago. */
export const cleanMail = defineJob<object>({ name: 'clean_mail' })
