import { EXPIRED_CHALLENGE, Refusal } from '../platform/errors.ts'

type Constraint = 'capability_scope' | 'token_identity'

/** The envelope that token callers get on 401 and 403, so that a script can tell why. */
function refusal(reason: 'identity' | 'policy', constraint: Constraint): { refusal: object } {
  return { refusal: { verdict: 'refused', reason, constraint } }
}

/** The token itself is no good here: unknown, revoked, expired, of another kind or scope. */
export function tokenNotAccepted(): Refusal {
  return new Refusal(401, 'The token is not valid for this request.', {
    extra: refusal('identity', 'token_identity'),
    headers: { 'WWW-Authenticate': 'Bearer' },
  })
}

/** Told to whoever holds a token that was good until then, and to nobody else. */
export function tokenExpired(): Refusal {
  const detail = 'The token has expired; mint a new one.'
  return new Refusal(401, detail, {
    code: 'token_expired',
    extra: refusal('identity', 'token_identity'),
    headers: EXPIRED_CHALLENGE,
  })
}

/** The token is good but may not do this. */
export function tokenMayNot(detail: string): Refusal {
  return new Refusal(403, detail, { extra: refusal('policy', 'capability_scope') })
}

export function tooManyTokens(cap: number): Refusal {
  return new Refusal(400, `You have ${cap} active tokens already; revoke one first.`)
}
