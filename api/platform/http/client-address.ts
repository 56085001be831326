import type { IncomingMessage } from 'node:http'

/** Forwarding headers count only behind a stated number of proxies: then the n-th address from the right. */
export function clientAddress(request: IncomingMessage, proxyCount: number): string {
  const direct = request.socket.remoteAddress ?? ''
  if (proxyCount === 0) return direct
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return forwarded.at(-proxyCount) ?? direct
}
