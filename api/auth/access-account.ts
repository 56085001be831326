import { findActiveAccount, type SignInAccount } from '../accounts/account.queries.ts'
import type { Services } from '../platform/context.ts'
import { readAccessToken } from './session-tokens.ts'

/** Whom an access token speaks for; undefined for a bad one, a deactivated account and one whose sessions were ended since. */
export async function accountOfAccessToken(services: Services, token: string): Promise<SignInAccount | undefined> {
  const claims = await readAccessToken(token, services, services.clock.now())
  if (claims === null) return undefined
  const account = await findActiveAccount({ em: services.orm.em.fork() }, claims.accountId)
  return account?.session_epoch === claims.epoch ? account : undefined
}
