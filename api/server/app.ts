import type { IncomingMessage } from 'node:http'
import Koa from 'koa'
import { authenticateBearer } from '../auth/authenticate-bearer.ts'
import { serveMetrics } from '../operations/serve-metrics.ts'
import { isLeaving } from '../operations/standing.ts'
import { serveViewer } from '../pages/reference/serve-viewer.ts'
import { serveHome } from '../pages/serve-home.ts'
import { serveWindow } from '../pages/window/serve-window.ts'
import type { Caller, Services } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { answerBeforeBody } from '../platform/http/body/answer-before-body.ts'
import { clientAddress } from '../platform/http/client-address.ts'
import { mountRoutes } from '../platform/http/mount.ts'
import { sendReply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { allowOwnOrigins } from '../platform/http/steps/cross-origin.ts'
import { replyOfFailure } from '../platform/http/steps/error-boundary.ts'
import { refusalOfOddRequest } from '../platform/http/steps/odd-requests.ts'
import { newId } from '../platform/ids.ts'
import { observeRequest } from '../platform/metrics/metrics.ts'
import { inSpan, type OpenSpan, type SpanInput } from '../platform/telemetry/telemetry.ts'
import { serveSharePages } from '../sharing/pages/serve-share-pages.ts'
import { recordAgentActions } from '../tokens/agent-log/record-agent-actions.ts'
import { withAgentSurface } from '../tokens/agent-surface.ts'
import { routes } from './routes.ts'
import { serveMcp } from './serve-mcp.ts'

/** A year, as browsers and auditors expect. */
const HSTS_SECONDS = 31_536_000

const SOURCE_PATTERN = /^[a-z_]{1,64}$/

/** The Koa application over a route table. `main.ts` gives it a socket; tests may call it directly. */
export function createApp(services: Services, table: readonly Route[] = routes): Koa {
  const app = new Koa()
  app.silent = true
  app.on('error', (error) => services.log.debug({ message: error.message }, 'connection error'))
  app.use(answerAlways(services))
  app.use(allowOwnOrigins(services.config))
  app.use(serveMetrics(services))
  app.use(recordAgentActions(services))
  app.use(serveMcp(services, app))
  app.use(serveSharePages)
  app.use(serveViewer)
  app.use(serveWindow(services, app))
  mountRoutes(app, services, withAgentSurface(table), {
    authenticate: authenticateBearer,
    observe: (facts) => observeRequest(services, facts),
  })
  app.use(serveHome(services))
  return app
}

/** The outermost step: facts of the caller, headers of every reply, and JSON also for what no route answered. */
function answerAlways(services: Services): Koa.Middleware {
  const isSecure = services.config.publicUrl.startsWith('https:')
  return async (koa, next) => {
    const caller = callerOf(koa.req, services.config.numProxies)
    koa.state.caller = caller
    koa.state.clientGone = goneSignal(koa)
    koa.set('X-Request-Id', caller.requestId)
    koa.set('X-Content-Type-Options', 'nosniff')
    koa.set('Cache-Control', 'no-store')
    if (isSecure) koa.set('Strict-Transport-Security', `max-age=${HSTS_SECONDS}`)
    // A connection kept alive would meet its end at the next request.
    if (isLeaving()) koa.set('Connection', 'close')
    const odd = refusalOfOddRequest(koa.req)
    await inSpan(spanOf(koa, caller), async (span) => {
      try {
        if (odd) throw odd
        await next()
        if (koa.status === 404 && koa.body === undefined) throw notFound()
      } catch (error) {
        sendReply(koa, await replyOfFailure(error, services, { requestId: caller.requestId, route: 'unmatched' }))
      }
      tellSpan(span, koa)
    })
    answerBeforeBody(koa)
  }
}

/** Addresses hold ids and queries more: a span is named after the route, which is known when it has answered. */
function spanOf({ method, protocol }: Koa.Context, { requestId, header }: Caller): SpanInput {
  const facts = { 'http.request.method': method, 'url.scheme': protocol, 'svc.request_id': requestId }
  return { name: method, kind: 'server', facts, carrier: header }
}

function tellSpan(span: OpenSpan, { method, status, state }: Koa.Context): void {
  const path = state.routePath as string | undefined
  if (path !== undefined) span.rename(`${method} ${path}`)
  span.add({ 'http.response.status_code': status, ...(path === undefined ? {} : { 'http.route': path }) })
  if (status >= 500) span.fail(String(status))
}

/** Aborts when the client hangs up before the reply is written. */
function goneSignal(koa: Koa.Context): AbortSignal {
  const controller = new AbortController()
  koa.res.on('close', () => {
    if (!koa.res.writableFinished) controller.abort()
  })
  return controller.signal
}

function callerOf(request: IncomingMessage, proxyCount: number): Caller {
  const header = (name: string) => {
    const value = request.headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  }
  const source = header('x-source')
  return {
    ip: clientAddress(request, proxyCount),
    requestId: newId(),
    source: source !== undefined && SOURCE_PATTERN.test(source) ? source : 'api',
    header,
  }
}
