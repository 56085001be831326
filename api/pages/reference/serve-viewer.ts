import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type Koa from 'koa'

/** The viewer as others publish it (`package/viewer.ts` says which), with its licence beside it. */
const packed = readFileSync(new URL('./viewer.js.gz', import.meta.url))

/** Named after its bytes, so that a browser may keep it. */
export const VIEWER_PATH = `/assets/reference-${createHash('sha256').update(packed).digest('hex').slice(0, 12)}.js`

/** Answers the script of the API reference, packed as it lies here where that is taken. */
export const serveViewer: Koa.Middleware = (koa, next) => {
  if (koa.path !== VIEWER_PATH || (koa.method !== 'GET' && koa.method !== 'HEAD')) return next()
  koa.vary('Accept-Encoding')
  koa.set('Cache-Control', 'public, max-age=31536000, immutable')
  koa.type = 'text/javascript; charset=utf-8'
  const takesPacked = koa.acceptsEncodings('gzip', 'identity') === 'gzip'
  if (takesPacked) koa.set('Content-Encoding', 'gzip')
  koa.body = takesPacked ? packed : gunzipSync(packed)
}
