import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Subscriber } from './channel-feed.ts'
import type { Present } from './presence.ts'

/** A reader with more than this waiting is dropped: it may come back and ask for what it missed. */
const MAX_WAITING_BYTES = 1024 * 1024

/** One admitted socket. Frames wait while the handshake is being answered. */
export interface SocketConnection extends Subscriber, Present {
  /** The handshake is done: what waited is sent over `wire`, which carries the socket, the rest follows as it comes. */
  open(socket: WebSocket, wire: Duplex): void
  close(code: number, reason: string): void
  terminate(): void
  /** Asks the peer for a sign of life; one that gave none since the last time is dropped. */
  ping(): void
}

export function createConnection(facts: Present): SocketConnection {
  let socket: WebSocket | null = null
  let out: Duplex | null = null
  let waiting: Buffer[] = []
  let isAlive = true

  /** Past the socket, which would wrap each frame anew for each reader; its own frames come whole between these. */
  function send(frames: Buffer): void {
    if (socket === null || socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
    // Errors of a write end in the socket's close event.
    else out?.write(frames)
  }

  return {
    ...facts,
    deliver(frames) {
      if (socket === null) waiting.push(frames)
      else send(frames)
    },
    open(opened, wire) {
      socket = opened
      out = wire
      opened.on('pong', () => {
        isAlive = true
      })
      for (const frames of waiting) send(frames)
      waiting = []
    },
    close: (code, reason) => socket?.close(code, reason),
    terminate: () => socket?.terminate(),
    ping() {
      if (isAlive) socket?.ping()
      else socket?.terminate()
      isAlive = false
    },
  }
}
