import { defineJob } from '../../platform/queue/define-job.ts'

/** Writes down which pending invites have run out. */
export const expireInvites = defineJob<object>({ name: 'expire_invites' })
