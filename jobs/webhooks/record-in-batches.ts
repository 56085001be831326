import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../api/platform/context.ts'
import { isPassing } from '../../api/platform/queue/passing.ts'
import { type Attempted, recordAttempts } from '../../api/webhooks/deliveries/record-attempts.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
/**
 * Statements under way at a time. An answer that waits for another's commit is sent again if the process dies meanwhile, and
 * each takes a connection of the pool.
 */
const MOST_AT_A_TIME = 4

/**
 * Records attempts at once; those that end while as many as may are being recorded go together after them. A database that is
 * away is waited for: what was sent and is not recorded would be sent again. Resolves when the attempt is recorded.
 */
export function recordingInBatches(services: Services, closing: AbortSignal): (attempted: Attempted) => Promise<void> {
  let waiting: Attempted[] = []
  let told = Promise.withResolvers<void>()
  let underWay = 0

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

  function recordOn(): void {
    if (underWay === MOST_AT_A_TIME || waiting.length === 0) return
    const [batch, { resolve, reject }] = [waiting, told]
    waiting = []
    told = Promise.withResolvers()
    underWay++
    record(batch)
      .then(resolve, reject)
      .finally(() => {
        underWay--
        recordOn()
      })
  }

  return (attempted) => {
    waiting.push(attempted)
    const { promise } = told
    recordOn()
    return promise
  }
}
