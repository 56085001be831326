/** A receiver of webhooks that checks what it gets by the words of the specification, and with no code of ours. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every event.
  readonly body: any
  readonly event: string
  readonly delivery: string
  readonly sequence: number
  readonly atMs: number
}

/** A status to answer with, or what to do with the reply. */
export type Behaviour = number | ((reply: ServerResponse, received: Received) => void)

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** What it answers from now on; several are used one after the other, the last one for good. */
  answer(...behaviours: Behaviour[]): void
  /** Resolves when so many requests were received in all. */
  until(count: number, withinMs?: number): Promise<void>
  /** Cuts off whoever waits. */
  close(): Promise<void>
}

type Teardown = { teardown: (work: () => Promise<void>) => void }

export async function startReceiver(t: Teardown, path = '/hook'): Promise<Receiver> {
  const received: Received[] = []
  let behaviours: Behaviour[] = [204]
  const waiting = new Set<() => void>()
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const one: Received = {
      headers: request.headers,
      bytes,
      body: JSON.parse(bytes.toString('utf8')),
      event: String(request.headers['x-svc-event']),
      delivery: String(request.headers['x-svc-delivery']),
      sequence: Number(request.headers['x-svc-webhook-sequence']),
      atMs: Date.now(),
    }
    received.push(one)
    const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) as Behaviour
    if (typeof behaviour === 'number') reply.writeHead(behaviour).end()
    else behaviour(reply, one)
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  t.teardown(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    received,
    close,
    answer(...next) {
      behaviours = next
    },
    until: (count, withinMs = 10_000) =>
      new Promise((resolve, reject) => {
        const failure = () => reject(new Error(`${received.length} of ${count} requests were received`))
        const timer = setTimeout(failure, withinMs)
        const look = () => {
          if (received.length < count) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

/** What is wrong with a request by part 6.1 of the specification; null where nothing is. */
export function faultOf(received: Received, secret: string): string | null {
  const { headers, bytes, body, sequence, delivery } = received
  const signed = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-svc-signature-v2']))
  if (!signed) return 'no V2 signature'
  const [, time = '', v2 = ''] = signed
  if (Math.abs(received.atMs / 1000 - Number(time)) > 300) return 'signed more than 300 seconds from now'
  const hmac = (...parts: (string | Buffer)[]) => {
    const made = createHmac('sha256', Buffer.from(secret, 'utf8'))
    for (const part of parts) made.update(part)
    return made.digest()
  }
  if (!timingSafeEqual(hmac(`${time}.`, bytes), Buffer.from(v2, 'hex'))) return 'the V2 signature is of other bytes'
  if (headers['x-svc-signature'] !== `sha256=${hmac(bytes).toString('hex')}`)
    return 'the old signature is of other bytes'
  if (headers['content-type'] !== 'application/json') return 'no JSON'
  if (body._meta?.sequence !== sequence) return 'header and body have different numbers'
  if (!/^[0-9a-f-]{36}$/.test(delivery)) return 'no delivery id'
  return null
}
