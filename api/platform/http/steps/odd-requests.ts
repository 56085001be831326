import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../errors.ts'

/** The server keeps one more than this, so that too many can be told from just enough. */
export const MAX_HEADERS = 100

/** Headers of which one server may read the first and the next server the last. */
const ONCE = ['host', 'authorization']
/** Where the next request begins is as doubtful as this one. */
const ENDS = { headers: { Connection: 'close' } }

/** Requests that no honest client sends and that servers in a row may read differently. Null: nothing odd. */
export function refusalOfOddRequest(request: IncomingMessage): Refusal | null {
  if (request.method === 'TRACE') return new Refusal(405, 'Method "TRACE" not allowed.', { headers: { Allow: '' } })
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0)
  if (names.length > MAX_HEADERS) return new Refusal(431, `Send at most ${MAX_HEADERS} headers.`)
  const twice = ONCE.find((once) => names.filter((name) => name.toLowerCase() === once).length > 1)
  if (twice !== undefined) return new Refusal(400, `The request has more than one ${twice} header.`, ENDS)
  const coding = request.headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return null
  return new Refusal(400, 'Send the body plain or chunked.', ENDS)
}
