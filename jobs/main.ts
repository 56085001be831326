import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../api/platform/config.ts'
import type { Services } from '../api/platform/context.ts'
import { type JobOptions, startWorker, type Worker } from './worker.ts'

const firstPauseMs = 250
const longestPauseMs = 10_000

/**
 * Starts taking jobs, and starts again with growing pauses when the database was away: the queue's library gives up
 * with its connection. Closing stops taking new jobs, waits for those that run, and gives back what is left.
 */
export async function startJobs(
  services: Services,
  config: Config,
  options: JobOptions = {},
): Promise<{ close(): Promise<void> }> {
  const { log } = services
  const closing = new AbortController()
  let worker = await startWorker(services, config, options)
  const keeping = keepWorking()

  async function keepWorking(): Promise<void> {
    for (;;) {
      const reason = await worker.ended
      if (closing.signal.aborted) return
      log.warn({ error: reason }, 'the worker ended; starting it again')
      const next = await startAgain()
      if (next === null) return
      worker = next
      log.info('the worker takes jobs again')
    }
  }

  /** The next worker, or null when closing came first. */
  async function startAgain(): Promise<Worker | null> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => {}) // Ends the pause, no more.
      if (closing.signal.aborted) return null
      const next = await startWorker(services, config, options).catch((error) => {
        log.warn({ error, pauseMs }, 'the worker does not start yet')
        return null
      })
      if (next === null) continue
      if (!closing.signal.aborted) return next
      await next.close()
      return null
    }
  }

  return {
    async close() {
      closing.abort()
      await worker.close()
      await keeping
    },
  }
}
