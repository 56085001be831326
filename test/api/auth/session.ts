import type { Clock } from '../../../api/platform/clock.ts'
import { civilDay } from '../../../api/platform/clock.ts'
import type { Answer, Client } from '../../support/client.ts'

/** A clock that a test moves. */
export interface HandClock extends Clock {
  advance(seconds: number): void
}

export function handClock(start = '2026-03-02T09:00:00Z'): HandClock {
  let nowMs = Date.parse(start)
  return {
    now: () => new Date(nowMs),
    today: (zone) => civilDay(new Date(nowMs), zone),
    advance(seconds) {
      nowMs += seconds * 1000
    },
  }
}

export interface CookieFacts {
  readonly value: string
  readonly attributes: Record<string, string | boolean>
}

/** The refresh cookie that a reply sets, or null. */
export function cookieOf(answer: Answer<unknown>): CookieFacts | null {
  const header = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('svc_refresh='))
  if (header === undefined) return null
  const [pair = '', ...rest] = header.split('; ')
  const attributes = Object.fromEntries(
    rest.map((part) => {
      const [name = '', value] = part.split('=')
      return [name.toLowerCase(), value ?? true]
    }),
  )
  return { value: pair.slice('svc_refresh='.length), attributes }
}

export function signIn(client: Client, username: string, password: string, rememberMe?: unknown) {
  const remember = rememberMe === undefined ? {} : { remember_me: rememberMe }
  return client.post('/auth/token/', { username, password, ...remember })
}

export function refresh(client: Client, cookie: string | null, headers: Record<string, string> = {}) {
  const own: Record<string, string> = cookie === null ? {} : { Cookie: `theme=dark; svc_refresh=${cookie}` }
  return client.post('/auth/token/refresh/', undefined, { ...own, ...headers })
}

export function logout(client: Client, cookie: string | null, headers: Record<string, string> = {}) {
  const own: Record<string, string> = cookie === null ? {} : { Cookie: `svc_refresh=${cookie}` }
  return client.post('/auth/logout/', undefined, { ...own, ...headers })
}
