import { parseCookie, stringifySetCookie } from 'cookie'
import type { Caller, Ctx } from '../platform/context.ts'
import { forbidden } from '../platform/errors.ts'
import { admitsOrigin } from '../platform/http/origins.ts'
import type { Config } from '../platform/settings/config.ts'
import type { RefreshLife } from './session-tokens.ts'

/** The refresh token of the request's cookie, or undefined. */
export function refreshCookie(caller: Caller, config: Config): string | undefined {
  const header = caller.header('cookie')
  return header === undefined ? undefined : parseCookie(header)[config.authRefreshCookieName] || undefined
}

/** `Set-Cookie` with a token; persistent only when the person asked to be remembered. */
export function setRefreshCookie(token: string, life: RefreshLife, config: Config): string {
  return stringifySetCookie({
    name: config.authRefreshCookieName,
    value: token,
    ...attributes(config),
    ...(life.persistent ? { maxAge: life.seconds } : {}),
  })
}

export function clearRefreshCookie(config: Config): string {
  return stringifySetCookie({ name: config.authRefreshCookieName, value: '', ...attributes(config), maxAge: 0 })
}

function attributes(config: Config) {
  return {
    httpOnly: true,
    secure: config.authRefreshCookieSecure,
    sameSite: config.authRefreshCookieSamesite.toLowerCase() as 'strict' | 'lax' | 'none',
    path: config.authRefreshCookiePath,
  }
}

/** A browser names where a request comes from; the cookie serves only our own pages. */
export function refuseForeignOrigin({ caller, services }: Ctx): void {
  if (!admitsOrigin(services, caller.header('origin'), 'cookie'))
    throw forbidden('This origin may not use the refresh cookie.')
}
