import * as oidc from 'openid-client'
import type { Services } from '../../platform/context.ts'
import { AddressRefused, ExchangeFailed, guardedFetch } from '../../platform/egress/guarded-fetch.ts'
import { type SsoCode, SsoFailure } from '../sso.errors.ts'

/** Statuses whose replies have no body. */
const BODILESS = [204, 205, 304]

/** Requests of the protocol's library, through the one door for outbound HTTP. */
export function guardedRequests(services: Services): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const reply = await guardedFetch(services.config, url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    })
    const fields = Object.entries(reply.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    )
    const isBodiless = BODILESS.includes(reply.status)
    return new Response(isBodiless ? null : new Uint8Array(reply.body), { status: reply.status, headers: fields })
  }
}

/** The same during a sign-in. `codes` says of an address how a sign-in ends when it answers no JSON with 200. */
export function signInRequests(services: Services, codes: Readonly<Record<string, SsoCode>>): oidc.CustomFetch {
  const ask = guardedRequests(services)
  const codeOf = new Map(Object.entries(codes).map(([address, code]) => [new URL(address).href, code]))
  return async (url, options) => {
    const response = await ask(url, options).catch((error) => {
      const isOutOfReach = error instanceof AddressRefused || error instanceof ExchangeFailed
      throw isOutOfReach ? new SsoFailure('provider_unreachable', error.message, { cause: error }) : error
    })
    const code = codeOf.get(url)
    if (code !== undefined && !(response.status === 200 && (await holdsJson(response.clone()))))
      throw new SsoFailure(code, `${new URL(url).pathname} answered ${response.status}`)
    return response
  }
}

async function holdsJson(response: Response): Promise<boolean> {
  try {
    const value: unknown = await response.json()
    return value !== null && typeof value === 'object'
  } catch {
    return false
  }
}

/** Providers are asked in the open in development alone. */
export function transportRules(services: Services): ((config: oidc.Configuration) => void)[] {
  return services.config.env === 'development' ? [oidc.allowInsecureRequests] : []
}

/** The failure of a sign-in: the one met on the way, else `code` for what the library refused. */
export function failureOf(error: unknown, code: SsoCode): unknown {
  const met = causeOf(error, SsoFailure)
  if (met) return met
  const kinds = [oidc.ClientError, oidc.ResponseBodyError, oidc.AuthorizationResponseError]
  if (!kinds.some((kind) => error instanceof kind) && !(error instanceof oidc.WWWAuthenticateChallengeError))
    return error
  const { message, cause } = error as Error
  const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
  return new SsoFailure(code, reason, { cause: error })
}

/** The first of the kind among an error and what caused it. */
export function causeOf<T extends Error>(error: unknown, kind: abstract new (...args: never[]) => T): T | null {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof kind) return one
  return null
}
