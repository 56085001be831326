import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { http } from './node-http.ts'

interface Answer {
  readonly status: number
  readonly body: unknown
  /** What was sent, for answers that are no JSON. */
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** What is sent where something is to be done and not only read. */
export interface InsideBody {
  readonly bytes: Buffer
  readonly contentType: string
  /** POST when left out. */
  readonly method?: 'PATCH'
}

/** In whose name, where the request itself does not say so, and what the writes say they came from. */
export interface InsideCaller {
  readonly authorization?: string
  readonly source: string
}

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

/** Headers by which the caller of a request is known. */
const CARRIED = ['host', 'authorization', 'x-forwarded-for']

/**
 * Questions of the API inside the process, in the name of a request that came from outside: they go the whole way of a
 * request, from the address and the credentials of its caller over rates, consent and policies to the record of agents.
 */
export function askInside(
  handle: Handle,
  outer: IncomingMessage,
  outerReply: ServerResponse,
  caller: InsideCaller = { source: 'mcp' },
) {
  return (path: string, body?: InsideBody): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const response = new http.ServerResponse(requestFor(path, outer, caller, body))
    const chunks: Buffer[] = []
    response.write = (chunk: unknown) => {
      chunks.push(Buffer.from(chunk as string | Buffer))
      return true
    }
    response.end = ((chunk?: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
      resolve(answerOf(response, Buffer.concat(chunks)))
      return response
    }) as ServerResponse['end']
    // Who has left needs no answer.
    outerReply.once('close', () => response.emit('close'))
    Promise.resolve(handle(response.req, response)).catch(reject)
    return promise
  }
}

function requestFor(
  path: string,
  outer: IncomingMessage,
  caller: InsideCaller,
  body: InsideBody | undefined,
): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: outer.socket.remoteAddress })
  const request = new http.IncomingMessage(socket)
  const carried = CARRIED.flatMap((name) => {
    const value = outer.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  request.headers = {
    ...Object.fromEntries([...carried, ['x-source', caller.source]]),
    ...(caller.authorization === undefined ? {} : { authorization: caller.authorization }),
    ...(body && { 'content-type': body.contentType, 'content-length': String(body.bytes.length) }),
  }
  request.rawHeaders = Object.entries(request.headers).flat() as string[]
  request.method = body ? (body.method ?? 'POST') : 'GET'
  request.url = `/api/v1${path}`
  request.httpVersion = '1.1'
  request.httpVersionMajor = 1
  request.httpVersionMinor = 1
  request.complete = true
  if (body) request.push(body.bytes)
  request.push(null)
  return request
}

function answerOf(response: ServerResponse, bytes: Buffer): Answer {
  const text = bytes.toString('utf8')
  const facts = { status: response.statusCode, headers: response.getHeaders(), text }
  try {
    return { ...facts, body: JSON.parse(text) }
  } catch {
    return { ...facts, body: null }
  }
}
