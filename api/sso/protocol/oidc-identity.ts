import { type JWTPayload, errors as joseErrors, jwtVerify } from 'jose'
import type { Services } from '../../platform/context.ts'
import type { LoginState } from '../login-state.queries.ts'
import type { ProvenIdentity } from '../resolve-account.ts'
import type { SsoProvider } from '../sso.entity.ts'
import { SsoFailure } from '../sso.errors.ts'
import { askProvider, BadMetadata, type IssuerMetadata, issuerMetadata, jsonObject } from './issuer-metadata.ts'
import { keyResolver } from './key-set.ts'

/** Asymmetric only: with a symmetric one the client secret would sign, and `none` signs nothing. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512']
const LEEWAY_SECONDS = 60
const MAX_TOKEN_LENGTH = 32_768

/** Metadata during a sign-in, where whatever is wrong with it reads as the provider being out of reach. */
export async function metadataOf(services: Services, provider: SsoProvider): Promise<IssuerMetadata> {
  try {
    return await issuerMetadata(services, provider.server_url)
  } catch (error) {
    if (error instanceof BadMetadata) throw new SsoFailure('provider_unreachable', error.message, { cause: error })
    throw error
  }
}

/** Exchanges the code and verifies who it stands for. */
export async function proveOidcIdentity(
  services: Services,
  input: { provider: SsoProvider; secret: string; code: string; state: LoginState; issuerSeen: string | undefined },
): Promise<ProvenIdentity> {
  const { provider, state } = input
  const metadata = await metadataOf(services, provider)
  // A provider that names itself in the callback must be the one that was asked (RFC 9207).
  if (input.issuerSeen !== undefined && input.issuerSeen !== metadata.issuer) {
    throw new SsoFailure('oidc_error', 'the callback names another issuer')
  }
  const tokens = await exchangeCode(services, metadata, input)
  if (typeof tokens.id_token !== 'string') throw new SsoFailure('invalid_id_token', 'the answer holds no ID token')
  const claims = await verifyIdToken(services, metadata, provider.client_id, state.nonce, tokens.id_token)
  const told = claims.email === undefined ? await readUserinfo(services, metadata, tokens, claims) : claims
  return {
    issuer: metadata.issuer,
    subject: claims.sub as string,
    email: typeof told.email === 'string' ? told.email : '',
    isEmailVerified: told.email_verified === true || told.email_verified === 'true',
    first_name: text(told.given_name),
    last_name: text(told.family_name),
  }
}

async function exchangeCode(
  services: Services,
  metadata: IssuerMetadata,
  input: { provider: SsoProvider; secret: string; code: string; state: LoginState },
): Promise<Record<string, unknown>> {
  const { provider, secret, state } = input
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: input.code,
    redirect_uri: state.redirect_uri,
    code_verifier: state.verifier,
    client_id: provider.client_id,
  })
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  if (metadata.takesSecretInBody) form.set('client_secret', secret)
  else
    headers.authorization = `Basic ${Buffer.from(`${formText(provider.client_id)}:${formText(secret)}`).toString('base64')}`
  const reply = await askProvider(services, metadata.tokenEndpoint, { method: 'POST', headers, body: form.toString() })
  const tokens = reply.status === 200 ? jsonObject(reply) : null
  if (!tokens) throw new SsoFailure('token_exchange_failed', `the token endpoint answered ${reply.status}`)
  return tokens
}

async function verifyIdToken(
  services: Services,
  metadata: IssuerMetadata,
  clientId: string,
  nonce: string,
  token: string,
): Promise<JWTPayload> {
  if (token.length > MAX_TOKEN_LENGTH) throw new SsoFailure('invalid_id_token', 'the ID token is too long')
  const now = services.clock.now()
  try {
    const { payload } = await jwtVerify(token, keyResolver(services, metadata.jwksUri), {
      algorithms: ALGORITHMS,
      issuer: metadata.issuer,
      audience: clientId,
      clockTolerance: LEEWAY_SECONDS,
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
    })
    const fault = faultOf(payload, { clientId, nonce, nowSeconds: now.getTime() / 1000 })
    if (fault !== null) throw new SsoFailure('invalid_id_token', fault)
    return payload
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) throw new SsoFailure('invalid_id_token', error.message, { cause: error })
    throw error
  }
}

/** What the library leaves to us. */
function faultOf(
  payload: JWTPayload,
  expected: { clientId: string; nonce: string; nowSeconds: number },
): string | null {
  if (payload.nonce !== expected.nonce) return 'the nonce is another sign-in’s'
  if ((payload.iat as number) > expected.nowSeconds + LEEWAY_SECONDS) return 'the ID token is from the future'
  const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1
  if ((isForSeveral || payload.azp !== undefined) && payload.azp !== expected.clientId)
    return 'it was issued to another client'
  if (typeof payload.sub !== 'string' || payload.sub === '' || payload.sub.length > 255) return 'the subject is no name'
  return null
}

/** Providers may leave the address out of the ID token; then it is where the access token leads, about the same subject. */
async function readUserinfo(
  services: Services,
  metadata: IssuerMetadata,
  tokens: Record<string, unknown>,
  claims: JWTPayload,
): Promise<Record<string, unknown>> {
  if (metadata.userinfoEndpoint === null || typeof tokens.access_token !== 'string') return claims
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const reply = await askProvider(services, metadata.userinfoEndpoint, { headers })
  const told = reply.status === 200 ? jsonObject(reply) : null
  if (!told) throw new SsoFailure('token_exchange_failed', `the userinfo endpoint answered ${reply.status}`)
  if (told.sub !== claims.sub) throw new SsoFailure('invalid_id_token', 'the userinfo is about somebody else')
  return told
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** As a form writes it, which is what RFC 6749 asks of the two halves of Basic. */
function formText(value: string): string {
  return new URLSearchParams({ v: value }).toString().slice(2)
}
