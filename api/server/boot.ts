import type { Redis } from 'ioredis'
import type { ComputePool } from '../../compute/workers/compute-pool.ts'
import { createComputePool } from '../../compute/workers/pool.ts'
import { createImportPool, type ImportPool } from '../../importers/pool.ts'
import { createWritePool, type WritePool } from '../../importers/write/pool.ts'
import { systemClock } from '../platform/clock.ts'
import type { Caller, Ctx, Services } from '../platform/context.ts'
import { runAfterCommit } from '../platform/db/after-commit.ts'
import { openOrm } from '../platform/db/orm.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { writeConsequences } from '../platform/events/write-consequences.ts'
import { createRateLimits } from '../platform/http/rate-counter.ts'
import { makeContext } from '../platform/http/steps/make-context.ts'
import { createLog } from '../platform/log.ts'
import { watchCompute, watchPlans } from '../platform/metrics/compute-metrics.ts'
import { PlanStore } from '../platform/plan-store.ts'
import { createFanout } from '../platform/realtime/fanout.ts'
import type { Config } from '../platform/settings/config.ts'
import { loadOrCreateSecrets } from '../platform/settings/secrets.ts'
import { openStore } from '../platform/storage/open-store.ts'
import { mappedEntities } from './mapped-entities.ts'
import { supplyHooks } from './supply-hooks.ts'

/** A Redis that says nothing for this long is away, like one that refuses connections. */
const REDIS_SILENT_MS = 1_000

const SYSTEM_CALLER: Caller = { ip: '', requestId: 'system', source: 'api', header: () => undefined }

declare module '../platform/context.ts' {
  interface Services {
    readonly imports: ImportPool
    readonly exports: WritePool
  }
}

/** Opens what one process needs. Thread pools start with their first use. */
export async function createServices(
  config: Config,
  options: { role: 'api' | 'jobs' | 'cli'; databaseUrl?: string },
): Promise<Services> {
  supplyHooks()
  const log = createLog(config, options.role)
  const databaseUrl = options.databaseUrl ?? config.databaseUrl
  if (!databaseUrl) throw new Error('no database address: start with `svc serve` or set SVC_DATABASE_URL')
  const orm = await openOrm(databaseUrl, log, {
    entities: mappedEntities,
    poolSize: config.databasePoolSize,
    namesStatements: config.databaseNamedStatements,
    statementTimeoutMs: options.role === 'jobs' ? 300_000 : 25_000,
  })
  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : null
  const fanout = createFanout({ databaseUrl, redis, log })
  const limits = createRateLimits(config, { redis, databaseUrl, log })
  const files = await openStore(config)
  const plans = new PlanStore()
  watchPlans(plans)
  let compute: ComputePool | null = null
  let imports: ImportPool | null = null
  let exports: WritePool | null = null
  const services: Services = {
    config,
    secrets: loadOrCreateSecrets(config),
    log,
    clock: systemClock,
    orm,
    fanout,
    rateLimits: limits,
    get compute() {
      if (compute) return compute
      compute = createComputePool({ threads: config.computeThreads, maxQueue: 256, deadlineMs: 60_000 })
      watchCompute(compute)
      return compute
    },
    plans,
    get imports() {
      imports ??= createImportPool({ threads: 1, heapMb: config.converterMaxHeapMb, deadlineMs: 120_000, maxQueue: 16 })
      return imports
    },
    get exports() {
      exports ??= createWritePool({ threads: 2, heapMb: config.converterMaxHeapMb, maxQueue: 16 })
      return exports
    },
    files,
    // By `this`: services that differ in one part, such as the clock, stay themselves inside.
    systemContext(work) {
      return runAsSystem(this, work)
    },
    readingContext() {
      return systemContextOver(this, this.orm.em.fork())
    },
    async close() {
      await Promise.all([compute?.close(), imports?.close(), exports?.close(), fanout.close(), limits.close()])
      redis?.disconnect()
      await orm.close(true)
    },
  }
  return services
}

function systemContextOver(services: Services, em: Ctx['em']): Ctx {
  const { signal } = new AbortController()
  return makeContext({ services, em, actor: { kind: 'system' }, caller: SYSTEM_CALLER, signal })
}

async function runAsSystem<T>(services: Services, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  let committed: Ctx | null = null
  const result = await inTransaction(services.orm.em, async (em) => {
    const ctx = systemContextOver(services, em)
    committed = ctx
    const made = await work(ctx)
    await writeConsequences(ctx)
    return made
  })
  runAfterCommit(committed)
  return result
}

/** Never queues commands while Redis is away: callers switch to memory at once. */
async function openRedis(url: string, log: Services['log']): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: REDIS_SILENT_MS,
    socketTimeout: REDIS_SILENT_MS,
    commandTimeout: REDIS_SILENT_MS,
  })
  redis.on('error', (error) => log.warn({ message: error.message }, 'redis'))
  return redis
}
