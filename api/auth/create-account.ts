import type { Ctx } from '../platform/context.ts'
import { fieldError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { Account } from './account.entity.ts'
import { hashPassword } from './password-hash.ts'

const USERNAME = /^[\p{L}\p{N}@.+_-]{1,150}$/u

/** Creates an account; a taken or malformed username is a field error. */
export async function createAccount(
  ctx: Ctx,
  input: {
    username: string
    email: string
    password: string
    isSuperuser?: boolean
    firstName?: string
    lastName?: string
  },
): Promise<Account> {
  if (!USERNAME.test(input.username))
    throw fieldError('username', 'Use letters, digits and @ . + - _ only, at most 150.')
  if (await ctx.em.findOne(Account, { username: input.username }))
    throw fieldError('username', 'This username is taken.')
  const account = ctx.em.create(Account, {
    id: newId(),
    username: input.username,
    email: input.email,
    firstName: input.firstName ?? '',
    lastName: input.lastName ?? '',
    passwordHash: await hashPassword(input.password),
    isSuperuser: input.isSuperuser ?? false,
    isActive: true,
    createdAt: ctx.services.clock.now(),
  })
  await ctx.em.flush()
  return account
}
