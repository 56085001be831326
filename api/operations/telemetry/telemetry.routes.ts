import { z } from 'zod'
import { byAccount } from '../../platform/http/rate-limits.ts'
import { route } from '../../platform/http/route.ts'
import { isOperator } from '../operator.policy.ts'
import { testTelemetry } from './test-telemetry.ts'

const telemetryTestReply = z
  .object({
    mode: z.enum(['export', 'probe']).describe('export: a span was sent; probe: only whether somebody listens'),
    outcome: z.enum(['success', 'reachable', 'failure']),
    endpoint: z.string(),
    protocol: z.string(),
    duration_ms: z.int(),
    detail: z.string(),
    checked_at: z.string(),
  })
  .meta({ id: 'TelemetryTestExportResult' })

export const telemetryRoutes = [
  route({
    method: 'POST',
    path: '/health/telemetry/test/',
    tag: 'operations',
    audience: 'session',
    allow: isOperator,
    limits: [byAccount('telemetry_test', (config) => config.throttleTelemetryTestRate)],
    summary: 'Send a span to the collector of telemetry, or look whether it listens',
    transaction: false,
    idempotency: { exempt: 'every call asks the collector anew and stores nothing' },
    reply: telemetryTestReply,
    run: (ctx) => testTelemetry(ctx.services),
  }),
]
