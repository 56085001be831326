import { tellDatabaseTrouble } from '../../platform/db/database-trouble.ts'
import { takeProcessLock } from '../../platform/embedded-postgres/process-lock.ts'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start-embedded-postgres.ts'
import type { Config } from '../../platform/settings/config.ts'
import { loadServiceConfig } from './load-service-config.ts'

/**
 * Runs a command against the database of the settings. The embedded one is started for the command and stopped after
 * it, unless a `svc serve` on the same data folder is running it already.
 */
export async function withDatabase<T>(work: (config: Config) => Promise<T>): Promise<T> {
  const config = await loadServiceConfig({ listens: false })
  if (config.databaseUrl !== null) {
    return work(config).catch((error: unknown) => {
      throw tellDatabaseTrouble(error)
    })
  }
  const unlock = await takeProcessLock(config.dataDir, 'serve')
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    return await work({ ...config, databaseUrl: server.connectionString })
  } finally {
    if (unlock !== null) await server.stop()
    await unlock?.()
  }
}
