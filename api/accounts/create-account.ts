import type { Ctx } from '../platform/context.ts'
import { fieldError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { isUsername } from '../platform/text-forms.ts'
import { Account } from './account.entity.ts'
import { findNameConflict, lockNames } from './account-name.queries.ts'
import { hashPassword } from './password-hash.ts'

interface NewAccount {
  username: string
  email: string
  isSuperuser?: boolean
  first_name?: string
  last_name?: string
}

/** Creates an account; a malformed username, and a name or an address that means somebody else, is a field error. */
export async function createAccount(ctx: Ctx, input: NewAccount & { password: string }): Promise<Account> {
  if (!isUsername(input.username)) throw fieldError('username', 'Use letters, digits and @ . + - _ only, at most 150.')
  const passwordHash = await hashPassword(ctx, input.password)
  await lockNames(ctx, [input.username, input.email])
  const conflict = await findNameConflict(ctx, input)
  if (conflict === 'username') throw fieldError('username', 'This username is taken.')
  if (conflict === 'email') throw fieldError('email', 'This address is the username of another account.')
  return insertAccount(ctx, { ...input, passwordHash })
}

/** Writes the row of an account whose fields were checked. */
export async function insertAccount(ctx: Ctx, input: NewAccount & { passwordHash: string }): Promise<Account> {
  const account = ctx.em.create(Account, {
    id: newId(),
    username: input.username,
    email: input.email,
    first_name: input.first_name ?? '',
    last_name: input.last_name ?? '',
    password_hash: input.passwordHash,
    is_superuser: input.isSuperuser ?? false,
    is_active: true,
    created_at: ctx.services.clock.now(),
  })
  await ctx.em.flush()
  return account
}
