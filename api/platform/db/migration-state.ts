import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { type Refusal, unavailable } from '../errors.ts'
import { migrationList } from './migration-list.ts'
import { statementsOver } from './statements.ts'
import { sqlState } from './transaction.ts'

export type MigrationState = 'in_sync' | 'behind' | 'ahead'

/** What is to be done about a database that is behind, for people. */
export const NOT_MIGRATED = 'The database is not up to date: run `svc migrate` (`npm run svc -- migrate`).'

/** Databases that a process of this version has found in sync, by the mapper that it reaches them through. */
const foundInSync = new WeakSet<Services['orm']>()

const UNDEFINED_TABLE = '42P01'
const LOOK_EVERY_MS = 500
const SAY_EVERY_MS = 30_000

/** Whether the database has every table that this version needs, the job queue's included; throws when it is away. */
export async function readMigrationState(services: Pick<Services, 'orm'>): Promise<MigrationState> {
  const db = { em: services.orm.em.fork() }
  const found = await sql<{ count: number; has_queue: boolean }>`
    select count(*) as count, to_regclass('graphile_worker._private_jobs') is not null as has_queue
    from schema_migrations`
    .execute(statementsOver(db))
    .catch((error) => {
      if (sqlState(error) === UNDEFINED_TABLE) return undefined
      throw error
    })
  const row = found?.rows[0]
  if (row === undefined || !row.has_queue || row.count < migrationList.length) return 'behind'
  if (row.count > migrationList.length) return 'ahead'
  foundInSync.add(services.orm)
  return 'in_sync'
}

/**
 * Whether the database was in sync at an earlier look of this process, the one at its start included. An update migrates while
 * processes of the version before still answer; only one that starts on a newer database does not know what it meets.
 */
export function wasInSync(services: Pick<Services, 'orm'>): boolean {
  return foundInSync.has(services.orm)
}

/** The refusal of everything that needs a database which is not migrated. */
export function notMigrated(): Refusal {
  return unavailable(NOT_MIGRATED, { code: 'database_not_migrated' })
}

/** Whether a failure that nothing else explains comes from a database that is not migrated. */
export async function isNotMigrated(services: Pick<Services, 'orm'>): Promise<boolean> {
  const state = await readMigrationState(services).catch(() => null)
  return state === 'behind'
}

/**
 * Waits until the database can be reached and has every table, and says meanwhile what is waited for. False when
 * `stopped` came first.
 */
export async function untilMigrated(services: Pick<Services, 'orm' | 'log'>, stopped: AbortSignal): Promise<boolean> {
  let saidAtMs = Number.NEGATIVE_INFINITY
  while (!stopped.aborted) {
    const state = await readMigrationState(services).catch((error: Error) => error)
    if (state === 'in_sync' || state === 'ahead') return true
    if (performance.now() - saidAtMs >= SAY_EVERY_MS) {
      saidAtMs = performance.now()
      if (state === 'behind') services.log.error(`${NOT_MIGRATED} Waiting for it.`)
      else services.log.error({ error: state }, 'The database cannot be reached. Waiting for it.')
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopped }).catch(() => {}) // Ends the pause, no more.
  }
  return false
}
