import type { JobHelpers } from 'graphile-worker'
import { inSpan, observeDuration } from '../api/platform/telemetry/telemetry.ts'

/** Does a job in a span of its own, and tells how long it took. Its payload is left out. */
export async function inJobSpan(name: string, { job }: JobHelpers, work: () => Promise<void>): Promise<void> {
  const startedMs = performance.now()
  let outcome = 'failed'
  const facts = {
    'messaging.system': 'graphile_worker',
    'messaging.operation.name': 'process',
    'messaging.destination.name': name,
    'messaging.message.id': job.id,
    'svc.job.attempt': job.attempts,
  }
  try {
    await inSpan({ name: `job ${name}`, kind: 'consumer', facts }, work)
    outcome = 'done'
  } finally {
    const seconds = (performance.now() - startedMs) / 1_000
    observeDuration('svc.job.duration', seconds, { 'messaging.destination.name': name, 'svc.job.outcome': outcome })
  }
}
