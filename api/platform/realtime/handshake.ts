import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Services } from '../context.ts'
import { http } from '../http/node-http.ts'
import { admitsOrigin } from '../http/origins.ts'
import { isUuid } from '../ids.ts'
import type { Since } from './channel-feed.ts'

const PATH = /^\/ws\/v1\/projects\/([^/]+)\/$/
const MAX_TICKET_LENGTH = 256
const MAX_LEGACY_TOKEN_LENGTH = 4096

/** What a handshake asks for. Its ticket is not looked at yet. */
export interface SocketRequest {
  readonly channel: string
  readonly ticket: string | null
  readonly legacyToken: string | null
  readonly since: Since
}

/** The request, or the HTTP status that answers it instead of an upgrade. */
export function readHandshake(
  request: IncomingMessage,
  services: Pick<Services, 'config' | 'log'>,
): SocketRequest | number {
  const { config } = services
  const base = 'http://socket.invalid'
  if (!URL.canParse(request.url ?? '', base)) return 400
  const { pathname, searchParams } = new URL(request.url ?? '', base)
  const channel = PATH.exec(pathname)?.[1]
  if (channel === undefined || !isUuid(channel)) return 404
  if (!admitsOrigin(services, request.headers.origin, 'socket')) return 403
  return {
    channel: channel.toLowerCase(),
    ticket: bounded(searchParams.get('ticket'), MAX_TICKET_LENGTH),
    legacyToken: config.wsLegacyTokenAuthEnabled ? bounded(searchParams.get('token'), MAX_LEGACY_TOKEN_LENGTH) : null,
    since: readSince(searchParams.get('since')),
  }
}

function bounded(value: string | null, maxLength: number): string | null {
  return value === null || value === '' || value.length > maxLength ? null : value
}

function readSince(value: string | null): Since {
  if (value === null || value === '') return 'none'
  return /^\d{1,15}$/.test(value) ? Number(value) : 'unreadable'
}

/** Answers a handshake with a plain HTTP status and ends the connection. */
export function refuseHandshake(socket: Duplex, status: number): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ detail: http.STATUS_CODES[status] })
  const retry = status === 429 || status === 503 ? 'Retry-After: 5\r\n' : ''
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nConnection: close\r\n${retry}Content-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
