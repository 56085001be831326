import type { AddressInfo } from 'node:net'
import { createConnection, createServer, type Server, type Socket } from 'node:net'

export interface Pair {
  readonly client: Socket
  readonly server: Socket
}

/** What a test may do with bytes on their way. Answer false and they are not passed on. */
export interface ProxyHooks {
  onRequest?(bytes: Buffer, pair: Pair): boolean | undefined
  onAnswer?(bytes: Buffer, pair: Pair): boolean | undefined
}

/** A TCP proxy that cuts and freezes. */
export interface Proxy {
  readonly port: number
  /** Ends every connection at once; bytes that wait are lost. */
  cut(): void
  /** Nothing passes, in either direction, until `thaw`. */
  freeze(): void
  thaw(): void
  hooks: ProxyHooks
  close(): Promise<void>
}

type Target = { port: number; host?: string } | { path: string }

/** Where the server of a database address listens. */
export function socketOf(url: URL): Target {
  const host = decodeURIComponent(url.hostname)
  if (host.startsWith('/')) return { path: `${host}/.s.PGSQL.${url.port || 5432}` }
  return { host: url.hostname, port: Number(url.port || 5432) }
}

/** A database address by way of a proxy. */
export function throughProxy(url: URL, proxy: Proxy): string {
  return `postgres://${url.username}:${url.password}@127.0.0.1:${proxy.port}${url.pathname}`
}

export async function startProxy(target: () => Target): Promise<Proxy> {
  const pairs = new Set<Pair>()
  const server: Server = createServer((client) => {
    const pair: Pair = { client, server: createConnection(target()) }
    pairs.add(pair)
    join(pair, proxy)
    const end = () => {
      pairs.delete(pair)
      drop(pair)
    }
    for (const socket of [pair.client, pair.server]) socket.on('error', end).on('close', end)
    if (isFrozen) pause(pair)
  })
  let isFrozen = false
  const proxy: Proxy = {
    port: 0,
    hooks: {},
    cut() {
      for (const pair of pairs) drop(pair)
    },
    freeze() {
      isFrozen = true
      for (const pair of pairs) pause(pair)
    },
    thaw() {
      isFrozen = false
      for (const { client, server } of pairs) {
        client.resume()
        server.resume()
      }
    },
    async close() {
      for (const pair of pairs) drop(pair)
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(proxy, { port: (server.address() as AddressInfo).port })
}

function join(pair: Pair, proxy: Proxy): void {
  const { client, server } = pair
  client.setNoDelay(true)
  server.setNoDelay(true)
  client.on('data', (bytes) => {
    if (proxy.hooks.onRequest?.(bytes, pair) !== false) server.write(bytes)
  })
  server.on('data', (bytes) => {
    if (proxy.hooks.onAnswer?.(bytes, pair) !== false) client.write(bytes)
  })
  client.on('end', () => server.end())
  server.on('end', () => client.end())
}

/** Not by `resetAndDestroy`: after an `end` Node 24 never closes such a handle and cannot exit. */
export function drop({ client, server }: Pair): void {
  client.destroy()
  server.destroy()
}

function pause({ client, server }: Pair): void {
  client.pause()
  server.pause()
}
