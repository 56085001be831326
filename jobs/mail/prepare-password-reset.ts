import { findAccountByEmail } from '../../api/auth/password/password.queries.ts'
import { resetMail } from '../../api/auth/password/reset-mail.ts'
import { queueMail } from '../../api/mail/queue-mail.ts'
import type { Services } from '../../api/platform/context.ts'

/** Writes to the account of an address, if there is one that can use a link. */
export async function preparePasswordResetBody(services: Services, payload: { email: string }): Promise<void> {
  await services.systemContext(async (ctx) => {
    const account = await findAccountByEmail(ctx, payload.email)
    if (account) await queueMail(ctx, { ...resetMail(ctx, account), purpose: 'password_reset', subjectId: account.id })
  })
}
