import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../errors.ts'

/** How long a body may take however short it is, and what it must then bring a second to go on. */
const FREE_MS = 15_000
const BYTES_A_SECOND = 8 * 1024
const LOOK_MS = 500

/**
 * Calls `onSlow` with the refusal of a body that trickles: who means well is done in time, or brings much. Returns what
 * ends the watch.
 */
export function watchPace(request: IncomingMessage, onSlow: (refusal: Refusal) => void): () => void {
  const startedMs = performance.now()
  let receivedBytes = 0
  const count = (chunk: Buffer) => {
    receivedBytes += chunk.length
  }
  request.on('data', count)
  const stop = () => {
    clearInterval(timer)
    request.off('data', count)
  }
  const timer = setInterval(() => {
    if (performance.now() - startedMs < FREE_MS + (receivedBytes / BYTES_A_SECOND) * 1_000) return
    stop()
    onSlow(new Refusal(408, 'The body came too slowly.', { code: 'body_too_slow', headers: { Connection: 'close' } }))
  }, LOOK_MS)
  return stop
}
