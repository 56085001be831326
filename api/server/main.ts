import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Services } from '../platform/context.ts'
import { http } from '../platform/http/node-http.ts'
import type { Route } from '../platform/http/route.ts'
import { MAX_HEADERS } from '../platform/http/steps/odd-requests.ts'
import { attachSocketServer } from '../platform/realtime/socket-server.ts'
import type { Config } from '../platform/settings/config.ts'
import { createApp } from './app.ts'
import { socketDoors } from './realtime.ts'

const DRAIN_MS = 20_000

export interface RunningApi {
  readonly address: string
  readonly server: Server
  close(): Promise<void>
}

/** Listens. Header and time limits are those of the hostile-input table. */
export async function startApi(services: Services, config: Config, table?: readonly Route[]): Promise<RunningApi> {
  const server = http.createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 2_000,
    // Any other protocol on offer, such as h2c, is passed over and the request answered as it is.
    shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
  })
  server.maxHeadersCount = MAX_HEADERS + 1
  server.on('request', createApp(services, table).callback())
  const sockets = await attachSocketServer(server, services, socketDoors(services))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { address, port, family } = server.address() as AddressInfo
  const host = family === 'IPv6' ? `[${address}]` : address
  return {
    address: `http://${host}:${port}`,
    server,
    async close() {
      await Promise.all([drain(server), sockets.close()])
    },
  }
}

/** No new connections; requests under way get their time, then what is left is cut. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(cut)
}
