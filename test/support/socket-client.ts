import { WebSocket } from 'ws'
import type { Client } from './client.ts'

export interface Frame {
  readonly protocol_version: number
  readonly event_type: string
  // biome-ignore lint/suspicious/noExplicitAny: payloads have every shape; tests assert on what they read.
  readonly payload: any
  readonly seq: number | null
  readonly replayed?: true
}

export interface SocketOptions {
  since?: number | string
  /** A ticket to use instead of a fresh one; null sends none. */
  ticket?: string | null
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** One socket of a project, with every frame it was sent. */
export class SocketClient {
  readonly socket: WebSocket
  readonly frames: Frame[] = []
  /** Milliseconds of `performance.now()` at which each frame came. */
  readonly arrivals: number[] = []
  /** True once the server has answered the upgrade; a refused HTTP handshake answers its status. */
  readonly opened: Promise<true | number>
  readonly closed: Promise<{ code: number; reason: string }>
  private waiters: (() => void)[] = []

  constructor(address: string, headers: Record<string, string>) {
    const socket = new WebSocket(address, { headers, perMessageDeflate: false })
    this.socket = socket
    this.opened = new Promise((resolve) => {
      socket.on('open', () => resolve(true))
      socket.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0)
        response.resume()
        socket.terminate()
      })
      socket.on('close', () => resolve(0))
    })
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        resolve({ code, reason: reason.toString() })
        this.wake()
      })
    })
    socket.on('error', () => undefined)
    socket.on('message', (data) => {
      this.frames.push(JSON.parse(data.toString()))
      this.arrivals.push(performance.now())
      this.wake()
    })
  }

  /** The first frame of the type that satisfies `matches`, also one that came before. */
  async waitFor(eventType: string, matches: (frame: Frame) => boolean = () => true, timeoutMs = 5_000): Promise<Frame> {
    return this.until(
      () => this.frames.find((frame) => frame.event_type === eventType && matches(frame)),
      `a frame ${eventType}`,
      timeoutMs,
    )
  }

  /** The frames once there are `count` of those that are kept. */
  async waitForCount(count: number, timeoutMs = 5_000): Promise<Frame[]> {
    const kept = () => this.frames.filter((frame) => frame.seq !== null)
    return this.until(() => (kept().length >= count ? kept() : undefined), `${count} frames`, timeoutMs)
  }

  close(): void {
    this.socket.terminate()
  }

  async until<T>(find: () => T | undefined, what: string, timeoutMs: number): Promise<T> {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      const left = deadline - Date.now()
      if (left <= 0) throw new Error(`no ${what} within ${timeoutMs} ms; seen: ${this.frames.map((f) => f.event_type)}`)
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, left)
      this.waiters.push(resolve)
      await promise
      clearTimeout(timer)
    }
  }

  private wake(): void {
    for (const waiter of this.waiters.splice(0)) waiter()
  }
}

export async function mintTicket(client: Client): Promise<string> {
  const { body } = await client.post('/ws/ticket/')
  return body.ticket
}

/** A socket of a project as a signed-in person, with a fresh ticket; waits until it is open or refused. */
export async function connectSocket(
  app: { url: string },
  client: Client,
  projectId: string,
  options: SocketOptions = {},
): Promise<SocketClient> {
  const ticket = options.ticket === undefined ? await mintTicket(client) : options.ticket
  const query = new URLSearchParams(options.query)
  if (ticket !== null) query.set('ticket', ticket)
  if (options.since !== undefined) query.set('since', String(options.since))
  const address = `${app.url.replace(/^http/, 'ws')}/ws/v1/projects/${projectId}/?${query}`
  const socket = new SocketClient(address, options.headers ?? {})
  await socket.opened
  return socket
}
