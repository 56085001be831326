/**
 * Gives back the jobs of dead workers within a second; the queue alone would keep them locked for four hours.
 *
 * Each worker pool holds an advisory lock on a connection of its own. The database lets go of the lock when the
 * process dies. Whoever can take the lock of a worker that still has jobs knows that it is dead.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { lockForConnection } from '../api/platform/db/advisory-locks.ts'
import type { Log } from '../api/platform/log.ts'
import { findDeadWorkers, unlockWorkers } from './dead-worker.queries.ts'

export interface SweepOptions {
  connectionString: string
  log: Pick<Log, 'info' | 'warn'>
  everyMs?: number
}

export interface DeadWorkerSweep {
  /** Shows that this worker pool lives; resolves once its lock is held, so before it may take a job. */
  hold(workerPoolId: string): Promise<void>
  close(): Promise<void>
}

// A remote machine that vanishes without a word is noticed after about 20 s instead of two hours. Waiting for a lock that
// a former connection of our own still holds is given up and begun again, so that closing never waits for it.
const sessionSettings =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2 -c lock_timeout=5s'

// Shorter than the three seconds that a database which came back gives living workers.
const longestPauseMs = 1_000

/** Starts sweeping, until closed. */
export function sweepDeadWorkers({ connectionString, log, everyMs = 1_000 }: SweepOptions): DeadWorkerSweep {
  const heldIds = new Set<string>()
  const closing = new AbortController()
  let connected: Promise<pg.Client> | null = null
  let live: pg.Client | null = null

  function connection(): Promise<pg.Client> {
    connected ??= connectUntilHeld()
    return connected
  }

  async function connectUntilHeld(): Promise<pg.Client> {
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      closing.signal.throwIfAborted()
      const client = new pg.Client({
        connectionString,
        application_name: 'svc sweep',
        keepAlive: true,
        options: sessionSettings,
        connectionTimeoutMillis: 5_000,
      })
      // A former one that ends late says nothing of this one: a third would wait for ever for the locks of the second.
      const lose = () => {
        if (live === client) live = connected = null
      }
      client.on('error', lose).on('end', lose)
      try {
        await client.connect()
        for (const id of heldIds) await lockForConnection(client, 'workerPool', id)
        live = client
        return client
      } catch (error) {
        log.warn({ error }, 'worker lock not held; connecting again')
        await endQuietly(client)
        await sleep(pauseMs)
      }
    }
  }

  async function sweepForever(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const freed = await sweepOnce(await connection(), [...heldIds])
        if (freed.length > 0) log.info({ workers: freed }, 'jobs of dead workers given back')
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ error }, 'sweep for dead workers failed')
      }
      // Reconnecting at once, not at the next sweep, keeps the time without the lock short.
      await sleep(connected === null ? 100 : everyMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const sweeping = sweepForever()
  return {
    async hold(workerPoolId) {
      heldIds.add(workerPoolId)
      for (;;) {
        const client = await connection()
        const isTaken = await lockForConnection(client, 'workerPool', workerPoolId).then(
          () => true,
          () => false,
        )
        // A lock taken on a connection that is lost by now is taken again with the next one.
        if (isTaken && client === (await connected)) return
        await sleep(100)
      }
    },
    async close() {
      closing.abort()
      await sweeping
      const client = await connected?.catch(() => null)
      if (client) await endQuietly(client)
    },
  }
}

/** It may be broken already, and not even say when it has ended. */
async function endQuietly(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(1_000, undefined, { ref: false })])
}

async function sweepOnce(client: pg.Client, ownIds: string[]): Promise<string[]> {
  const dead = await findDeadWorkers(client, ownIds)
  if (dead.length > 0) await unlockWorkers(client, dead, 'its worker process ended at every attempt')
  return dead
}
