import { Logger, runMigrations } from 'graphile-worker'

const silent = new Logger(() => () => {})

/** Installs or upgrades the tables of the job queue (schema `graphile_worker`). Two at once are one. */
export async function migrateQueue(connectionString: string): Promise<void> {
  await runMigrations({ connectionString, maxPoolSize: 1, logger: silent })
}
