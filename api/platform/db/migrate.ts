import { Client } from 'pg'
import type { Config } from '../config.ts'
import { createLog } from '../log.ts'
import { migrateQueue } from '../queue/migrate-queue.ts'
import { openOrm } from './orm.ts'

/** One migration run at a time: the second waits, then finds nothing to do. */
const MIGRATION_LOCK = 7_317_001

/** Brings the database up to date: our tables, then the job queue's. An interrupted run continues. */
export async function migrate(config: Config, databaseUrl: string | null = config.databaseUrl): Promise<void> {
  if (!databaseUrl) throw new Error('no database address: set SVC_DATABASE_URL')
  const lock = new Client({ connectionString: databaseUrl, application_name: 'svc-migrate' })
  lock.on('error', () => undefined) // The migration itself meets the lost server and says so.
  await lock.connect()
  try {
    // Held by the connection: another process waits here, and a killed one lets go by dying.
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrateTables(config, databaseUrl)
    await migrateQueue(databaseUrl)
  } finally {
    await lock.end()
  }
}

async function migrateTables(config: Config, databaseUrl: string): Promise<void> {
  const orm = await openOrm(databaseUrl, createLog(config, 'migrate'), {
    entities: [],
    poolSize: 2,
    statementTimeoutMs: 0,
  })
  try {
    await orm.migrator.up()
  } finally {
    await orm.close(true)
  }
}
