import * as oidc from 'openid-client'
import type { Services } from '../../platform/context.ts'
import type { LoginState } from '../login-state.queries.ts'
import type { ProvenIdentity } from '../resolve-account.ts'
import type { SsoProvider } from '../sso.entity.ts'
import { SsoFailure } from '../sso.errors.ts'
import { type IssuerMetadata, metadataOf } from './issuer-metadata.ts'
import { putKeptKeys, takeKeptKeys } from './kept-keys.ts'
import { failureOf, signInRequests, transportRules } from './provider-requests.ts'

/** Asymmetric only: with a symmetric one the client secret would sign, and `none` signs nothing. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512']
const LEEWAY_SECONDS = 60

interface Proof {
  readonly provider: SsoProvider
  readonly secret: string
  readonly code: string
  readonly state: LoginState
  readonly issuerSeen: string | undefined
}

/** Exchanges the code and verifies who it stands for. */
export async function proveOidcIdentity(services: Services, input: Proof): Promise<ProvenIdentity> {
  const metadata = await metadataOf(services, input.provider)
  const client = clientOf(services, metadata, input)
  takeKeptKeys(services, client, metadata.jwks_uri)
  let isAsked = false
  try {
    const callback = callbackOf(input)
    const ask = client[oidc.customFetch]!
    client[oidc.customFetch] = (...request) => {
      isAsked = true
      return ask(...request)
    }
    const tokens = await oidc.authorizationCodeGrant(client, callback, {
      pkceCodeVerifier: input.state.verifier,
      expectedNonce: input.state.nonce,
      idTokenExpected: true,
    })
    const claims = believed(services, tokens.claims(), input.provider)
    const isElsewhere = claims.email === undefined && metadata.userinfo_endpoint !== undefined
    const told = isElsewhere ? await oidc.fetchUserInfo(client, tokens.access_token, claims.sub) : claims
    return {
      issuer: metadata.issuer,
      subject: claims.sub,
      email: text(told.email),
      isEmailVerified: told.email_verified === true || (told.email_verified as unknown) === 'true',
      first_name: text(told.given_name),
      last_name: text(told.family_name),
    }
  } catch (error) {
    // Refused before anything was asked: the callback itself is wrong, such as that of another issuer (RFC 9207).
    throw failureOf(error, isAsked ? 'invalid_id_token' : 'oidc_error')
  } finally {
    putKeptKeys(services, client, metadata.jwks_uri)
  }
}

/** The library's client of a provider; signatures of ID tokens are checked though the tokens came from it directly. */
function clientOf(services: Services, metadata: IssuerMetadata, { provider, secret }: Proof): oidc.Configuration {
  const published = metadata.id_token_signing_alg_values_supported
  const algorithms = published && { id_token_signing_alg_values_supported: published.filter(isAsymmetric) }
  const skewSeconds = Math.round((services.clock.now().getTime() - Date.now()) / 1000)
  const client = new oidc.Configuration(
    { ...metadata, ...algorithms },
    provider.client_id,
    { [oidc.clockSkew]: skewSeconds, [oidc.clockTolerance]: LEEWAY_SECONDS },
    takesSecretInBody(metadata) ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret),
  )
  oidc.enableNonRepudiationChecks(client)
  for (const rule of transportRules(services)) rule(client)
  client[oidc.customFetch] = signInRequests(services, {
    [metadata.token_endpoint]: 'token_exchange_failed',
    [metadata.jwks_uri]: 'provider_unreachable',
    ...(metadata.userinfo_endpoint ? { [metadata.userinfo_endpoint]: 'token_exchange_failed' } : {}),
  })
  return client
}

function isAsymmetric(algorithm: string): boolean {
  return ALGORITHMS.includes(algorithm)
}

function takesSecretInBody({ token_endpoint_auth_methods_supported: methods = [] }: IssuerMetadata): boolean {
  return methods.includes('client_secret_post') && !methods.includes('client_secret_basic')
}

/** The address that the browser came back to, without the state, which was redeemed before. */
function callbackOf({ state, code, issuerSeen }: Proof): URL {
  const callback = new URL(state.redirect_uri)
  callback.searchParams.set('code', code)
  if (issuerSeen !== undefined) callback.searchParams.set('iss', issuerSeen)
  return callback
}

/** What the library leaves to us. */
function believed(
  services: Services,
  claims: oidc.IDToken | undefined,
  { client_id: client }: SsoProvider,
): oidc.IDToken {
  const refusal = (reason: string) => new SsoFailure('invalid_id_token', reason)
  if (claims === undefined) throw refusal('the answer holds no ID token')
  if (claims.iat > services.clock.now().getTime() / 1000 + LEEWAY_SECONDS)
    throw refusal('the ID token is from the future')
  if (claims.azp !== undefined && claims.azp !== client) throw refusal('it was issued to another client')
  if (claims.sub === '' || claims.sub.length > 255) throw refusal('the subject is no name')
  return claims
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
