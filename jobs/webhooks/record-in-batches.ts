import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../api/platform/context.ts'
import { isPassing } from '../../api/platform/queue/passing.ts'
import { type Attempted, recordAttempts } from '../../api/webhooks/deliveries/record-attempts.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/**
 * Records attempts, those that end while others are being recorded together after them. A database that is away is waited for:
 * what was sent and is not recorded would be sent again. Resolves when the attempt is recorded.
 */
export function recordingInBatches(services: Services, closing: AbortSignal): (attempted: Attempted) => Promise<void> {
  let waiting: Attempted[] = []
  let next: Promise<void> | null = null
  let running: Promise<void> = Promise.resolve()

  async function record(batch: readonly Attempted[]): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await recordAttempts(services, batch)
      } catch (error) {
        if (!isPassing(error) || closing.aborted) throw error
        services.log.warn({ error, pauseMs }, 'attempts of webhooks are not recorded yet')
        await sleep(pauseMs, undefined, { signal: closing }).catch(() => {}) // Ends the pause, no more.
      }
    }
  }

  return (attempted) => {
    waiting.push(attempted)
    next ??= running
      .catch(() => {}) // Told to those whose attempts they were.
      .then(() => {
        const batch = waiting
        waiting = []
        next = null
        running = record(batch)
        return running
      })
    return next
  }
}
