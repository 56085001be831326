import type Koa from 'koa'
import type { Config } from '../../settings/config.ts'
import { ownOrigins } from '../origins.ts'

const PREFLIGHT_SECONDS = '600'
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer, X-Base-Version, X-Source, X-Confirm-Workspace'
const REPLY_HEADERS =
  'Location, ETag, Preference-Applied, Retry-After, Idempotent-Replay, X-Request-Id, X-Merged-Concurrent-Fields, X-Ignored-Fields, Content-Disposition, Deprecation, Link'

/** Lets pages of our own origins read replies. A page from elsewhere gets no word, which the browser takes as a no. */
export function allowOwnOrigins(config: Config): Koa.Middleware {
  const own = ownOrigins(config)
  return async (koa, next) => {
    const origin = koa.get('Origin')
    if (origin === '') return next()
    koa.vary('Origin')
    if (!own.has(origin)) return next()
    koa.set('Access-Control-Allow-Origin', origin)
    koa.set('Access-Control-Allow-Credentials', 'true')
    koa.set('Access-Control-Expose-Headers', REPLY_HEADERS)
    if (koa.method !== 'OPTIONS' || koa.get('Access-Control-Request-Method') === '') return next()
    koa.set('Access-Control-Allow-Methods', METHODS)
    koa.set('Access-Control-Allow-Headers', REQUEST_HEADERS)
    koa.set('Access-Control-Max-Age', PREFLIGHT_SECONDS)
    koa.status = 204
  }
}
