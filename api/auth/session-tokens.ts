import { createSecretKey } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { BoundedCache } from '../../compute/workers/bounded-cache.ts'
import type { Services } from '../platform/context.ts'
import { isUuid, newId } from '../platform/ids.ts'
import type { Config } from '../platform/settings/config.ts'

const ACCESS_SECONDS = 15 * 60
const MAX_TOKEN_LENGTH = 4096
/** Thirty years: what was signed before that was not by us. */
const ANY_AGE_SECONDS = 1e9
const ISSUER = 'svc'
const AUDIENCE = 'svc-api'

/** How long a refresh token lives and whether its cookie outlives the browser, by the table of part 5.1. */
export interface RefreshLife {
  readonly seconds: number
  readonly persistent: boolean
}

const LEGACY_REFRESH_SECONDS = 7 * 86_400

/** `remember` null: a token minted before the claim existed keeps its seven days. */
export function refreshLife(remember: boolean | null, config: Config): RefreshLife {
  if (remember === null) return { seconds: LEGACY_REFRESH_SECONDS, persistent: true }
  return remember
    ? { seconds: config.refreshTokenRememberDays * 86_400, persistent: true }
    : { seconds: config.refreshTokenSessionHours * 3600, persistent: false }
}

type Keys = Pick<Services, 'secrets'>

function signingKey(keys: Keys) {
  return createSecretKey(Buffer.from(keys.secrets.jwtSigningKey, 'utf8'))
}

export interface AccessClaims {
  readonly accountId: string
  /** The account's `session_epoch` when it was minted. */
  readonly epoch: number
}

/** A 15-minute access token for an account. */
export async function mintAccessToken(
  { accountId, epoch }: AccessClaims,
  keys: Keys,
  nowSeconds: number,
): Promise<string> {
  const claims = { token_type: 'access', user_id: accountId, epoch, jti: newId() }
  return signed(claims, keys, nowSeconds, nowSeconds + ACCESS_SECONDS)
}

export interface RefreshClaims {
  readonly id: string
  readonly accountId: string
  readonly remember: boolean | null
}

/** The refresh token behind the cookie; its id is recorded by the caller. */
export async function mintRefreshToken(
  claims: RefreshClaims,
  expiresAt: Date,
  keys: Keys,
  nowSeconds: number,
): Promise<string> {
  const remember = claims.remember === null ? {} : { remember: claims.remember }
  const payload = { token_type: 'refresh', user_id: claims.accountId, ...remember, jti: claims.id }
  return signed(payload, keys, nowSeconds, Math.floor(expiresAt.getTime() / 1000))
}

/** The one form of all our tokens: who made it, for whom, from when and until when, by one algorithm. */
async function signed(payload: JWTPayload, keys: Keys, fromSeconds: number, untilSeconds: number): Promise<string> {
  const { SignJWT } = await import('jose')
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(fromSeconds)
    .setExpirationTime(untilSeconds)
    .sign(signingKey(keys))
}

/** Claims of a valid access token, else null. Whether the account's sessions were ended since is the caller's question. */
export async function readAccessToken(token: string, keys: Keys, now: Date): Promise<AccessClaims | null> {
  const claims = await readToken(token, 'access', keys, now)
  if (claims === null || typeof claims.epoch !== 'number') return null
  return { accountId: claims.user_id as string, epoch: claims.epoch }
}

/** Whether an access token that is not valid was so until its time was over; only its holder can ask. */
export async function hasExpired(token: string, keys: Keys, now: Date): Promise<boolean> {
  const claims = await readToken(token, 'access', keys, now, ANY_AGE_SECONDS)
  return claims !== null && typeof claims.exp === 'number' && claims.exp <= now.getTime() / 1000
}

/** Claims of a valid refresh token, else null. Whether its id may still be used is the caller's question. */
export async function readRefreshToken(token: string, keys: Keys, now: Date): Promise<RefreshClaims | null> {
  const claims = await readToken(token, 'refresh', keys, now)
  if (claims === null || typeof claims.jti !== 'string' || !isUuid(claims.jti)) return null
  const remember = typeof claims.remember === 'boolean' ? claims.remember : null
  return { id: claims.jti, accountId: claims.user_id as string, remember }
}

/** A token that lets a browser look at the service's own pages; it is good for nothing else. */
export async function mintPageToken(
  claims: Pick<RefreshClaims, 'id' | 'accountId'>,
  expiresAt: Date,
  keys: Keys,
  nowSeconds: number,
): Promise<string> {
  const payload = { token_type: 'page', user_id: claims.accountId, jti: claims.id }
  return signed(payload, keys, nowSeconds, Math.floor(expiresAt.getTime() / 1000))
}

/** Claims of a valid page token, else null. Whether its session was ended since is the caller's question. */
export async function readPageToken(
  token: string,
  keys: Keys,
  now: Date,
): Promise<Pick<RefreshClaims, 'id' | 'accountId'> | null> {
  const claims = await readToken(token, 'page', keys, now)
  if (claims === null || typeof claims.jti !== 'string' || !isUuid(claims.jti)) return null
  return { id: claims.jti, accountId: claims.user_id as string }
}

const VERIFIED_BYTES = 2 ** 20
/** Access tokens that were found good, by the secrets that signed them: a session sends the same one for minutes. */
const verified = new WeakMap<object, BoundedCache<string, JWTPayload>>()

/** The claims of a token that was verified before, until its time is over. */
function verifiedBefore(token: string, keys: Keys, now: Date): JWTPayload | null {
  const payload = verified.get(keys.secrets)?.get(token)
  return payload?.exp !== undefined && payload.exp > Math.floor(now.getTime() / 1000) ? payload : null
}

function rememberVerified(token: string, keys: Keys, payload: JWTPayload): void {
  const known = verified.get(keys.secrets) ?? new BoundedCache<string, JWTPayload>(VERIFIED_BYTES)
  verified.set(keys.secrets, known)
  known.set(token, payload, 4 * token.length)
}

/** One algorithm fixed by us; kind, issuer, audience and times are checked. */
async function readToken(token: string, kind: 'access' | 'refresh' | 'page', keys: Keys, now: Date, graceSeconds = 0) {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const known = kind === 'access' ? verifiedBefore(token, keys, now) : null
  if (known !== null) return known
  const { errors: joseErrors, jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, signingKey(keys), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now,
      clockTolerance: graceSeconds,
      requiredClaims: ['exp', 'iat', 'jti'],
    })
    const isOfKind = payload.token_type === kind && typeof payload.user_id === 'string'
    if (!isOfKind || !isUuid(payload.user_id as string)) return null
    // One that says since when it holds is asked each time; ours never do. What only grace let through is not kept.
    if (kind === 'access' && graceSeconds === 0 && payload.nbf === undefined) rememberVerified(token, keys, payload)
    return payload
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return null
    throw error
  }
}
