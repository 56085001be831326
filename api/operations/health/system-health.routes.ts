import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import { isOperator } from '../operator.policy.ts'
import { readSystemHealth } from './system-health.ts'

const count = z.int().nullable()

const systemHealthReply = z
  .object({
    generated_at: z.string(),
    components: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        status: z.enum(['ok', 'warn', 'crit', 'unknown']),
        state_label: z.string(),
        meta: z.record(z.string(), z.unknown()),
      }),
    ),
    beat: z.object({
      last_heartbeat: z.string().nullable(),
      seconds_since: count,
      stale: z.boolean(),
      stale_threshold_seconds: z.int(),
    }),
    scheduled_tasks: z.array(
      z.object({
        name: z.string(),
        task: z.string(),
        cadence: z.string(),
        category: z.string(),
        last_run: z.string().nullable(),
      }),
    ),
    dead_letter: z.object({
      parked: z.int(),
      oldest_age_seconds: count,
      top_cause: z.string().nullable(),
      by_status: z.record(z.string(), z.int()),
    }),
    retention: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        unit: z.enum(['days', 'hours']),
        value: count,
        disabled: z.boolean(),
      }),
    ),
    telemetry: z.object({ enabled: z.boolean(), traces: z.boolean(), metrics: z.boolean() }),
    security: z.object({ rate_limiting_enabled: z.boolean() }),
  })
  .meta({ id: 'SystemHealth' })

export const systemHealthRoutes = [
  route({
    method: 'GET',
    path: '/health/system/',
    tag: 'operations',
    summary: 'How the parts of the installation are, for whoever runs it',
    audience: 'session',
    allow: isOperator,
    reply: systemHealthReply,
    run: (ctx) => readSystemHealth(ctx),
  }),
]
