import { EventEmitter } from 'node:events'
import { Logger, type Runner, run, type WorkerEvents, type WorkerPool, WorkerPreset } from 'graphile-worker'
import type { Services } from '../api/platform/context.ts'
import type { Log } from '../api/platform/log.ts'
import type { Lane } from '../api/platform/queue/define-job.ts'
import { isPassing } from '../api/platform/queue/passing.ts'
import type { Config } from '../api/platform/settings/config.ts'
import type { ClockedJob } from '../api/server/clocked-jobs.ts'
import { startHeartbeat } from './heartbeat.ts'
import { cronItems } from './periodic.ts'
import { openQueuePool } from './queue-pool.ts'
import { type RegisteredJob, taskList } from './registry.ts'
import { type DeadWorkerSweep, sweepDeadWorkers } from './sweep-dead-workers.ts'
import { flagsUnderWay } from './under-way.ts'

/** Jobs get their abort signal this long after a stop was asked for, and are given back after `defaultStopWithinMs`. */
const abortAfterMs = 12_000
const defaultStopWithinMs = 18_000

/** What one worker runs: the jobs of a lane in slots of its own. */
export interface LaneOptions {
  readonly lane: Lane
  readonly concurrency: number
  readonly jobs: readonly RegisteredJob[]
  readonly periodic: readonly ClockedJob[]
  readonly stopWithinMs?: number | undefined
}

export interface Worker {
  /** Resolves when it takes no more jobs and has let go of everything, with the reason when nobody closed it. */
  readonly ended: Promise<Error | null>
  /** Takes no new jobs, waits for those that run, and gives back what is left. */
  close(): Promise<void>
}

/** One life of the queue's worker with its connections, its lock and its heartbeat. Resolves when it takes jobs. */
export async function startWorker(services: Services, config: Config, options: LaneOptions): Promise<Worker> {
  const { log } = services
  const connectionString = config.databaseUrl!
  const { lane, concurrency } = options
  const queue = openQueuePool({ connectionString, concurrency, log })
  const sweep = sweepDeadWorkers({ connectionString, log })
  const events = eventsInto(log)
  const firstFetch = whenFirstFetched(events)
  const stop = stopperOf(events, options.stopWithinMs ?? defaultStopWithinMs)
  let heartbeat: { close(): Promise<void> } | null = null
  const letGo = async () => {
    await heartbeat?.close()
    await sweep.close()
    await queue.close()
  }
  const runner = await run({
    pgPool: queue.pool,
    concurrency,
    forbiddenFlags: flagsUnderWay,
    pollInterval: 2_000,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: abortAfterMs,
    taskList: taskList(services, options.jobs),
    parsedCronItems: cronItems(options.periodic),
    logger: queueLogger(log),
    events,
    preset: { extends: [WorkerPreset], plugins: [holdLockPlugin(sweep)] },
  }).catch(async (error) => {
    await letGo()
    throw error
  })
  queue.refused.then(() => stop(runner))
  let isClosing = false
  const ended = runner.promise
    .then(
      () => (isClosing ? null : new Error('the worker pool ended by itself')),
      (error: Error) => error,
    )
    .finally(letGo)
  async function close(): Promise<void> {
    isClosing = true
    await heartbeat?.close()
    await stop(runner)
    await ended
  }
  try {
    await firstFetch
    heartbeat = await startHeartbeat(services, lane)
  } catch (error) {
    await close()
    throw error
  }
  return { ended, close }
}

/**
 * Resolves when a worker has looked for a job for the first time. graphile-worker 0.18 keeps a failure of that first
 * look for ever, so a pool that begins with one would live on without ever taking a job; it counts as not started.
 */
function whenFirstFetched(events: WorkerEvents): Promise<void> {
  const fetched = new Promise<void>((resolve, reject) => {
    events.once('worker:getJob:empty', () => resolve())
    events.once('job:start', () => resolve())
    events.once('worker:getJob:error', ({ error }) => reject(error))
  })
  fetched.catch(() => {}) // Reported by whoever awaits it.
  return fetched
}

/** A worker takes its first job only when the lock that shows it alive is held, so it is never swept by mistake. */
function holdLockPlugin(sweep: DeadWorkerSweep): GraphileConfig.Plugin {
  const held = new Map<string, Promise<void>>()
  return {
    name: 'HoldWorkerLockPlugin',
    worker: {
      hooks: {
        async startWorker(_context, { worker }) {
          const { id } = worker.workerPool
          if (!held.has(id)) held.set(id, sweep.hold(id))
          await held.get(id)
        },
      },
    },
  }
}

/**
 * Stops a runner and gives back the jobs that do not end in time. `Runner.kill` would not: graphile-worker 0.18 passes
 * over a pool that is stopping already.
 */
function stopperOf(events: WorkerEvents, withinMs: number): (runner: Runner) => Promise<void> {
  let pool: WorkerPool | undefined
  events.once('pool:create', ({ workerPool }) => {
    pool = workerPool
  })
  return async (runner) => {
    const impatience = setTimeout(() => {
      const given = pool?.forcefulShutdown('the job did not end when its process was to stop')
      Promise.resolve(given).catch(() => {}) // The sweep gives back what this could not.
    }, withinMs)
    try {
      // Both tell of a worker that has ended already, which is what was wanted.
      await runner.stop().catch(() => {})
      await runner.promise.catch(() => {})
    } finally {
      clearTimeout(impatience)
    }
  }
}

/** Failures are logged with our own care for what an error may hold; the queue's lines repeat messages verbatim. */
function eventsInto(log: Log): WorkerEvents {
  const events = new EventEmitter() as WorkerEvents
  events.on('job:success', ({ job }) => log.debug(describe(job), 'job done'))
  events.on('job:error', ({ job, error }) => log.warn({ ...describe(job), error }, 'job failed; it will run again'))
  events.on('job:failed', ({ job, error }) => {
    if (!isPassing(error)) log.error({ ...describe(job), error }, 'job failed for good')
  })
  return events
}

function describe(job: { id: string; task_identifier: string; attempts: number; max_attempts: number }) {
  return { job: job.id, task: job.task_identifier, attempt: job.attempts, of: job.max_attempts }
}

function queueLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    const isOwnLine = message.startsWith('Failed task')
    if ((level === 'warning' || level === 'error') && !isOwnLine) log.warn({ queue: message.split('\n')[0] }, 'queue')
  })
}
