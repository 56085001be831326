/**
 * The WebSocket side of the service. A handshake is judged before it is answered: ticket, role, position and presence
 * are settled first, so that a client that sees its socket open misses nothing from then on. A refused one is answered
 * too and closed with a code, because a browser shows scripts a close code and never an HTTP status.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import type { Services } from '../context.ts'
import { clientAddress } from '../http/client-address.ts'
import { newId } from '../ids.ts'
import { createChannelFeed } from './channel-feed.ts'
import { EVICT_TOPIC, type Eviction, isEvicted } from './evict.ts'
import { readHandshake, refuseHandshake, type SocketRequest } from './handshake.ts'
import {
  forgetTogether,
  joinPresence,
  leavePresence,
  PRESENCE_RENEW_MS,
  renewPresence,
  sweepPresence,
} from './presence.ts'
import { createConnection, type SocketConnection } from './socket-connection.ts'

export const CLOSE = { goingAway: 1001, unauthenticated: 4001, forbidden: 4003 } as const

/** A person at a channel. */
export interface Watch {
  readonly channel: string
  readonly accountId: string
}

/** What the platform cannot know by itself. */
export interface SocketDoors {
  /** Uses a ticket up; the account it was made for, or null. */
  redeemTicket(ticket: string): Promise<string | null>
  /** The account of an access token in the query; asked only when the setting allows such tokens. */
  readLegacyToken(token: string): Promise<string | null>
  /** Of these people those who may watch their channel, with the name that others see. */
  findWatchers(asked: readonly Watch[]): Promise<readonly (Watch & { readonly displayName: string })[]>
}

export interface SocketLimits {
  readonly pingMs: number
  /** How often every socket's right to watch is asked again; a message about it only makes it faster. */
  readonly recheckMs: number
  /** From the handshake's arrival to its end, admitted or gone. */
  readonly handshakeMs: number
  readonly handshakesPerAddress: number
}

const LIMITS: SocketLimits = { pingMs: 30_000, recheckMs: 4_000, handshakeMs: 2_000, handshakesPerAddress: 500 }
const MAX_CLIENT_FRAME_BYTES = 4 * 1024
/** `closeTimeout` is how long a peer may take to confirm a close; the type package lags behind it. */
const UPGRADER: ServerOptions & { closeTimeout: number } = {
  noServer: true,
  clientTracking: false,
  maxPayload: MAX_CLIENT_FRAME_BYTES,
  perMessageDeflate: false,
  closeTimeout: 1_000,
}

export interface SocketServer {
  close(): Promise<void>
}

