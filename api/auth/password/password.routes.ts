import type { Ctx } from '../../platform/context.ts'
import { byAccount, byIp } from '../../platform/http/rate-limits.ts'
import { route } from '../../platform/http/route.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import { changePassword } from './change-password.ts'
import { confirmReset } from './confirm-reset.ts'
import { preparePasswordReset } from './password.jobs.ts'
import { changeBody, confirmBody, detailReply, passwordRefusal, resetBody } from './password.schema.ts'

const tag = 'auth'
const refusals = { 400: { description: 'A bad link, or a password that is too weak.', schema: passwordRefusal } }

export const passwordRoutes = [
  route({
    method: 'POST',
    path: '/auth/password/reset/',
    tag,
    summary: 'Ask for a mail with a link that resets the password',
    audience: 'public',
    limits: [byIp('password_reset', (config) => config.throttlePasswordResetRate)],
    body: resetBody,
    reply: detailReply,
    run: async (ctx: Ctx, { body }) => {
      enqueue(ctx, preparePasswordReset, { email: body.email.toLowerCase() })
      return { detail: 'If an account with a password has this address, a mail is on its way.' }
    },
  }),
  route({
    method: 'POST',
    path: '/auth/password/reset/confirm/',
    tag,
    summary: 'Set a new password by the link of the mail',
    audience: 'public',
    limits: [byIp('password_reset', (config) => config.throttlePasswordResetRate)],
    // Hashing takes a while; no transaction is held open meanwhile.
    transaction: false,
    body: confirmBody,
    reply: detailReply,
    otherReplies: refusals,
    run: (ctx, { body }) => confirmReset(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/auth/password/change/',
    tag,
    summary: 'Change one’s password; ends all sessions and personal tokens',
    limits: [
      byIp('password_change', (config) => config.throttlePasswordResetRate),
      byAccount('password_change_account', (config) => config.throttlePasswordResetRate),
    ],
    body: changeBody,
    reply: detailReply,
    otherReplies: refusals,
    run: (ctx, { body }) => changePassword(ctx, body),
  }),
]
