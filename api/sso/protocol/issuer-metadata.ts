import type { Services } from '../../platform/context.ts'
import {
  AddressRefused,
  ExchangeFailed,
  guardedFetch,
  type OutboundReply,
  type OutboundRequest,
} from '../../platform/egress/guarded-fetch.ts'
import { SsoFailure } from '../sso.errors.ts'

const KEPT_MS = 3600 * 1000

/** What an issuer publishes about itself, as far as we use it. */
export interface IssuerMetadata {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly jwksUri: string
  readonly userinfoEndpoint: string | null
  readonly takesSecretInBody: boolean
}

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

/** The metadata of an issuer, kept for an hour. */
export async function issuerMetadata(services: Services, serverUrl: string): Promise<IssuerMetadata> {
  const cache = caches.get(services.orm) ?? new Map<string, { metadata: IssuerMetadata; untilMs: number }>()
  caches.set(services.orm, cache)
  const nowMs = services.clock.now().getTime()
  const kept = cache.get(serverUrl)
  if (kept && kept.untilMs > nowMs) return kept.metadata
  const metadata = await fetchMetadata(services, serverUrl)
  cache.set(serverUrl, { metadata, untilMs: nowMs + KEPT_MS })
  return metadata
}

/** Asks the issuer afresh. */
export async function fetchMetadata(services: Services, serverUrl: string): Promise<IssuerMetadata> {
  const reply = await ask(services, `${serverUrl.replace(/\/+$/, '')}/.well-known/openid-configuration`)
  if (reply.status !== 200) throw new BadMetadata('bad_status', `The discovery address answered ${reply.status}.`)
  const document = jsonObject(reply)
  if (!document) throw new BadMetadata('bad_document', 'The discovery document is no JSON object.')
  const { issuer } = document
  if (typeof issuer !== 'string' || trimmed(issuer) !== trimmed(serverUrl)) {
    throw new BadMetadata('issuer_mismatch', 'The discovery document names another issuer.')
  }
  const endpoint = (name: string) => checkedEndpoint(services, document, name)
  const methods = document.token_endpoint_auth_methods_supported
  return {
    issuer,
    authorizationEndpoint: endpoint('authorization_endpoint'),
    tokenEndpoint: endpoint('token_endpoint'),
    jwksUri: endpoint('jwks_uri'),
    userinfoEndpoint: document.userinfo_endpoint === undefined ? null : endpoint('userinfo_endpoint'),
    takesSecretInBody:
      Array.isArray(methods) && methods.includes('client_secret_post') && !methods.includes('client_secret_basic'),
  }
}

async function ask(services: Services, url: string): Promise<OutboundReply> {
  try {
    return await guardedFetch(services.config, url, { headers: { accept: 'application/json' } })
  } catch (error) {
    if (error instanceof AddressRefused) throw new BadMetadata('address_refused', 'The address is not allowed.')
    if (error instanceof ExchangeFailed)
      throw new BadMetadata('unreachable', `The provider cannot be reached (${error.message}).`)
    throw error
  }
}

/** Endpoints get secrets and codes, so that outside development they are https. */
function checkedEndpoint(services: Services, document: Record<string, unknown>, name: string): string {
  const text = document[name]
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && services.config.env === 'development')
  if (!isAllowed) throw new BadMetadata('bad_document', `The discovery document has no usable ${name}.`)
  return text as string
}

/** The issuer may be entered with or without its last slash. */
function trimmed(issuer: string): string {
  return issuer.replace(/\/+$/, '')
}

/** A request to a provider during a sign-in: what fails on the way is told as unreachable. */
export async function askProvider(services: Services, url: string, request: OutboundRequest): Promise<OutboundReply> {
  try {
    const headers = { accept: 'application/json', ...request.headers }
    return await guardedFetch(services.config, url, { ...request, headers })
  } catch (error) {
    if (error instanceof AddressRefused || error instanceof ExchangeFailed) {
      throw new SsoFailure('provider_unreachable', error.message, { cause: error })
    }
    throw error
  }
}

export function jsonObject(reply: OutboundReply): Record<string, unknown> | null {
  try {
    const value: unknown = reply.isCut ? null : JSON.parse(reply.body.toString('utf8'))
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
