import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../errors.ts'

/** The server keeps one more than this, so that too many can be told from just enough. */
export const MAX_HEADERS = 100

/** Requests that no honest client sends and that servers in a row may read differently. Null: nothing odd. */
export function refusalOfOddRequest(request: IncomingMessage): Refusal | null {
  if (request.method === 'TRACE') return new Refusal(405, 'Method "TRACE" not allowed.', { headers: { Allow: '' } })
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0)
  if (names.length > MAX_HEADERS) return new Refusal(431, `Send at most ${MAX_HEADERS} headers.`)
  const hosts = names.filter((name) => name.length === 4 && name.toLowerCase() === 'host')
  return hosts.length > 1 ? new Refusal(400, 'The request names more than one host.') : null
}
