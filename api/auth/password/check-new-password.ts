import { verifyPassword } from '../../accounts/password-hash.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuseUnless } from '../../platform/errors.ts'
import { weakPassword } from './password.errors.ts'
import type { ResettableAccount } from './password.queries.ts'
import { passwordFaults } from './password-policy.ts'

/** Refuses a new password with everything that is wrong with it. */
export async function checkNewPassword(ctx: Ctx<unknown>, account: ResettableAccount, password: string): Promise<void> {
  const faults = await passwordFaults(password, account)
  if ((await verifyPassword(ctx, password, account.password_hash)).matches)
    faults.push('The password must differ from the current one.')
  refuseUnless(faults.length === 0, () => weakPassword(faults))
}
