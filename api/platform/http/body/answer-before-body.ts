import type Koa from 'koa'
import { drain } from './read-body.ts'

/** How long what nobody reads may go on coming after its reply. */
const LEFTOVER_MS = 15_000

/**
 * Looks after requests that are answered before their body has come in. Sends a reply that ends the connection before the body has come in: the sender sees it at once, and what is still on
 * its way is read and thrown away for a moment, because a connection that is closed over unread bytes is reset and the
 * reply lost with it.
 */
export function answerBeforeBody(koa: Koa.Context): void {
  const { req, res, body } = koa
  if (req.complete || req.destroyed || koa.status === 408) return
  if (koa.response.get('connection') !== 'close' || !Buffer.isBuffer(body)) {
    const timer = setTimeout(() => req.complete || req.destroy(), LEFTOVER_MS)
    req.once('close', () => clearTimeout(timer))
    return
  }
  koa.respond = false
  res.setHeader('Content-Length', body.length)
  res.write(body)
  void drain(req).then(() => res.end())
}
