import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from '../context.ts'
import { http } from '../http/node-http.ts'
import { countJobsByState } from '../queue/job.queries.ts'
import { type Figure, observeDuration, type SpanFacts } from '../telemetry/telemetry.ts'

/** The figures of this process. Slices may add their own counters to it. */
export const metrics = new Registry()

collectDefaultMetrics({ register: metrics })

const requestSeconds = new Histogram({
  name: 'svc_request_seconds',
  help: 'Time from the arrival of a request to its reply, by route template',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
})

const requestErrors = new Counter({
  name: 'svc_request_errors_total',
  help: 'Requests answered 5xx',
  labelNames: ['method', 'route'],
  registers: [metrics],
})

const jobs = new Gauge({
  name: 'svc_jobs',
  help: 'Jobs in the queue: due, scheduled for later, running, or failed for good',
  labelNames: ['state'],
  registers: [metrics],
})

const oldestDueJob = new Gauge({
  name: 'svc_oldest_due_job_seconds',
  help: 'How long the longest waiting job has been due',
  registers: [metrics],
})

/** What is known of an answered request; the route is null when none matched. */
export interface RequestFacts {
  route: { path: string } | null
  method: string
  status: number
  durationMs: number
  requestId: string
}

/** Counts an answered request and logs it, by route template: addresses hold ids and query strings hold more. */
export function observeRequest(services: Pick<Services, 'log'>, facts: RequestFacts): void {
  const { method, status, durationMs, requestId } = facts
  const route = facts.route?.path ?? 'unmatched'
  requestSeconds.observe({ method, route, status }, durationMs / 1_000)
  observeDuration('http.server.request.duration', durationMs / 1_000, {
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  })
  if (status >= 500) requestErrors.inc({ method, route })
  services.log.info({ method, route, status, durationMs: Math.round(durationMs * 10) / 10, requestId }, 'request')
}

/** Gauges and counters of our own as they stand, for telemetry. Lengths of time go there one by one. */
export async function readFigures(services: Pick<Services, 'orm' | 'log'>): Promise<Figure[]> {
  await measureQueue(services).catch(() => jobs.reset())
  const all = await metrics.getMetricsAsJSON()
  return all.flatMap(({ name, help, type, values }): Figure[] => {
    const kind = String(type)
    if (!name.startsWith('svc_') || (kind !== 'gauge' && kind !== 'counter')) return []
    const told = (values as { value: number; labels: SpanFacts }[]).map(({ value, labels }) => ({
      value,
      facts: labels,
    }))
    return [{ name: name.replaceAll('_', '.'), help, kind, values: told }]
  })
}

/** The Prometheus text of this process and of the queue. Queue figures stay away while the database does. */
export async function renderMetrics(services: Pick<Services, 'orm' | 'log'>): Promise<{ type: string; text: string }> {
  await measureQueue(services).catch((error) => {
    jobs.reset()
    oldestDueJob.reset()
    services.log.warn({ error }, 'queue not measured')
  })
  return { type: metrics.contentType, text: await metrics.metrics() }
}

async function measureQueue(services: Pick<Services, 'orm'>): Promise<void> {
  const rows = await countJobsByState({ em: services.orm.em.fork() })
  const byState = new Map(rows.map((row) => [row.state, row]))
  for (const state of ['due', 'scheduled', 'running', 'failed'] as const) {
    jobs.set({ state }, byState.get(state)?.count ?? 0)
  }
  oldestDueJob.set(byState.get('due')?.waited_seconds ?? 0)
}

/**
 * Serves `/metrics` on a port of its own, which need not be reachable from outside; and `/healthz` (200 or 503) for a
 * process that has no other door.
 */
export async function startMetricsServer(
  services: Pick<Services, 'orm' | 'log'>,
  host: string,
  port: number,
  isHealthy?: () => boolean,
): Promise<{ address: string; close(): Promise<void> }> {
  const server = http.createServer(async (request, response) => {
    if (request.url === '/healthz' && isHealthy !== undefined) {
      const isFine = isHealthy()
      response.writeHead(isFine ? 200 : 503, { 'Content-Type': 'application/json' })
      return response.end(JSON.stringify({ status: isFine ? 'ok' : 'fail' }))
    }
    if (request.url !== '/metrics') return response.writeHead(404).end()
    try {
      const { type, text } = await renderMetrics(services)
      response.writeHead(200, { 'Content-Type': type }).end(text)
    } catch (error) {
      services.log.error({ error }, 'standing not told')
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: boundPort } = server.address() as AddressInfo
  return {
    address: `http://${host}:${boundPort}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
