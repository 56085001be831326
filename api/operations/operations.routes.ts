import { z } from 'zod'
import { byIp, type Limit } from '../platform/http/rate-limits.ts'
import { Reply, route } from '../platform/http/route.ts'
import { checkReadiness } from './check-readiness.ts'
import { noteReadinessAsked } from './standing.ts'

const readyzLimit: Limit = byIp('readyz', (config) => config.throttleReadyzRate)
const checkState = z.enum(['ok', 'fail'])

const readinessReply = z
  .object({
    status: checkState,
    checks: z.object({
      database: checkState,
      migrations: checkState,
      queue: checkState,
      pool: checkState,
      cache: checkState,
      encryption_key: checkState,
      storage: checkState,
    }),
    migration_state: z.enum(['in_sync', 'behind', 'ahead', 'unknown']),
    detail: z.string().optional().describe('what is to be done, where that is known'),
  })
  .meta({ id: 'Readiness' })

export const operationsRoutes = [
  route({
    method: 'GET',
    path: '/health/',
    tag: 'operations',
    summary: 'Liveness; depends on nothing',
    audience: 'public',
    limits: [],
    reply: z.object({ status: z.literal('ok') }),
    run: async () => ({ status: 'ok' }),
  }),
  route({
    method: 'GET',
    path: '/readyz',
    tag: 'operations',
    summary: 'Readiness: database, migrations, job heartbeat, compute pool, encryption key, folder for uploads',
    audience: 'public',
    limits: [readyzLimit],
    reply: readinessReply,
    otherReplies: { 503: { description: 'Not ready.', schema: readinessReply } },
    run: async (ctx) => {
      noteReadinessAsked()
      const readiness = await checkReadiness(ctx.services)
      return new Reply(readiness.status === 'ok' ? 200 : 503, readiness)
    },
  }),
  route({
    method: 'GET',
    path: '/edition/',
    tag: 'operations',
    summary: 'Edition and version',
    audience: 'public',
    limits: [],
    reply: z.object({ edition: z.string(), version: z.string(), build_sha: z.string() }),
    run: async (ctx) => {
      const { edition, version, buildSha } = ctx.services.config
      return { edition, version, build_sha: buildSha }
    },
  }),
]
