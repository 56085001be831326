import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../platform/context.ts'
import { type MigrationState, NOT_MIGRATED, readMigrationState, wasInSync } from '../platform/db/migration-state.ts'
import { checkUploadFolder, uploadFolder } from '../platform/http/body/upload-folder.ts'
import { LANES } from '../platform/queue/define-job.ts'
import { areSecretsOurs } from './check-secrets.ts'
import { countBeating } from './readiness.queries.ts'
import { isLeaving } from './standing.ts'

const CHECK_TIMEOUT_MS = 2_000
/** The job process beats every second; five missed beats are a failure. */
const HEARTBEAT_MAX_AGE_SECONDS = 10

type State = 'ok' | 'fail'

export interface Readiness {
  status: State
  checks: {
    database: State
    migrations: State
    queue: State
    pool: State
    cache: State
    encryption_key: State
    storage: State
  }
  migration_state: MigrationState | 'unknown'
  /** What is to be done, where that is known. */
  detail?: string
}

/**
 * Follows the database, the migrations, the job heartbeat, the encryption key, the folder for uploads and whether the process is about to stop.
 * A missing Redis shows but does not make it fail.
 */
export async function checkReadiness(services: Services): Promise<Readiness> {
  const em = services.orm.em.fork()
  const isStorageOpen = await withTimeout(checkUploadFolder(uploadFolder(services.config)).then(() => true))
  const migrationState = (await withTimeout(readMigrationState(services))) ?? 'unknown'
  const mayBeAhead = services.config.readyzAllowDbAhead || wasInSync(services)
  const beating = await withTimeout(countBeating({ em }, LANES, HEARTBEAT_MAX_AGE_SECONDS))
  const isKeyOurs = await withTimeout(areSecretsOurs(services))
  const checks = {
    database: migrationState === 'unknown' ? 'fail' : 'ok',
    migrations: migrationState === 'in_sync' || (migrationState === 'ahead' && mayBeAhead) ? 'ok' : 'fail',
    queue: beating === LANES.length ? 'ok' : 'fail',
    pool: 'ok',
    encryption_key: isKeyOurs ? 'ok' : 'fail',
    storage: isStorageOpen ? 'ok' : 'fail',
    cache: services.fanout.isHealthy() ? 'ok' : 'fail',
  } as const
  const mustHold: State[] = [
    checks.database,
    checks.migrations,
    checks.queue,
    checks.pool,
    checks.encryption_key,
    checks.storage,
  ]
  const isReady = !isLeaving() && mustHold.every((state) => state === 'ok')
  return {
    status: isReady ? 'ok' : 'fail',
    checks,
    migration_state: migrationState,
    ...(migrationState === 'behind' ? { detail: NOT_MIGRATED } : {}),
  }
}

/** A database that hangs counts as away. */
async function withTimeout<T>(work: Promise<T>): Promise<T | null> {
  const late = sleep(CHECK_TIMEOUT_MS, null, { ref: false })
  return Promise.race([work.catch(() => null), late])
}
