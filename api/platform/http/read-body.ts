import type { IncomingMessage } from 'node:http'
import { Refusal } from '../errors.ts'

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** The raw request body, cut off with 413 past the limit. Compressed bodies are refused. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (!METHODS_WITH_BODY.has(request.method ?? '')) return Buffer.alloc(0)
  refuseEncoding(request)
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxBytes) throw tooLarge(maxBytes)
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
}

export function refuseEncoding(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new Refusal(415, 'Compressed request bodies are not accepted.')
}

export function tooLarge(maxBytes: number): Refusal {
  return new Refusal(413, `The body is larger than ${maxBytes} bytes.`, { headers: { Connection: 'close' } })
}

/** True when the request says its body is JSON; an absent type counts as JSON. */
export function isJson(request: IncomingMessage): boolean {
  const type = request.headers['content-type']
  return type === undefined || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)
}
