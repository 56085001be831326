import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** A status with JSON, or silence. */
export type Said = { readonly status: number; readonly body?: unknown; readonly location?: string } | 'nothing'

export interface StandIn {
  readonly url: string
  readonly asked: Asked[]
  /** What is said from now on to what is asked. */
  say(answer: (asked: Asked) => Said): void
}

/** A provider of code or a tracker on this machine, which checks what it is asked by the provider's own protocol. */
export async function startStandIn(t: { teardown: (work: () => Promise<void>) => void }): Promise<StandIn> {
  const asked: Asked[] = []
  let answer: (one: Asked) => Said = () => ({ status: 404 })
  const server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand.in')
    const one = { path: pathname, query: searchParams, headers: request.headers }
    asked.push(one)
    const said = answer(one)
    if (said === 'nothing') return
    reply.writeHead(said.status, {
      'content-type': 'application/json',
      ...(said.location && { location: said.location }),
    })
    reply.end(JSON.stringify(said.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    say(next) {
      answer = next
    },
  }
}

/** Settings of an operator who lets integrations ask hosts of this machine. */
export const OWN_NETWORK = {
  SVC_INTEGRATION_ALLOWED_HOSTS: '127.0.0.1',
  SVC_EGRESS_ALLOWLISTED_HOSTS: '127.0.0.1',
}
