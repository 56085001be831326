/**
 * The two error shapes of the interface: field maps (400) and `{detail, code?, ...}`.
 * Use cases throw these; one boundary (`http/steps/error-boundary.ts`) turns them into replies.
 */

/** Nested map of messages: a field holds messages, an object recurses, a list is keyed by index or one entry per item. */
export type FieldMessages = string[] | { [field: string]: FieldMessages } | FieldMessages[]

/** An expected refusal with a status and usually a code. Changed nothing. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    status: number,
    detail: string,
    options: { code?: string; extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.name = 'Refusal'
    this.status = status
    this.code = options.code
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
  }
}

/** Field validation failure: status 400 with the map as the body. */
export class FieldErrors extends Error {
  readonly fields: Record<string, FieldMessages>

  constructor(fields: Record<string, FieldMessages>) {
    super(`invalid fields: ${Object.keys(fields).join(', ')}`)
    this.name = 'FieldErrors'
    this.fields = fields
  }
}

/** A refusal whose body is a bare JSON array of messages (dependency accept and reject, slip acknowledge). */
export class BareListRefusal extends Error {
  readonly messages: string[]

  constructor(messages: string[]) {
    super(messages.join(' '))
    this.name = 'BareListRefusal'
    this.messages = messages
  }
}

/** One field, one message. */
export function fieldError(field: string, message: string): FieldErrors {
  return new FieldErrors({ [field]: [message] })
}

/** Throws the error made by `make` unless the condition holds. */
export function refuseUnless(condition: unknown, make: () => Error): asserts condition {
  if (!condition) throw make()
}

/** The one 404: absent, hidden and out of scope must look alike. */
export function notFound(): Refusal {
  return new Refusal(404, 'Not found.')
}

export function forbidden(detail = 'You do not have permission to perform this action.'): Refusal {
  return new Refusal(403, detail)
}

export function unauthenticated(detail = 'Authentication credentials were not provided or are not valid.'): Refusal {
  return new Refusal(401, detail, { headers: { 'WWW-Authenticate': 'Bearer' } })
}

/** Who holds a token that was good until now is told so; any other gets `unauthenticated`. */
export function sessionExpired(): Refusal {
  return new Refusal(401, 'The access token has expired; refresh it, or sign in again.', {
    code: 'token_expired',
    headers: EXPIRED_CHALLENGE,
  })
}

/** As RFC 6750 words it for clients. */
export const EXPIRED_CHALLENGE = {
  'WWW-Authenticate': 'Bearer error="invalid_token", error_description="The token has expired"',
}

/** More asks than can be served: told as what it is, and early, so that callers may come back in time. */
export function overloaded(why = 'too many requests wait for the database'): Refusal {
  return unavailable(`The service is overloaded: ${why}. Try again in a moment.`, { code: 'overloaded' })
}

/** Too many asks of one caller for now. */
export function throttled(waitSeconds: number): Refusal {
  return new Refusal(429, `Request was throttled. Expected available in ${waitSeconds} seconds.`, {
    headers: { 'Retry-After': String(waitSeconds) },
  })
}

/** The service cannot answer now; nothing is known to have changed. */
export function unavailable(detail: string, options: { code?: string; retryAfterSeconds?: number } = {}): Refusal {
  const { code, retryAfterSeconds = 5 } = options
  return new Refusal(503, detail, {
    ...(code === undefined ? {} : { code }),
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}
