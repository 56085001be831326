import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../settings/config.ts'
import type { Rate } from '../settings/setting-kinds.ts'

export interface RateLimits {
  /** Counts one use; returns the seconds to wait when the limit is passed, else null. */
  consume(limit: { name: string; rate: Rate }, key: string): Promise<number | null>
}

/**
 * Fixed windows, one atomic step a use. With Redis the count is shared by all processes; while Redis is away each
 * process counts by itself, at once.
 */
export function createRateLimits(config: Config, redis: Redis | null): RateLimits {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>()
  const limiterOf = (name: string, rate: Rate) => {
    const id = `${name}:${rate.limit}/${rate.windowSeconds}`
    const known = limiters.get(id)
    if (known) return known
    const options = { keyPrefix: `limit:${name}`, points: rate.limit, duration: rate.windowSeconds }
    const memory = new RateLimiterMemory(options)
    const made = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory, rejectIfRedisNotReady: true })
      : memory
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
  }
}
