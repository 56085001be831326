import { hashToken } from '../../platform/ids.ts'
import { defineJob } from '../../platform/queue/define-job.ts'

/**
 * Looks for the account of an address and writes to it. In a job, so that the request does the same for every address,
 * known or not.
 */
export const preparePasswordReset = defineJob<{ email: string }>({
  name: 'prepare_password_reset',
  jobKey: (payload) => `password-reset:${hashToken(payload.email)}`,
})
