import type { Redis } from 'ioredis'
import pg from 'pg'
import type { Logger } from 'pino'
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Config } from '../settings/config.ts'
import type { Rate } from '../settings/setting-kinds.ts'

/** A database that does not answer in this time is away: a request waits no longer to be counted. */
const DATABASE_SILENT_MS = 1_000

export interface RateLimits {
  /** Counts one use; returns the seconds to wait when the limit is passed, else null. */
  consume(limit: { name: string; rate: Rate }, key: string): Promise<number | null>
  close(): Promise<void>
}

/**
 * Fixed windows, one atomic step a use. All processes count together, in Redis or else in the database; while that is
 * away each counts by itself, at once.
 */
export function createRateLimits(
  config: Config,
  shared: { redis: Redis | null; databaseUrl: string; log: Logger },
): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>()
  const store = shared.redis ?? (config.rateLimitStore === 'database' ? openPool(shared.databaseUrl, shared.log) : null)
  const limiterOf = (name: string, rate: Rate) => {
    const id = `${name}:${rate.limit}/${rate.windowSeconds}`
    const known = limiters.get(id)
    if (known) return known
    const made = makeLimiter(
      { keyPrefix: `limit:${name}`, points: rate.limit, duration: rate.windowSeconds },
      store,
      limiters.size === 0,
    )
    limiters.set(id, made)
    return made
  }
  return {
    async consume(limit, key) {
      if (!config.rateLimitEnabled) return null
      try {
        await limiterOf(limit.name, limit.rate).consume(key)
        return null
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
        throw refused
      }
    },
    async close() {
      if (store instanceof pg.Pool) await store.end()
    },
  }
}

function makeLimiter(
  options: IRateLimiterOptions,
  store: Redis | pg.Pool | null,
  sweeps: boolean,
): RateLimiterAbstract {
  const memory = new RateLimiterMemory(options)
  if (store === null) return memory
  const insured = { ...options, storeClient: store, insuranceLimiter: memory }
  if (!(store instanceof pg.Pool)) return new RateLimiterRedis({ ...insured, rejectIfRedisNotReady: true })
  return new RateLimiterPostgres({
    ...insured,
    storeType: 'pool',
    tableName: 'rate_counts',
    tableCreated: true,
    // One of them removes what has expired, for all names.
    clearExpiredByTimeout: sweeps,
  })
}

/** Connections of its own: who holds one of the requests' own and waited for a second would wait for itself. */
function openPool(databaseUrl: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    connectionTimeoutMillis: DATABASE_SILENT_MS,
    query_timeout: DATABASE_SILENT_MS,
    idleTimeoutMillis: 10_000,
    allowExitOnIdle: true,
    application_name: 'svc limits',
  })
  pool.on('error', (error) => log.warn({ message: error.message }, 'limits'))
  return pool
}
