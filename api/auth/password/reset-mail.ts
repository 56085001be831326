import { displayNameOf } from '../../accounts/account.entity.ts'
import type { MailContent } from '../../mail/queue-mail.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ResettableAccount } from './password.queries.ts'
import { mintResetToken, resetUid } from './reset-token.ts'

/** The mail with the link; written when it is about to go out, so that the link has its full life. */
export function resetMail(ctx: Pick<Ctx, 'services'>, account: ResettableAccount): MailContent {
  const { appUrl, passwordResetTimeout } = ctx.services.config
  const uid = resetUid(account.id)
  const token = mintResetToken(ctx, account)
  const minutes = Math.floor(passwordResetTimeout / 60)
  return {
    to: account.email,
    subject: 'Reset your password',
    text: `Hello ${displayNameOf(account)},

somebody asked to reset the password of your account
"${account.username}". Follow this link to choose a new one:

${appUrl}/reset-password/confirm/${uid}/${token}/?uid=${uid}&token=${token}

The link is valid for ${minutes} minutes and works once. All devices will be
signed out and personal access tokens will be revoked.

If you did not ask for this, ignore this message: nothing changes.
`,
  }
}
