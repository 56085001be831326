import { defineJob } from '../platform/queue/define-job.ts'

/** Removes attachments deleted long ago, and files that no row speaks of. */
export const sweepAttachments = defineJob<object>({ name: 'sweep_attachments', maxAttempts: 3 })
