import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { refusalOfDatabaseError, sqlState } from '../api/platform/db/transaction.ts'
import { Refusal } from '../api/platform/errors.ts'
import type { Log } from '../api/platform/log.ts'

/** A connection that its borrower never gave back must not keep the next worker from starting. */
const endWithinMs = 5_000
const connectWithinMs = 5_000
const firstPauseMs = 100
const longestPauseMs = 2_000

export interface QueuePoolOptions {
  connectionString: string
  concurrency: number
  log: Pick<Log, 'warn' | 'error'>
}

export interface QueuePool {
  readonly pool: pg.Pool
  /** Resolves when the database will not have what became of a job: only the end of the worker gives that job back. */
  readonly refused: Promise<Error>
  close(): Promise<void>
}

type Lent = Pick<pg.PoolClient, 'query' | 'release'>

/**
 * The queue's own connections: one listens, the others serve workers between two jobs.
 *
 * graphile-worker 0.18 does not wait for its write of what became of a job: when it fails, as with every job that the
 * death of the database interrupts, nothing catches it and the process ends. Here such a write is repeated until the
 * database has it or the pool is closed; then the sweep gives the job back.
 */
export function openQueuePool({ connectionString, concurrency, log }: QueuePoolOptions): QueuePool {
  const closing = new AbortController()
  const refused = Promise.withResolvers<Error>()
  const pool = new pg.Pool({
    connectionString,
    max: Math.min(concurrency + 1, 8),
    application_name: 'svc queue',
    keepAlive: true,
    connectionTimeoutMillis: connectWithinMs,
  })
  const note = (error: Error) => log.warn({ error }, 'queue connection lost')
  pool.on('error', note)
  pool.on('connect', (client) => client.on('error', note))
  // Only the library's writes take a connection by promise; who listens, and `pool.query`, ask with a callback.
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<pg.PoolClient>
  pool.connect = ((...args: unknown[]) => (args.length > 0 ? connect(...args) : lend())) as pg.Pool['connect']

  /** Does not fail: without a connection each query does, when it is known which it is. */
  async function lend(): Promise<Lent> {
    let client: pg.PoolClient | null = null
    let failure = new Error('the connection was given back')
    try {
      client = await connect()
    } catch (error) {
      failure = error as Error
    }
    const release = (error?: Error | boolean) => {
      client?.release(error)
      client = null
    }
    const query = async (config: pg.QueryConfig) => {
      if (client === null) throw failure
      return client.query(config)
    }
    const queryOrKeep = async (config: pg.QueryConfig | string, values?: unknown[]) => {
      const asked = typeof config === 'string' ? { text: config, values } : config
      if (!isOutcome(asked)) return query(asked)
      return query(asked).catch((error) => {
        // One that waits must not keep the connections that it waits for.
        release(true)
        return keepOutcome(asked, error)
      })
    }
    return { query: queryOrKeep as pg.PoolClient['query'], release }
  }

  async function keepOutcome(outcome: pg.QueryConfig, firstError: Error): Promise<unknown> {
    let error = firstError
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      if (closing.signal.aborted) return nothing
      if (isRefusal(error)) {
        log.error({ error }, 'the database refuses the outcome of a job')
        refused.resolve(error)
        return nothing
      }
      log.warn({ error, pauseMs }, 'the outcome of a job is not written yet')
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => {}) // Ends the pause, no more.
      try {
        return await pool.query(outcome)
      } catch (again) {
        error = again as Error
      }
    }
  }

  return {
    pool,
    refused: refused.promise,
    async close() {
      closing.abort()
      await Promise.race([pool.end(), sleep(endWithinMs, undefined, { ref: false })])
    },
  }
}

const nothing = { rows: [], rowCount: 0 }

/** By the names that the library gives its prepared statements. */
function isOutcome({ name }: pg.QueryConfig): boolean {
  return name !== undefined && /^(complete|fail)_job(_q)?\//.test(name)
}

/** Not one of a database that is away or busy. */
function isRefusal(error: Error): boolean {
  return sqlState(error) !== undefined && !(refusalOfDatabaseError(error) instanceof Refusal)
}
