import type Koa from 'koa'
import { API_ROOT } from '../../platform/http/path-hints.ts'

const SHARE_PATH = /^\/share\/(?:board|schedule)\/[^/]+\/?$/

/**
 * The address that a link is handed out with, `/share/<kind>/<token>`, is one of the client. Where that is served from
 * here it shows the page of the public route, whatever the caller would take.
 */
export const serveSharePages: Koa.Middleware = (koa, next) => {
  if (SHARE_PATH.test(koa.path)) {
    koa.path = `${API_ROOT}${koa.path}${koa.path.endsWith('/') ? '' : '/'}`
    koa.req.headers.accept = 'text/html'
  }
  return next()
}
