import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * Uses of a limit in the window that ends with `expire`, for processes that have no Redis in common. The columns are
 * those of `RateLimiterPostgres`, which writes them.
 */
export const RateCountSchema = defineEntity({
  name: 'RateCount',
  tableName: 'rate_counts',
  properties: {
    key: p.text().primary(),
    points: p.integer().default(0),
    /** Milliseconds since 1970. */
    expire: p.bigint('number').nullable(),
  },
})