/** Answers upgrades of a server. Close it while the server stops listening: open sockets are told to come back later. */
export async function attachSocketServer(
  server: Server,
  services: Services,
  doors: SocketDoors,
  limits: SocketLimits = LIMITS,
): Promise<SocketServer> {
  const { config, log } = services
  const upgrader = new WebSocketServer(UPGRADER)
  const feed = createChannelFeed(services)
  const connections = new Set<SocketConnection>()
  const unproven = new Map<string, number>()
  const onPresenceLost = (error: Error) => log.warn({ message: error.message }, 'presence')
  const leave = forgetTogether(services, onPresenceLost)
  let isClosing = false

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const giveUp = () => socket.destroy()
    socket.on('error', giveUp)
    const asked = isClosing ? 503 : readHandshake(request, services)
    if (typeof asked === 'number') return refuseHandshake(socket, asked)
    const address = clientAddress(request, config.numProxies)
    const count = unproven.get(address) ?? 0
    if (count >= limits.handshakesPerAddress) return refuseHandshake(socket, 429)
    unproven.set(address, count + 1)
    const deadline = setTimeout(giveUp, limits.handshakeMs)
    let isSettled = false
    /** Proven or gone: it counts no more, and a socket that lives long keeps nothing of its handshake. */
    const settle = () => {
      if (isSettled) return
      isSettled = true
      clearTimeout(deadline)
      socket.off('close', settle).off('error', giveUp)
      const left = (unproven.get(address) ?? 1) - 1
      if (left > 0) unproven.set(address, left)
      else unproven.delete(address)
    }
    socket.on('close', settle)
    admit(request, socket, head, asked, settle).catch((error: Error) => {
      log.warn({ message: error.message }, 'socket handshake failed')
      refuseHandshake(socket, 503)
    })
  })

  async function admit(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    asked: SocketRequest,
    settle: () => void,
  ): Promise<void> {
    const entry = await judge(asked)
    if (typeof entry === 'number') return closeAtOnce(request, socket, head, entry)
    try {
      await feed.subscribe(entry, asked.since)
      await joinPresence(services, entry)
      if (socket.destroyed || isClosing) throw new Error('gone before it was admitted')
      upgrader.handleUpgrade(request, socket, head, (opened) => {
        settle()
        hold(entry, opened, socket)
      })
      // A handshake that the protocol refuses is answered without the callback.
      if (!connections.has(entry)) forget(entry)
    } catch (error) {
      forget(entry)
      throw error
    }
  }

  /** A connection for a person with the right to it, else the code to close with. */
  async function judge(asked: SocketRequest): Promise<SocketConnection | number> {
    const accountId = await identify(asked)
    if (accountId === null) return CLOSE.unauthenticated
    const [watcher] = await doors.findWatchers([{ channel: asked.channel, accountId }])
    if (!watcher) return CLOSE.forbidden
    return createConnection({ connectionId: newId(), ...watcher })
  }

  async function identify({ ticket, legacyToken }: SocketRequest): Promise<string | null> {
    if (ticket !== null) return doors.redeemTicket(ticket)
    return legacyToken === null ? null : doors.readLegacyToken(legacyToken)
  }

  function closeAtOnce(request: IncomingMessage, socket: Duplex, head: Buffer, code: number): void {
    if (socket.destroyed) return
    upgrader.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => opened.terminate())
      opened.close(code)
    })
  }

  function hold(connection: SocketConnection, socket: WebSocket, wire: Duplex): void {
    connections.add(connection)
    socket.on('error', () => socket.terminate())
    socket.on('close', () => forget(connection))
    connection.open(socket, wire)
  }

  /** Once for each connection; what presence forgets late it forgets by itself after a minute. */
  function forget(connection: SocketConnection): void {
    feed.unsubscribe(connection)
    connections.delete(connection)
    if (isClosing) return
    leave(connection)
  }

  function evict(doomed: readonly SocketConnection[], code: number = CLOSE.forbidden): void {
    for (const connection of doomed) {
      feed.unsubscribe(connection)
      connection.close(code, 'access ended')
    }
  }

  /** Asks again about everyone: an eviction that was never announced, or not heard, takes effect here. */
  async function recheck(): Promise<void> {
    if (connections.size === 0) return
    const asked = [...connections]
    const allowed = new Set((await doors.findWatchers(asked)).map(watchKey))
    evict(asked.filter((connection) => !allowed.has(watchKey(connection))))
  }

  async function pingAll(): Promise<void> {
    for (const connection of connections) connection.ping()
  }

  await services.fanout.listen({
    onNotice: feed.wake,
    onFrame: feed.pass,
    onMessage: (topic, message) => {
      if (topic !== EVICT_TOPIC) return
      const doomed = [...connections].filter((connection) => isEvicted(message, connection))
      evict(doomed, (message as Eviction | null)?.isSessionOver ? CLOSE.unauthenticated : CLOSE.forbidden)
    },
    onResumed: feed.wakeAll,
  })

  const stopTimers = startTimers(
    [
      [limits.pingMs, pingAll],
      [limits.recheckMs, recheck],
      [PRESENCE_RENEW_MS, () => renewPresence(services, [...connections])],
      [PRESENCE_RENEW_MS / 2, () => sweepPresence(services)],
      // While the shared store is away nobody says "look".
      [limits.recheckMs / 2, async () => (services.fanout.isHealthy() ? undefined : feed.wakeAll())],
    ],
    (error) => log.warn({ message: error.message }, 'socket upkeep'),
  )

  return {
    async close() {
      isClosing = true
      stopTimers()
      const open = [...connections]
      for (const connection of open) connection.close(CLOSE.goingAway, 'restarting')
      feed.close()
      await leavePresence(services, open).catch(onPresenceLost)
    },
  }
}

function watchKey({ channel, accountId }: Watch): string {
  return `${channel} ${accountId}`
}

/** Repeated work that skips a turn while the last one still runs. */
function startTimers(
  works: readonly (readonly [everyMs: number, work: () => Promise<unknown>])[],
  onError: (error: Error) => void,
): () => void {
  const timers = works.map(([everyMs, work]) => {
    let isRunning = false
    return setInterval(async () => {
      if (isRunning) return
      isRunning = true
      await work().catch(onError)
      isRunning = false
    }, everyMs).unref()
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
