import { hashPassword, verifyPassword } from '../../accounts/password-hash.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { checkNewPassword } from './check-new-password.ts'
import { findAccountById } from './password.queries.ts'
import { setPassword } from './set-password.ts'

/** Changes one's own password. Of parallel changes with one current password one wins. */
export async function changePassword(
  ctx: Ctx,
  input: { current_password: string; new_password: string },
): Promise<{ detail: string }> {
  const accountId = actingAccount(ctx).id
  const account = await findAccountById(ctx, accountId)
  const { matches } = await verifyPassword(ctx, input.current_password, account?.password_hash ?? null)
  if (!account || !matches) throw wrongPassword()
  await checkNewPassword(ctx, account, input.new_password)
  const passwordHash = await hashPassword(ctx, input.new_password)
  const locked = await findAccountById(ctx, accountId, { isLocked: true })
  refuseUnless(locked?.password_hash === account.password_hash, wrongPassword)
  await setPassword(ctx, { accountId, passwordHash, reason: 'password_change' })
  return { detail: 'The password was changed. Sign in again on every device.' }
}

function wrongPassword() {
  return fieldError('current_password', 'The current password is wrong.')
}
