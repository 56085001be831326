import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config, Rate } from '../config.ts'
import type { Ctx } from '../context.ts'

/** One named limit. Several on a route stack; any of them replaces the general default. */
export interface Limit {
  readonly name: string
  readonly rate: (config: Config) => Rate
  /** What is counted: null means this limit does not apply to the caller. */
  readonly key: (
    ctx: Ctx,
    raw: { body: unknown; params: Readonly<Record<string, string>> },
  ) => string | null | Promise<string | null>
}

export interface RateLimits {
  /** Counts one use; answers the seconds to wait when the limit is passed, else null. */
  consume(limit: { name: string; rate: Rate }, key: string): Promise<number | null>
}

export function byIp(name: string, rate: (config: Config) => Rate): Limit {
  return { name, rate, key: (ctx) => ctx.caller.ip }
}

/** Counted per account; anonymous callers by address. */
export function byAccount(name: string, rate: (config: Config) => Rate): Limit {
  return { name, rate, key: callerKey }
}

/** The bucket of a caller: the account, else the token, else the address. */
export function callerKey(ctx: Ctx): string {
  if (ctx.actor.kind === 'account') return ctx.actor.account.id
  if (ctx.actor.kind === 'agent') return ctx.actor.account.id
  if (ctx.actor.kind === 'integration') return ctx.actor.tokenId
  return ctx.caller.ip
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
