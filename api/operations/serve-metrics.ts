import type Koa from 'koa'
import type { Services } from '../platform/context.ts'
import { renderMetrics } from '../platform/metrics.ts'

/** `GET /metrics` on the main port, unless the metrics have a port of their own. */
export function serveMetrics(services: Services): Koa.Middleware {
  return async (koa, next) => {
    if (koa.path !== '/metrics' || koa.method !== 'GET' || services.config.metricsPort !== null) return next()
    const { type, text } = await renderMetrics(services)
    koa.type = type
    koa.body = text
  }
}
