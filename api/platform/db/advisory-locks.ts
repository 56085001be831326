import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Db } from './db.ts'
import { statementsOver } from './statements.ts'

/**
 * What is done one at a time though no row stands for it. Locks of one name with different keys do not wait for each
 * other. Whoever needs another lock adds its name here; the statements below are the only ones that take locks.
 */
export type AdvisoryLock =
  /** The schema: one migration run at a time. No key; held by a connection. */
  | 'migration'
  /** The first start on an empty database, which makes the owner and the sample. No key. */
  | 'firstStart'
  /** That a worker pool lives, by its id. Held by a connection, so that PostgreSQL lets go of it when the process dies. */
  | 'workerPool'
  /** The deliveries of a webhook, by webhook: one process sends them, as long as its connection lasts. */
  | 'webhookLane'
  /** Joining and leaving of one person at one channel, by `channel account`. */
  | 'presence'
  /** Who bears a username or an address, by the name in lower case. */
  | 'accountName'
  /** The account of one person at a provider, by `provider subject`. */
  | 'providerIdentity'
  /** The links of a program that has links across its projects, by program. */
  | 'linksOfProgram'
  /** Computing and storing the dates of a project, by project. */
  | 'datesOfProject'
  /** Writing the blocks in which the dates of a project stand, by project. After the lock of the project, if at all. */
  | 'storedDates'
  /** The history of simulations of a project, which is trimmed with each run, by project. */
  | 'simulationsOfProject'
  /** Writing a file into a project, by project. Everybody else who writes holds it shared. */
  | 'importIntoProject'
  /** Uploads of one `dedupe_key`, by that key. */
  | 'importOfDedupeKey'
  /** Uploads of program documents, of which an account may have a few at once, by account. */
  | 'seedImportsOfAccount'
  /** The copies of samples that an account has loaded, by account. */
  | 'samplesOfAccount'
  /** The versions of a project template, by its name. */
  | 'templateName'
  /** The timer that runs for somebody, by account. Taken before the locks of projects. */
  | 'timerOfAccount'
  /** Finding or creating the resources that a file names. No key. */
  | 'resourceCatalog'
  /** One batch of offline edits, by `account batch`. */
  | 'syncBatch'
  /** A place among the few pushes of offline edits that an account may have at once, by `account number`. */
  | 'syncPushOfAccount'
  /** The names of skills, and who bears or needs which. No key. */
  | 'skillCatalog'
  /** Asking for a removal of what is over. No key. */
  | 'retentionPurge'

/** The text whose hash is the lock, for statements on connections of their own. */
export function lockText(lock: AdvisoryLock, key = ''): string {
  return `${lock}:${key}`
}

/** The SQL expression of a lock whose key is a text column or parameter, for what a larger statement takes on its way. */
export function lockHashSql(lock: AdvisoryLock, keySql: string): string {
  return `hashtextextended('${lock}:' || ${keySql}, 0)`
}

/** Waits for the lock; it is held until the open transaction ends. */
export async function lockByName(db: Db, lock: AdvisoryLock, key = ''): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockText(lock, key)}, 0))`.execute(statementsOver(db))
}

/** The same for many keys at once, in one order for everybody, so that nobody waits for each other crosswise. */
export async function lockAllByName(db: Db, lock: AdvisoryLock, keys: readonly string[]): Promise<void> {
  const texts = keys.map((key) => lockText(lock, key))
  await sql`select pg_advisory_xact_lock(hash) from (select distinct hashtextextended(text, 0) as hash
    from unnest(${texts}::text[]) as given(text) order by hash) as hashes`.execute(statementsOver(db))
}

/** Shares the locks until the open transaction ends, without waiting. Returns false where somebody holds one alone. */
export async function tryShareByName(db: Db, lock: AdvisoryLock, keys: readonly string[]): Promise<boolean> {
  const texts = keys.map((key) => lockText(lock, key))
  const shared = await sql<{ is_shared: boolean | null }>`
    select bool_and(pg_try_advisory_xact_lock_shared(hashtextextended(text, 0))) as is_shared
    from unnest(${texts}::text[]) as given(text)`.execute(statementsOver(db))
  return shared.rows[0]?.is_shared ?? true
}

/** Takes the first of the locks that is free, until the open transaction ends. Returns false where none is. */
export async function tryLockAny(db: Db, lock: AdvisoryLock, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) {
    const taken = await sql<{ is_taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${lockText(lock, key)}, 0)) as is_taken`.execute(
      statementsOver(db),
    )
    if (taken.rows[0]?.is_taken) return true
  }
  return false
}

/** Waits for the lock; the connection holds it until it ends. */
export async function lockForConnection(
  connection: Pick<ClientBase, 'query'>,
  lock: AdvisoryLock,
  key = '',
): Promise<void> {
  await connection.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockText(lock, key)])
}

/** Takes those of the locks that nobody holds, without waiting, until the connection ends or gives them back. */
export async function tryLocksForConnection(
  connection: Pick<ClientBase, 'query'>,
  lock: AdvisoryLock,
  keys: readonly string[],
): Promise<string[]> {
  const taken = await connection.query<{ key: string }>(
    `select key from unnest($1::text[]) as given(key)
     where pg_try_advisory_lock(${lockHashSql(lock, 'key')})`,
    [keys],
  )
  return taken.rows.map(({ key }) => key)
}

/** Gives back a lock that the connection holds. */
export async function unlockForConnection(
  connection: Pick<ClientBase, 'query'>,
  lock: AdvisoryLock,
  key: string,
): Promise<void> {
  await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lockText(lock, key)])
}
