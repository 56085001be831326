import { EventEmitter } from 'node:events'
import { Logger, type Runner, run, type WorkerEvents, WorkerPreset } from 'graphile-worker'
import pg from 'pg'
import type { Config } from '../api/platform/config.ts'
import type { Services } from '../api/platform/context.ts'
import type { Log } from '../api/platform/log.ts'
import { startHeartbeat } from './heartbeat.ts'
import { cronItems, type PeriodicJob } from './periodic.ts'
import { type RegisteredJob, taskList } from './registry.ts'
import { type DeadWorkerSweep, sweepDeadWorkers } from './sweep-dead-workers.ts'

/** Jobs get their abort signal this long after a stop was asked for, and are given back after `stopWithinMs`. */
const abortAfterMs = 12_000
const stopWithinMs = 18_000

/** Starts taking jobs. Closing stops taking new ones, waits for those that run, and gives back what is left. */
export async function startJobs(
  services: Services,
  config: Config,
  tables: { jobs?: readonly RegisteredJob[]; periodic?: readonly PeriodicJob[] } = {},
): Promise<{ close(): Promise<void> }> {
  const { log } = services
  const connectionString = config.databaseUrl!
  const pool = openPool(connectionString, config.jobConcurrency, log)
  const sweep = sweepDeadWorkers({ connectionString, log })
  const events = eventsInto(log)
  const firstFetch = whenFirstFetched(events)
  const runner = await run({
    pgPool: pool,
    concurrency: config.jobConcurrency,
    pollInterval: 2_000,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: abortAfterMs,
    taskList: taskList(services, tables.jobs),
    parsedCronItems: cronItems(tables.periodic),
    logger: queueLogger(log),
    events,
    preset: { extends: [WorkerPreset], plugins: [holdLockPlugin(sweep)] },
  })
  let heartbeat: { close(): Promise<void> } | null = null
  let isClosing = false
  async function close(): Promise<void> {
    isClosing = true
    await heartbeat?.close()
    await stopRunner(runner)
    await sweep.close()
    await pool.end()
  }
  // A pool that ends by itself takes the process down, and its supervisor starts another.
  const endedByItself = (error: Error) => {
    if (!isClosing) throw error
  }
  void runner.promise.then(() => endedByItself(new Error('the worker pool ended by itself')), endedByItself)
  try {
    await firstFetch
    heartbeat = await startHeartbeat(services)
  } catch (error) {
    await close()
    throw error
  }
  return { close }
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

/** The queue's own connections: one listens, the others serve workers between two jobs. */
function openPool(connectionString: string, concurrency: number, log: Log): pg.Pool {
  const max = Math.min(concurrency + 1, 8)
  const pool = new pg.Pool({ connectionString, max, application_name: 'svc queue', keepAlive: true })
  const note = (error: Error) => log.warn({ error }, 'queue connection lost')
  pool.on('error', note)
  pool.on('connect', (client) => client.on('error', note))
  return pool
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

async function stopRunner(runner: Runner): Promise<void> {
  const impatience = setTimeout(() => {
    runner.kill('jobs did not end in time').catch(() => {}) // `stop` below reports it.
  }, stopWithinMs)
  try {
    await runner.stop()
    await runner.promise
  } finally {
    clearTimeout(impatience)
  }
}

/** Failures are logged with our own care for what an error may hold; the queue's lines repeat messages verbatim. */
function eventsInto(log: Log): WorkerEvents {
  const events = new EventEmitter() as WorkerEvents
  events.on('job:success', ({ job }) => log.debug(describe(job), 'job done'))
  events.on('job:error', ({ job, error }) => log.warn({ ...describe(job), error }, 'job failed; it will run again'))
  events.on('job:failed', ({ job, error }) => log.error({ ...describe(job), error }, 'job failed for good'))
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
