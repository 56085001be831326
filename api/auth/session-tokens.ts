import { createSecretKey } from 'node:crypto'
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import type { Services } from '../platform/context.ts'
import { isUuid, newId } from '../platform/ids.ts'
import type { Config } from '../platform/settings/config.ts'

const ACCESS_SECONDS = 15 * 60
const MAX_TOKEN_LENGTH = 4096
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
  return new SignJWT({ token_type: 'access', user_id: accountId, epoch })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setJti(newId())
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + ACCESS_SECONDS)
    .sign(signingKey(keys))
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
  return new SignJWT({ token_type: 'refresh', user_id: claims.accountId, ...remember })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setJti(claims.id)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(signingKey(keys))
}

/** Claims of a valid access token, else null. Whether the account's sessions were ended since is the caller's question. */
export async function readAccessToken(token: string, keys: Keys, now: Date): Promise<AccessClaims | null> {
  const claims = await readToken(token, 'access', keys, now)
  if (claims === null || typeof claims.epoch !== 'number') return null
  return { accountId: claims.user_id as string, epoch: claims.epoch }
}

/** Claims of a valid refresh token, else null. Whether its id may still be used is the caller's question. */
export async function readRefreshToken(token: string, keys: Keys, now: Date): Promise<RefreshClaims | null> {
  const claims = await readToken(token, 'refresh', keys, now)
  if (claims === null || typeof claims.jti !== 'string' || !isUuid(claims.jti)) return null
  const remember = typeof claims.remember === 'boolean' ? claims.remember : null
  return { id: claims.jti, accountId: claims.user_id as string, remember }
}

/** One algorithm fixed by us; kind, issuer, audience and times are checked. */
async function readToken(token: string, kind: 'access' | 'refresh', keys: Keys, now: Date) {
  if (token.length > MAX_TOKEN_LENGTH) return null
  try {
    const { payload } = await jwtVerify(token, signingKey(keys), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'jti'],
    })
    const isOfKind = payload.token_type === kind && typeof payload.user_id === 'string'
    return isOfKind && isUuid(payload.user_id as string) ? payload : null
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return null
    throw error
  }
}
