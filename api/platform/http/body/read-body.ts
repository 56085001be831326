import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../errors.ts'
import { watchPace } from './pace.ts'

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** How much of a body that was refused is still read, so that its sender gets to see the answer and not a reset. */
const DRAIN_BYTES = 64 * 1024 * 1024
const DRAIN_MS = 2_000

/** The raw request body, cut off with 413 past the limit. Compressed bodies are refused. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (!METHODS_WITH_BODY.has(request.method ?? '')) return Buffer.alloc(0)
  refuseEncoding(request)
  if (declaredBytes(request) > maxBytes) throw tooLarge(maxBytes)
  const body = await collect(request, maxBytes)
  if (body === null) throw tooLarge(maxBytes)
  return body
}

/** The body, or null as soon as it is larger than allowed. Iterating instead would end the connection on the way out. */
function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>()
  const chunks: Buffer[] = []
  let sizeBytes = 0
  const onData = (chunk: Buffer) => {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) settle(() => resolve(null))
    else chunks.push(chunk)
  }
  const onEnd = () => settle(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
  const onCut = () => settle(() => reject(cutOff()))
  const unwatch = watchPace(request, (tooSlow) => settle(() => reject(tooSlow)))
  const settle = (act: () => void) => {
    unwatch()
    request.off('data', onData).off('end', onEnd).off('close', onCut).off('error', onCut)
    act()
  }
  request.on('data', onData).on('end', onEnd).on('close', onCut).on('error', onCut)
  if (request.destroyed) onCut()
  return promise
}

/** Reads on and throws away what was refused, within bounds of size and time. */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  let sizeBytes = 0
  const onData = (chunk: Buffer) => {
    sizeBytes += chunk.length
    if (sizeBytes > DRAIN_BYTES) stop()
  }
  const stop = () => {
    clearTimeout(timer)
    request.off('data', onData).off('end', stop).off('close', stop).pause()
    resolve()
  }
  const timer = setTimeout(stop, DRAIN_MS)
  request.on('data', onData).on('end', stop).on('close', stop).on('error', stop)
  request.resume()
  return promise
}

export function declaredBytes(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0)
}

export function refuseEncoding(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new Refusal(415, 'Compressed request bodies are not accepted.')
  }
}

export function tooLarge(maxBytes: number): Refusal {
  return new Refusal(413, `The body is larger than ${maxBytes} bytes.`, { headers: { Connection: 'close' } })
}

export function cutOff(): Refusal {
  return new Refusal(400, 'The body was cut off.', { headers: { Connection: 'close' } })
}

/** True when the request says its body is JSON; an absent type counts as JSON. */
export function isJson(request: IncomingMessage): boolean {
  const type = request.headers['content-type']
  return type === undefined || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)
}
