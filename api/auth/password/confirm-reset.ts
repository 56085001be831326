import { hashPassword } from '../../accounts/password-hash.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuseUnless } from '../../platform/errors.ts'
import { checkNewPassword } from './check-new-password.ts'
import { invalidResetToken } from './password.errors.ts'
import { findAccountById, type ResettableAccount } from './password.queries.ts'
import { accountOfUid, isResetToken } from './reset-token.ts'
import { setPassword } from './set-password.ts'

interface Confirmation {
  uid: string
  token: string
  new_password: string
}

/**
 * Sets a new password by the link of a mail. Hashing comes before the transaction; under the account's lock the link is
 * judged again, so of any number of parallel uses one wins.
 */
export async function confirmReset(ctx: Ctx, input: Confirmation): Promise<{ detail: string }> {
  const account = await accountOfLink(ctx, input, false)
  await checkNewPassword(ctx, account, input.new_password)
  const passwordHash = await hashPassword(ctx, input.new_password)
  await ctx.services.systemContext(async (own) => {
    const { id } = await accountOfLink(own, input, true)
    await setPassword({ ...own, caller: ctx.caller }, { accountId: id, passwordHash, reason: 'password_reset' })
  })
  return { detail: 'The password was changed. Sign in with the new one.' }
}

async function accountOfLink(ctx: Ctx, input: Confirmation, isLocked: boolean): Promise<ResettableAccount> {
  const accountId = accountOfUid(input.uid)
  const account = accountId === null ? undefined : await findAccountById(ctx, accountId, { isLocked })
  refuseUnless(account && isResetToken(ctx, account, input.token), invalidResetToken)
  return account
}
