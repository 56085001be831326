import type { IncomingMessage } from 'node:http'
import type Koa from 'koa'
import type { Services } from '../platform/context.ts'
import { renderMetrics } from '../platform/metrics/metrics.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
/** What proxies add: then the caller is somewhere else. */
const FORWARDING = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/**
 * `GET /metrics` on the main port, unless the metrics have a port of their own: for this machine alone, because routes and
 * loads are nobody else's business, or for anyone where the operator says so. Everybody else finds nothing here.
 */
export function serveMetrics(services: Services): Koa.Middleware {
  const { metricsPort, metricsPublic } = services.config
  return async (koa, next) => {
    if (koa.path !== '/metrics' || koa.method !== 'GET' || metricsPort !== null) return next()
    if (!metricsPublic && !isFromHere(koa.req)) return next()
    const { type, text } = await renderMetrics(services)
    koa.type = type
    koa.body = text
  }
}

function isFromHere({ socket, headers }: IncomingMessage): boolean {
  return LOOPBACK.test(socket.remoteAddress ?? '') && !FORWARDING.some((name) => headers[name] !== undefined)
}
