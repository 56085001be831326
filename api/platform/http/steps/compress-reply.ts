import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type Koa from 'koa'
import type { SentReply } from '../reply.ts'
import type { Route } from '../route.ts'

/** Below this a packet is sent either way. */
const MIN_BYTES = 1024
const TEXT = /^(?:application\/(?:[\w.-]+\+)?(?:json|xml|x-ndjson)|text\/|image\/svg\+xml)/

/** A coder that runs out of room goes back to the main thread for more: one piece holds what most replies shrink to. */
const PIECE_BYTES = { least: 16 * 1024, most: 256 * 1024 }

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Low levels: a page of 200 tasks takes a quarter of a millisecond, and higher ones save a tenth of its bytes for ten times that. */
const ENCODERS = {
  br: (body: Buffer) =>
    brotliAsync(body, {
      chunkSize: pieceBytes(body),
      params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => gzipAsync(body, { level: 2, chunkSize: pieceBytes(body) }),
}

/** The better one first: browsers name all they take without saying which they like. */
const ENCODINGS = ['br', 'gzip'] as const

/**
 * The reply in the best encoding that the caller takes, made on a thread of the runtime. Replies that hold a secret
 * are never compressed: their length must say nothing of it.
 */
export async function compressReply(koa: Koa.Context, route: Route, reply: SentReply): Promise<SentReply> {
  const { body, headers } = reply
  if (body === null || body.length < MIN_BYTES || route.holdsSecret || !TEXT.test(reply.contentType ?? '')) return reply
  if (headers['Content-Encoding'] !== undefined) return reply
  koa.vary('Accept-Encoding')
  const encoding = ENCODINGS.find((name) => koa.acceptsEncodings(name) === name)
  if (encoding === undefined) return reply
  const tag = headers.ETag
  return {
    ...reply,
    body: await ENCODERS[encoding](body),
    headers: {
      ...headers,
      'Content-Encoding': encoding,
      // Other bytes, the same meaning: the tag can only be a weak one.
      ...(tag === undefined ? {} : { ETag: tag.replace(/^"/, 'W/"') }),
    },
  }
}

function pieceBytes(body: Buffer): number {
  return Math.min(PIECE_BYTES.most, Math.max(PIECE_BYTES.least, body.length >> 2))
}
