import type { IncomingMessage } from 'node:http'
import Koa from 'koa'
import { authenticateBearer } from './auth/authenticate-bearer.ts'
import type { Caller, Services } from './platform/context.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { mountRoutes } from './platform/http/mount.ts'
import { newId } from './platform/ids.ts'
import { observeRequest } from './platform/metrics.ts'
import { routes } from './routes.ts'

const SOURCE_PATTERN = /^[a-z_]{1,64}$/

/** The Koa application over the route table. `main.ts` gives it a socket; tests may call it directly. */
export function createApp(services: Services): Koa {
  const app = new Koa()
  app.silent = true
  app.on('error', (error) => services.log.debug({ message: error.message }, 'connection error'))
  app.use(async (koa, next) => {
    const caller = callerOf(koa.req, services.config.numProxies)
    koa.state.caller = caller
    koa.state.clientGone = goneSignal(koa)
    koa.set('X-Request-Id', caller.requestId)
    koa.set('X-Content-Type-Options', 'nosniff')
    koa.set('Cache-Control', 'no-store')
    await next()
  })
  mountRoutes(app, services, routes, {
    authenticate: authenticateBearer,
    observe: (facts) => observeRequest(services, facts),
  })
  return app
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
