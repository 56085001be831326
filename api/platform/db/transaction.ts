import { setTimeout as sleep } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import { overloaded, type Refusal, unavailable } from '../errors.ts'

/** The last says that a migration changed what a kept plan returns; it has been forgotten. */
const RETRIED_SQLSTATES = new Set(['40001', '40P01', '55P03', '0A000'])
const RETRY_COUNT = 3
const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Runs `work` in a transaction of a fresh entity manager; `work` flushes what it changed. Serialisation failures,
 * deadlocks and lock timeouts are tried again three times with jitter, then answered 503. A row that names one deleted
 * meanwhile is tried again once, so that the work itself finds it gone and says so.
 */
export async function inTransaction<T>(root: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const em = root.fork()
    await em.begin()
    try {
      const result = await work(em)
      await em.commit()
      return result
    } catch (error) {
      await rollbackQuietly(em)
      const state = sqlState(error) ?? ''
      if (state === FOREIGN_KEY_VIOLATION && attempt === 0) continue
      if (!RETRIED_SQLSTATES.has(state)) throw error
      if (attempt >= RETRY_COUNT) throw unavailable('The row is busy; try again.')
      await sleep(20 * 2 ** attempt + Math.random() * 20)
    }
  }
}

/** The connection may be gone already; the failure that matters is the one being thrown. */
async function rollbackQuietly(em: EntityManager): Promise<void> {
  try {
    await em.rollback()
  } catch {
    // A broken connection has rolled back by itself.
  }
}

/** SQLSTATE of a database error, looking through wrappers; EPIPE, of five letters too, is none. */
export function sqlState(error: unknown): string | undefined {
  let current: unknown = error
  for (let depth = 0; depth < 4 && current && typeof current === 'object'; depth++) {
    const code = (current as { code?: unknown }).code
    if (typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code
    current = (current as { cause?: unknown; previous?: unknown }).cause ?? (current as { previous?: unknown }).previous
  }
  return undefined
}

/** Name of the violated constraint, when the error is about one. */
export function violatedConstraint(error: unknown): string | undefined {
  const constraint = (error as { constraint?: unknown })?.constraint
  return typeof constraint === 'string' ? constraint : undefined
}

/**
 * What a database failure means to the caller: bad values are a 400, an unreachable or overloaded server is a 503.
 * Constraint violations are not judged here: the use case that can meet one says what it means.
 */
export function refusalOfDatabaseError(error: unknown): Refusal | { badValue: true } | null {
  const state = sqlState(error)
  if (isFullPool(error)) return overloaded()
  if (state === undefined) return isConnectionFailure(error) ? unavailable('The database cannot be reached.') : null
  if (/^(22001|22003|22007|22008|22021|22023|2201W|22P02|22P05)$/.test(state)) return { badValue: true }
  if (/^(57014|08...|53...|57P0.|55P03|40001|40P01|25P0[34])$/.test(state))
    return unavailable('The database cannot answer now.')
  return null
}

/**
 * Not of the statement's or a value's making: the server is away, full or busy. A statement past its time limit is not
 * among them, because it would take as long again.
 */
export function isDatabaseAwayOrBusy(error: unknown): boolean {
  const state = sqlState(error)
  return state === undefined ? isConnectionFailure(error) : /^(08...|53...|57P0.|55P03|40001|40P01)$/.test(state)
}

/** The pool's own words for having waited in vain for one of its connections; the server may be well. */
function isFullPool(error: unknown): boolean {
  return error instanceof Error && error.message.includes('timeout exceeded when trying to connect')
}

function isConnectionFailure(error: unknown): boolean {
  const code = (error as { code?: unknown })?.code
  if (typeof code === 'string' && /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/.test(code)) return true
  const message = error instanceof Error ? error.message : ''
  return /Connection terminated|timeout exceeded when trying to connect|timeout expired|database does not answer|not queryable|Client has encountered/.test(
    message,
  )
}
