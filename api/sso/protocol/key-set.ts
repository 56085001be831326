import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey, errors as joseErrors } from 'jose'
import type { Services } from '../../platform/context.ts'
import { SsoFailure } from '../sso.errors.ts'
import { askProvider, jsonObject } from './issuer-metadata.ts'

const KEPT_MS = 600 * 1000
/** After a forced refresh, unknown key ids are taken for what they look like for a while. */
const PATIENCE_MS = 30 * 1000

interface KeptKeys {
  readonly keyOf: JWTVerifyGetKey
  readonly untilMs: number
  forcedAtMs: number
}

const caches = new WeakMap<Services['orm'], Map<string, KeptKeys>>()

/** The key of a token by the provider's published set; an unknown key id has the set fetched once more. */
export function keyResolver(services: Services, jwksUri: string): JWTVerifyGetKey {
  return async (header, token) => {
    const kept = await currentKeys(services, jwksUri)
    try {
      return await kept.keyOf(header, token)
    } catch (error) {
      if (!(error instanceof joseErrors.JWKSNoMatchingKey)) throw error
      const nowMs = services.clock.now().getTime()
      if (nowMs - kept.forcedAtMs < PATIENCE_MS) throw error
      const fresh = await fetchKeys(services, jwksUri)
      fresh.forcedAtMs = nowMs
      return fresh.keyOf(header, token)
    }
  }
}

async function currentKeys(services: Services, jwksUri: string): Promise<KeptKeys> {
  const kept = caches.get(services.orm)?.get(jwksUri)
  return kept && kept.untilMs > services.clock.now().getTime() ? kept : fetchKeys(services, jwksUri)
}

async function fetchKeys(services: Services, jwksUri: string): Promise<KeptKeys> {
  const reply = await askProvider(services, jwksUri, {})
  const set = reply.status === 200 ? jsonObject(reply) : null
  if (!set || !Array.isArray(set.keys))
    throw new SsoFailure('provider_unreachable', `the key set answered ${reply.status}`)
  const cache = caches.get(services.orm) ?? new Map<string, KeptKeys>()
  caches.set(services.orm, cache)
  const kept: KeptKeys = {
    keyOf: createLocalJWKSet(set as unknown as JSONWebKeySet),
    untilMs: services.clock.now().getTime() + KEPT_MS,
    forcedAtMs: Number.NEGATIVE_INFINITY,
  }
  cache.set(jwksUri, kept)
  return kept
}
