import { findActiveAccounts, type SignInAccount } from '../accounts/account.queries.ts'
import type { Services } from '../platform/context.ts'
import { lookUpTogether } from '../platform/db/look-up-together.ts'
import { readAccessToken } from './session-tokens.ts'

type FindAccount = (accountId: string) => Promise<SignInAccount | undefined>

/** By the object mapper of a process: every request asks for its account before anything else. */
const finders = new WeakMap<object, FindAccount>()

/** Whom an access token speaks for; undefined for a bad one, a deactivated account and one whose sessions were ended since. */
export async function accountOfAccessToken(services: Services, token: string): Promise<SignInAccount | undefined> {
  const claims = await readAccessToken(token, services, services.clock.now())
  if (claims === null) return undefined
  const account = await finderOf(services)(claims.accountId)
  return account?.session_epoch === claims.epoch ? account : undefined
}

function finderOf({ orm }: Services): FindAccount {
  const known = finders.get(orm)
  if (known) return known
  const find = lookUpTogether(async (ids) => {
    const found = await findActiveAccounts({ em: orm.em.fork() }, ids)
    return new Map(found.map((account) => [account.id, account]))
  })
  finders.set(orm, find)
  return find
}
