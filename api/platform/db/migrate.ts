import type { Config } from '../config.ts'
import { createLog } from '../log.ts'
import { migrateQueue } from '../queue/migrate-queue.ts'
import { migrationList } from './migrations/migration-list.ts'
import { openOrm } from './orm.ts'

/** One migration run at a time: the second waits, then finds nothing to do. */
const MIGRATION_LOCK = 7_317_001

/** Brings the database up to date: our tables, then the job queue's. An interrupted run continues. */
export async function migrate(config: Config, databaseUrl: string | null = config.databaseUrl): Promise<void> {
  if (!databaseUrl) throw new Error('no database address: set SVC_DATABASE_URL')
  const orm = await openOrm(databaseUrl, createLog(config, 'migrate'), { poolSize: 4, statementTimeoutMs: 0 })
  try {
    const connection = orm.em.getConnection()
    await connection.execute('select pg_advisory_lock(?)', [MIGRATION_LOCK])
    try {
      // Until the first migration is cut, the tables are those of the entities.
      if (migrationList.length === 0) await orm.schema.update()
      await orm.migrator.up()
    } finally {
      await connection.execute('select pg_advisory_unlock(?)', [MIGRATION_LOCK])
    }
    await migrateQueue(databaseUrl)
  } finally {
    await orm.close(true)
  }
}
