import * as oidc from 'openid-client'
import type { Services } from '../../platform/context.ts'
import { AddressRefused, ExchangeFailed } from '../../platform/egress/guarded-fetch.ts'
import type { SsoProvider } from '../sso.entity.ts'
import { SsoFailure } from '../sso.errors.ts'
import { causeOf, guardedRequests, transportRules } from './provider-requests.ts'

const KEPT_MS = 3600 * 1000
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const

/** What an issuer publishes about itself, with endpoints that can be used. */
export type IssuerMetadata = oidc.ServerMetadata &
  Readonly<Record<Exclude<(typeof ENDPOINTS)[number], 'userinfo_endpoint'>, string>>

/** Why a discovery document cannot be used; the words of the connection test. */
export type MetadataFault = 'unreachable' | 'address_refused' | 'bad_status' | 'bad_document' | 'issuer_mismatch'

export class BadMetadata extends Error {
  override name = 'BadMetadata'
  readonly fault: MetadataFault

  constructor(fault: MetadataFault, detail: string) {
    super(detail)
    this.fault = fault
  }
}

const caches = new WeakMap<Services['orm'], Map<string, { metadata: IssuerMetadata; untilMs: number }>>()

/** Metadata during a sign-in, kept for an hour. Whatever is wrong with it reads as the provider being out of reach. */
export async function metadataOf(services: Services, provider: SsoProvider): Promise<IssuerMetadata> {
  const cache = caches.get(services.orm) ?? new Map<string, { metadata: IssuerMetadata; untilMs: number }>()
  caches.set(services.orm, cache)
  const nowMs = services.clock.now().getTime()
  const kept = cache.get(provider.server_url)
  if (kept && kept.untilMs > nowMs) return kept.metadata
  try {
    const metadata = await fetchMetadata(services, provider.server_url)
    cache.set(provider.server_url, { metadata, untilMs: nowMs + KEPT_MS })
    return metadata
  } catch (error) {
    if (error instanceof BadMetadata) throw new SsoFailure('provider_unreachable', error.message, { cause: error })
    throw error
  }
}

/** Asks the issuer afresh. */
export async function fetchMetadata(services: Services, serverUrl: string): Promise<IssuerMetadata> {
  const document = await discover(services, new URL(`${trimmed(serverUrl)}/.well-known/openid-configuration`))
  if (trimmed(document.issuer) !== trimmed(serverUrl))
    throw new BadMetadata('issuer_mismatch', 'The discovery document names another issuer.')
  const unusable = ENDPOINTS.find((name) => !isUsable(services, document[name], name === 'userinfo_endpoint'))
  if (unusable) throw new BadMetadata('bad_document', `The discovery document has no usable ${unusable}.`)
  return document as IssuerMetadata
}

async function discover(services: Services, address: URL): Promise<oidc.ServerMetadata> {
  const rules = transportRules(services)
  try {
    // The client is none yet: only what the issuer says of itself is wanted.
    const found = await oidc.discovery(address, 'discovery', undefined, oidc.None(), {
      execute: rules,
      [oidc.customFetch]: guardedRequests(services),
    })
    return { ...found.serverMetadata() }
  } catch (error) {
    if (causeOf(error, AddressRefused)) throw new BadMetadata('address_refused', 'The address is not allowed.')
    const failed = causeOf(error, ExchangeFailed)
    if (failed) throw new BadMetadata('unreachable', `The provider cannot be reached (${failed.message}).`)
    if (!(error instanceof oidc.ClientError)) throw error
    if (error.code !== 'OAUTH_RESPONSE_IS_NOT_CONFORM')
      throw new BadMetadata('bad_document', 'The discovery document cannot be read.')
    throw new BadMetadata('bad_status', 'The discovery address answered something else than 200.')
  }
}

/** Endpoints get secrets and codes, so that outside development they are https. */
function isUsable(services: Services, text: string | undefined, isOptional: boolean): boolean {
  if (text === undefined) return isOptional
  const protocol = typeof text === 'string' && URL.canParse(text) ? new URL(text).protocol : ''
  return protocol === 'https:' || (protocol === 'http:' && services.config.env === 'development')
}

/** The issuer may be entered with or without its last slash. */
function trimmed(issuer: string): string {
  return issuer.replace(/\/+$/, '')
}
