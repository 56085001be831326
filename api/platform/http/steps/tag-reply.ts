import type Koa from 'koa'
import type { Secrets } from '../../settings/secrets.ts'
import { byteTag } from '../byte-tag.ts'
import { JSON_TYPE, type SentReply } from '../reply.ts'
import type { Route } from '../route.ts'

const NO_BYTES = Buffer.alloc(0)

/**
 * What somebody signed in reads, as JSON or as a picture, carries a tag of its bytes, so that who holds them already is told 304 and not sent them
 * again. The tag is weak, as the bytes may go out compressed. Nobody but the reader may keep them, and they must ask.
 */
export function tagReply(koa: Koa.Context, secrets: Secrets, route: Route, reply: SentReply): SentReply {
  const isTagged = reply.headers.ETag !== undefined || reply.headers['Cache-Control'] !== undefined
  if (!isTaggable(route) || reply.status !== 200 || !isTaggedType(reply.contentType) || isTagged) return reply
  koa.vary(route.alsoAs ? ['Authorization', 'Accept'] : 'Authorization')
  const tag = `W/"${byteTag(secrets, reply.body ?? NO_BYTES)}"`
  const headers = { ...reply.headers, ETag: tag, 'Cache-Control': 'private, no-cache' }
  koa.status = 200
  koa.set('ETag', tag)
  if (koa.fresh) return { status: 304, headers, body: null, contentType: null }
  return { ...reply, headers }
}

function isTaggedType(type: string | null): boolean {
  return type === JSON_TYPE || (type?.startsWith('image/svg+xml') ?? false)
}

/** Reads of those who signed in. What is public says itself how long it may be kept. */
export function isTaggable(route: Route): boolean {
  return route.method === 'GET' && route.audience !== 'public' && !route.holdsSecret
}
