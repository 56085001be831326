import * as oidc from 'openid-client'
import type { Services } from '../../platform/context.ts'

type Keys = NonNullable<ReturnType<typeof oidc.getJwksCache>>

interface KeptKeys {
  readonly keys: Keys
  readonly askedAtMs: number
}

const caches = new WeakMap<Services['orm'], Map<string, KeptKeys>>()

/**
 * Gives a client the published keys that an earlier one fetched. How long they serve is the library's rule: five minutes, and
 * an unknown key id has them fetched anew, but not within a minute.
 */
export function takeKeptKeys(services: Services, client: oidc.Configuration, jwksUri: string): void {
  const kept = caches.get(services.orm)?.get(jwksUri)
  if (kept === undefined) return
  const ageSeconds = Math.floor((services.clock.now().getTime() - kept.askedAtMs) / 1000)
  kept.keys.uat = Math.floor(Date.now() / 1000) - ageSeconds
  oidc.setJwksCache(client, kept.keys)
}

/** Keeps those that a client fetched. */
export function putKeptKeys(services: Services, client: oidc.Configuration, jwksUri: string): void {
  const keys = oidc.getJwksCache(client)
  const cache = caches.get(services.orm) ?? new Map<string, KeptKeys>()
  const kept = cache.get(jwksUri)
  if (keys === undefined || kept?.keys.uat === keys.uat) return
  cache.set(jwksUri, { keys: structuredClone(keys), askedAtMs: services.clock.now().getTime() })
  caches.set(services.orm, cache)
}
