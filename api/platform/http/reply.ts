import { Readable } from 'node:stream'
import type Koa from 'koa'
import { BareListRefusal, FieldErrors, Refusal } from '../errors.ts'
import { jsonBytes } from './json-bytes.ts'
import { TakenBack } from './route.ts'

/** A reply ready to be written: bytes, so that a stored one can be sent again unchanged. */
export interface SentReply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer | null
  readonly contentType: string | null
  /** Bytes too many to be held, sent as they come instead of a body. */
  readonly stream?: Readable
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** JSON, text and bytes by the type of `body`; undefined sends no body. */
export function toSentReply(status: number, body: unknown, headers: Record<string, string> = {}): SentReply {
  const contentType = headers['Content-Type']
  if (body === undefined || status === 204) return { status, headers, body: null, contentType: null }
  if (body instanceof Readable) {
    return { status, headers, body: null, stream: body, contentType: contentType ?? 'application/octet-stream' }
  }
  if (Buffer.isBuffer(body)) return { status, headers, body, contentType: contentType ?? 'application/octet-stream' }
  if (typeof body === 'string' && contentType) return { status, headers, body: Buffer.from(body), contentType }
  return { status, headers, body: jsonBytes(body), contentType: contentType ?? JSON_TYPE }
}

/** The reply of an expected error; null for anything else, which is a bug. */
export function replyOfError(error: unknown): SentReply | null {
  if (error instanceof TakenBack) return toSentReply(error.reply.status, error.reply.body, error.reply.headers)
  if (error instanceof FieldErrors) return toSentReply(400, error.fields)
  if (error instanceof BareListRefusal) return toSentReply(400, error.messages)
  if (error instanceof Refusal) {
    const code = error.code === undefined ? {} : { code: error.code }
    return toSentReply(error.status, { detail: error.message, ...code, ...error.extra }, { ...error.headers })
  }
  return null
}

/** Writes a reply. Koa takes the body of statuses that have none away, and changes the status with the body. */
export function sendReply(koa: Koa.Context, reply: SentReply): void {
  koa.status = reply.status
  for (const [name, value] of Object.entries(reply.headers)) {
    if (name === 'Vary') koa.vary(value)
    else if (name !== 'Content-Type') koa.set(name, value)
  }
  if (reply.stream) {
    koa.type = reply.contentType ?? 'application/octet-stream'
    koa.body = reply.stream
    // Koa takes the length away with the body it replaces.
    if (reply.headers['Content-Length'] !== undefined) koa.length = Number(reply.headers['Content-Length'])
    return
  }
  if (reply.body === null) {
    koa.body = null
    koa.status = reply.status
    if (reply.status === 205) endWithoutBody(koa)
    return
  }
  koa.type = reply.contentType ?? JSON_TYPE
  koa.body = reply.body
}

/**
 * A 205 is not among the statuses that clients take to have no body: it needs its length, which Koa takes off, and the
 * connection would have to be closed to tell its end.
 */
function endWithoutBody(koa: Koa.Context): void {
  koa.respond = false
  koa.res.setHeader('Content-Length', '0')
  koa.res.end()
}
