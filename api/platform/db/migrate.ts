import { Client } from 'pg'
import { createLog } from '../log.ts'
import { migrateQueue } from '../queue/migrate-queue.ts'
import type { Config } from '../settings/config.ts'
import { lockForConnection } from './advisory-locks.ts'
import { migrationList, textOfAll } from './migration-list.ts'
import { openOrm } from './orm.ts'

export interface MigrateOptions {
  /** Called before the work where there is some. */
  onBehind?(): void
}

/** Brings the database up to date: our tables, then the job queue's. An interrupted run continues. */
export async function migrate(config: Config, options: MigrateOptions = {}): Promise<void> {
  const { databaseUrl } = config
  if (!databaseUrl) throw new Error('no database address: set SVC_DATABASE_URL')
  const lock = new Client({ connectionString: databaseUrl, application_name: 'svc-migrate' })
  lock.on('error', () => undefined) // The migration itself meets the lost server and says so.
  await lock.connect()
  try {
    // Another process waits here, then finds nothing to do; a killed one lets go by dying.
    await lockForConnection(lock, 'migration')
    await migrateTables(config, databaseUrl, lock, options)
    await migrateQueue(databaseUrl)
  } finally {
    await lock.end()
  }
}

async function migrateTables(
  config: Config,
  databaseUrl: string,
  client: Client,
  { onBehind }: MigrateOptions,
): Promise<void> {
  const orm = await openOrm(databaseUrl, createLog(config, 'migrate'), {
    entities: [],
    poolSize: 2,
    statementTimeoutMs: 0,
  })
  try {
    const pending = await orm.migrator.getPending()
    if (pending.length > 0) onBehind?.()
    if (pending.length === migrationList.length) await migrateAtOnce(client)
    // What was refused in one trip is met again here, and told.
    await orm.migrator.up()
  } finally {
    await orm.close(true)
  }
}

/** An empty database: in one trip and without a wait for the disk after each file, for what a crash takes is run again. */
async function migrateAtOnce(client: Client): Promise<void> {
  await client.query(`set synchronous_commit = off;\n${textOfAll()}`).catch(() => client.query('rollback'))
  await client.query('reset synchronous_commit')
}
