import { displayNameOf } from '../accounts/account.entity.ts'
import type { Actor, Caller, Services } from '../platform/context.ts'
import { sessionExpired, unauthenticated } from '../platform/errors.ts'
import type { Route } from '../platform/http/route.ts'
import { noteTokenUse } from '../tokens/agent-log/record-agent-actions.ts'
import { authenticateToken } from '../tokens/authenticate-token.ts'
import { accountOfAccessToken } from './access-account.ts'
import { checkAudience } from './check-audience.ts'
import { hasExpired } from './session-tokens.ts'

const BEARER = /^Bearer ([\x21-\x7e]+)$/i
const NO_BEARER = 'Send the token as `Authorization: Bearer <token>`.'
const NOT_VALID = 'The token is not valid: it is cut off, was made elsewhere, or its session has ended. Sign in again.'

/**
 * Who an Authorization header speaks for. A public route looks at no credentials; on every other a missing or bad one
 * is 401. The account is looked up on every request, so a deactivated person is out at once.
 */
export async function authenticateBearer(
  services: Services,
  header: string | undefined,
  route: Route,
  caller: Caller,
): Promise<Actor> {
  if (route.audience === 'public') return { kind: 'anonymous' }
  const token = BEARER.exec(header ?? '')?.[1]
  if (token === undefined) throw unauthenticated(header === undefined ? undefined : NO_BEARER)
  const actor = token.startsWith('svc_')
    ? await authenticateToken(services, token, (shown) => noteTokenUse(caller, shown, route))
    : await authenticateSession(services, token)
  checkAudience(services, actor, route)
  return actor
}

async function authenticateSession(services: Services, token: string): Promise<Actor> {
  const account = await accountOfAccessToken(services, token)
  if (!account) {
    const isOver = await hasExpired(token, services, services.clock.now())
    throw isOver ? sessionExpired() : unauthenticated(NOT_VALID)
  }
  const { id, username, is_superuser: isSuperuser } = account
  return {
    kind: 'account',
    via: 'session',
    account: { id, username, isSuperuser, displayName: displayNameOf(account) },
  }
}
