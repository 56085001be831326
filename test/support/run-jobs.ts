import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import pg from 'pg'
import type { Services } from '../../api/platform/context.ts'
import { taskList } from '../../jobs/registry.ts'

const silent = new Logger(() => () => {})
/** Jobs that a test itself has locked stay so. */
const OUTCOMES_WITHIN_MS = 2_000

/** Runs every due job to its end in this process, also those that earlier ones asked for. */
export async function drainJobs(services: Services): Promise<void> {
  const databaseUrl = services.config.databaseUrl
  if (!databaseUrl) throw new Error('the test application has no database')
  const pool = new pg.Pool({ connectionString: databaseUrl })
  // Replaced by the pool; without a listener the end of an idle connection would end the test.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await runOnce({ pgPool: pool, taskList: taskList(services), concurrency: 1, noHandleSignals: true, logger: silent })
    await untilOutcomesAreWritten(pool)
  } finally {
    await pool.end()
  }
}

/** The runner does not wait for its write of what became of a job, and the database may be gone the moment we return. */
async function untilOutcomesAreWritten(pool: pg.Pool): Promise<void> {
  const deadline = Date.now() + OUTCOMES_WITHIN_MS
  while (Date.now() < deadline) {
    const { rowCount } = await pool.query('select 1 from graphile_worker.jobs where locked_at is not null limit 1')
    if (rowCount === 0) return
    await sleep(10)
  }
}
