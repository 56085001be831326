import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

interface Answer {
  readonly status: number
  readonly body: unknown
}

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

/** Headers by which the caller of a request is known. */
const CARRIED = ['host', 'authorization', 'x-forwarded-for']

/**
 * Reads of the API inside the process, in the name of a request that came from outside: they go the whole way of a
 * request, from the address and the credentials of its caller over rates, consent and policies to the record of agents.
 */
export function askInside(handle: Handle, outer: IncomingMessage, outerReply: ServerResponse) {
  return (path: string): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const response = new ServerResponse(requestFor(path, outer))
    const chunks: Buffer[] = []
    response.write = (chunk: unknown) => {
      chunks.push(Buffer.from(chunk as string | Buffer))
      return true
    }
    response.end = ((chunk?: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
      resolve(answerOf(response.statusCode, Buffer.concat(chunks)))
      return response
    }) as ServerResponse['end']
    // Who has left needs no answer.
    outerReply.once('close', () => response.emit('close'))
    Promise.resolve(handle(response.req, response)).catch(reject)
    return promise
  }
}

function requestFor(path: string, outer: IncomingMessage): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: outer.socket.remoteAddress })
  const request = new IncomingMessage(socket)
  const carried = CARRIED.flatMap((name) => {
    const value = outer.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  request.headers = Object.fromEntries([...carried, ['x-source', 'mcp']])
  request.rawHeaders = Object.entries(request.headers).flat() as string[]
  request.method = 'GET'
  request.url = `/api/v1${path}`
  request.httpVersion = '1.1'
  request.httpVersionMajor = 1
  request.httpVersionMinor = 1
  request.complete = true
  request.push(null)
  return request
}

function answerOf(status: number, bytes: Buffer): Answer {
  try {
    return { status, body: JSON.parse(bytes.toString('utf8')) }
  } catch {
    return { status, body: null }
  }
}
