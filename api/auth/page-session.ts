import { parseCookie, parseSetCookie, stringifySetCookie } from 'cookie'
import { findActiveAccount } from '../accounts/account.queries.ts'
import type { Services } from '../platform/context.ts'
import type { Config } from '../platform/settings/config.ts'
import { isSessionOpen, revokeFamily } from './session.queries.ts'
import { mintAccessToken, mintPageToken, readPageToken, readRefreshToken, refreshLife } from './session-tokens.ts'

// The service's own pages know a browser by a cookie of their own. It names the session of the refresh cookie that was
// given with it, so that whatever ends the one ends the other, and it opens no door of the API by itself.

const SUFFIX = '_pages'

function cookieName(config: Config): string {
  return `${config.authRefreshCookieName}${SUFFIX}`
}

/** Lax: somebody who follows a link from a mail is still signed in; a form of another site is not. */
function attributes(config: Config) {
  return { httpOnly: true, secure: config.authRefreshCookieSecure, sameSite: 'lax', path: '/' } as const
}

/** The page cookie beside a refresh cookie that was just given (`Set-Cookie`); undefined where it gave no session. */
export async function pageCookieBeside(services: Services, setCookie: string): Promise<string | undefined> {
  const { config, clock } = services
  const given = parseSetCookie(setCookie)
  if (given.name !== config.authRefreshCookieName || !given.value) return undefined
  const now = clock.now()
  const claims = await readRefreshToken(given.value, services, now)
  if (!claims) return undefined
  const life = refreshLife(claims.remember, config)
  const expiresAt = new Date(now.getTime() + life.seconds * 1000)
  return stringifySetCookie({
    name: cookieName(config),
    value: await mintPageToken(claims, expiresAt, services, Math.floor(now.getTime() / 1000)),
    ...attributes(config),
    ...(life.persistent ? { maxAge: life.seconds } : {}),
  })
}

export function clearPageCookie(config: Config): string {
  return stringifySetCookie({ name: cookieName(config), value: '', ...attributes(config), maxAge: 0 })
}

export interface PageSession {
  readonly accountId: string
  readonly tokenId: string
  /** Lets the page ask the API in the person's name. */
  readonly access: string
}

/** Who a browser is signed in as; null for nobody, an ended session and a deactivated account. */
export async function findPageSession(services: Services, cookies: string | undefined): Promise<PageSession | null> {
  const token = cookies === undefined ? undefined : parseCookie(cookies)[cookieName(services.config)]
  if (!token) return null
  const now = services.clock.now()
  const claims = await readPageToken(token, services, now)
  if (!claims) return null
  const db = { em: services.orm.em.fork() }
  const account = await findActiveAccount(db, claims.accountId)
  if (!account || !(await isSessionOpen(db, claims.id, now))) return null
  const session = { accountId: account.id, epoch: account.session_epoch }
  const access = await mintAccessToken(session, services, Math.floor(now.getTime() / 1000))
  return { accountId: account.id, tokenId: claims.id, access }
}

/** Signs a browser out, of the pages and of the client that shares the session. */
export async function endPageSession(services: Services, session: PageSession): Promise<void> {
  await services.systemContext((ctx) => revokeFamily(ctx, session.tokenId))
}
