import type Koa from 'koa'
import type { Ask } from '../agents/ask.ts'
import type { Caller, Services } from '../platform/context.ts'
import { Refusal, unauthenticated } from '../platform/errors.ts'
import { askInside } from '../platform/http/ask-inside.ts'
import { readBody } from '../platform/http/body/read-body.ts'
import { countAnonymous } from '../platform/http/steps/throttle.ts'

const PATH = '/mcp'
const MAX_BODY_BYTES = 256 * 1024

/**
 * `POST /mcp`: questions of agents by the Model Context Protocol, without sessions: each request stands for itself and is
 * answered as JSON. Every answer is read from the API with the caller's own token.
 */
export function serveMcp(services: Services, app: Koa): Koa.Middleware {
  let handle: ReturnType<Koa['callback']> | undefined
  return async (koa, next) => {
    if (koa.path !== PATH && koa.path !== `${PATH}/`) return next()
    if (koa.method !== 'POST')
      throw new Refusal(405, `Method "${koa.method}" not allowed.`, { headers: { Allow: 'POST' } })
    if (!koa.get('authorization')) {
      await countAnonymous(services, koa.state.caller as Caller)
      throw unauthenticated()
    }
    const message = parse(await readBody(koa.req, MAX_BODY_BYTES))
    handle ??= app.callback()
    const ask: Ask = askInside(handle, koa.req, koa.res)
    // A question is asked with the token and fails with it; anything else shows the token first.
    if ((message as { method?: unknown } | null)?.method !== 'tools/call') {
      const { status, body } = await ask('/auth/me/')
      if (status !== 200) throw refusalOf(status, body)
    }
    // The protocol is read with the first question: no start waits for a twentieth of all modules.
    const [{ makeServer }, { StreamableHTTPServerTransport }] = await Promise.all([
      import('../agents/make-server.ts'),
      import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    ])
    const server = makeServer(ask, services.config.version)
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    koa.res.once('close', () => void Promise.all([transport.close(), server.close()]))
    koa.respond = false
    koa.res.statusCode = 200
    await server.connect(transport as Parameters<typeof server.connect>[0])
    await transport.handleRequest(koa.req, koa.res, message)
  }
}

/** One message: lists of messages are of an older protocol, and one request must not ask a thousand questions. */
function parse(bytes: Buffer): unknown {
  const message = parseJson(bytes)
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message
  throw new Refusal(400, 'The body must be one JSON-RPC message.')
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

function refusalOf(status: number, body: { detail?: unknown; refusal?: object } | null): Refusal {
  const headers = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : undefined
  return new Refusal(status, String(body?.detail ?? 'The token was refused.'), {
    ...(body?.refusal ? { extra: { refusal: body.refusal } } : {}),
    ...(headers ? { headers } : {}),
  })
}
