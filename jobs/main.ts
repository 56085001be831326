import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../api/platform/context.ts'
import { LANES, type Lane } from '../api/platform/queue/define-job.ts'
import type { Config } from '../api/platform/settings/config.ts'
import { type ClockedJob, clockedJobs } from '../api/server/clocked-jobs.ts'

import { type RegisteredJob, registry } from './registry.ts'
import { startSender } from './webhooks/sender.ts'
import { type LaneOptions, startWorker, type Worker } from './worker.ts'

const firstPauseMs = 250
const longestPauseMs = 10_000

export interface JobOptions {
  /** These alone, and no webhooks; everything when left out. */
  readonly jobs?: readonly RegisteredJob[]
  readonly periodic?: readonly ClockedJob[]
  readonly stopWithinMs?: number
}

/** Starts taking jobs, each lane with slots of its own. Closing waits for what runs, and gives back what is left. */
export async function startJobs(
  services: Services,
  config: Config,
  options: JobOptions = {},
): Promise<{ close(): Promise<void> }> {
  const { jobs = registry, periodic = clockedJobs, stopWithinMs } = options
  const slots: Record<Lane, number> = { schedule: config.recomputeConcurrency, work: config.jobConcurrency }
  const lanes = LANES.map((lane) => ({
    lane,
    concurrency: slots[lane],
    jobs: jobs.filter((job) => job.lane === lane),
    periodic: periodic.filter(({ job }) => job.lane === lane),
    stopWithinMs,
  })).filter(({ lane, jobs }) => lane === 'work' || jobs.length > 0)
  const started = await Promise.allSettled([
    ...lanes.map((lane) => startLane(services, config, lane)),
    ...(options.jobs === undefined ? [startSender(services, config)] : []),
  ])
  const running = started.flatMap((lane) => (lane.status === 'fulfilled' ? [lane.value] : []))
  const close = async () => void (await Promise.all(running.map((lane) => lane.close())))
  const failed = started.find((lane) => lane.status === 'rejected')
  if (failed === undefined) return { close }
  await close()
  throw failed.reason
}

/**
 * Starts taking the jobs of a lane, and starts again with growing pauses when the database was away: the queue's library gives up
 * with its connection. Closing stops taking new jobs, waits for those that run, and gives back what is left.
 */
async function startLane(
  services: Services,
  config: Config,
  options: LaneOptions,
): Promise<{ close(): Promise<void> }> {
  const log = services.log.child({ lane: options.lane })
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
