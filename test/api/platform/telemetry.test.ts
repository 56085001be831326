import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { createLog } from '../../../api/platform/log.ts'
import { readFigures } from '../../../api/platform/metrics/metrics.ts'
import { loadConfig } from '../../../api/platform/settings/config.ts'
import { startTelemetry } from '../../../api/platform/telemetry/start-telemetry.ts'
import { statementWithoutValues } from '../../../api/platform/telemetry/statement-text.ts'
import { makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

// Applications are started; a busy machine takes its time.
t.setTimeout(180_000)

interface Told {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly kind: number
  readonly status?: { code?: number }
  readonly attributes: { key: string; value: Record<string, unknown> }[]
}

/** A collector that takes what OTLP over HTTP sends, as JSON. */
async function startCollector(t: Test, status = 200) {
  const told: Told[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      told.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() })
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const at = (path: string) => told.filter((one) => one.path === path).map(({ body }) => JSON.parse(body))
  const spans = (): Span[] =>
    at('/v1/traces').flatMap((body) =>
      body.resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
        resource.scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
  const metricNames = (): string[] =>
    at('/v1/metrics').flatMap((body) =>
      body.resourceMetrics.flatMap((resource: { scopeMetrics: { metrics: { name: string }[] }[] }) =>
        resource.scopeMetrics.flatMap((scope) => scope.metrics.map(({ name }) => name)),
      ),
    )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, told, spans, metricNames }
}

const factOf = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value
  return value === undefined ? undefined : (value.stringValue ?? value.intValue)
}

t.test(
  'requests, jobs and a share of statements are told to the collector, and nothing that people wrote',
  async (t) => {
    const collector = await startCollector(t)
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=opensesame',
      OTEL_SERVICE_NAME: 'planning',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
      SVC_OTEL_STATEMENT_PERCENT: '100',
    }
    // As a process of the service does: connections that open later are listened to.
    const config = loadConfig({ ...env, SVC_LOG_LEVEL: 'error' })
    const telemetry = await startTelemetry(config, createLog(config, 'api'), 'api')
    const app = await startApp(t, { env })
    telemetry?.watch(() => readFigures(app.services))
    const project = await makeProject(app.owner, { name: 'Moonshot' })
    const caller = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
    t.equal((await app.owner.get(`/projects/${project.id}/?search=hush-hush`, caller)).status, 200)
    t.equal((await app.owner.post('/tasks/', { project: project.id, name: 'Build the rocket' })).status, 201)
    t.equal((await app.anonymous.get('/nowhere/')).status, 404)
    await app.runJobs()
    await telemetry?.close()
    const spans = collector.spans()
    const read = spans.find(({ name }) => name === 'GET /api/v1/projects/{id}/')
    t.equal(read?.traceId, '0af7651916cd43dd8448eb211c80319c', 'the trace of the caller goes on')
    t.equal(factOf(read, 'http.route'), '/api/v1/projects/{id}/')
    t.equal(Number(factOf(read, 'http.response.status_code')), 200)
    t.ok(spans.some(({ name, parentSpanId }) => name === 'select' && parentSpanId === read?.spanId))
    t.ok(
      spans.some(({ name }) => name === 'GET'),
      'what no route answers has no address in its name',
    )
    const job = spans.find(({ name }) => name === 'job recompute_project')
    t.equal(factOf(job, 'messaging.destination.name'), 'recompute_project')
    for (const name of ['http.server.request.duration', 'svc.job.duration', 'svc.jobs'])
      t.ok(collector.metricNames().includes(name), name)
    t.equal(collector.told[0]?.headers['x-collector-key'], 'opensesame')
    const everything = collector.told.map(({ body }) => body).join()
    t.match(everything, /"planning"/)
    t.match(everything, /deployment\.environment/)
    for (const secret of ['Moonshot', 'Build the rocket', 'hush-hush', project.id, 'opensesame'])
      t.notMatch(everything, secret)
  },
)

t.test('without an endpoint, or switched off, nothing is loaded', async (t) => {
  for (const env of [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', SVC_OTEL_ENABLED: 'false' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', SVC_OTEL_TRACES: 'false', SVC_OTEL_METRICS: 'false' },
  ] as Record<string, string>[]) {
    const config = loadConfig({ ...env, SVC_LOG_LEVEL: 'error' })
    t.equal(await startTelemetry(config, createLog(config, 'api'), 'api'), null)
  }
})

t.test('an operator learns whether spans arrive', async (t) => {
  const collector = await startCollector(t)
  const json = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }
  const test = async (env: Record<string, string>) => {
    const app = await startApp(t, { env })
    t.equal((await (await app.user('ann')).post('/health/telemetry/test/')).status, 403)
    const { status, body } = await app.owner.post('/health/telemetry/test/')
    t.equal(status, 200)
    return body
  }
  const endpoint = `${collector.url}/v1/traces`
  t.match(await test({ ...json, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), {
    mode: 'export',
    outcome: 'success',
    endpoint,
    protocol: 'http/json',
  })
  t.equal(collector.spans().length, 1)
  t.match(await test({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SVC_OTEL_TRACES: 'false' }), {
    mode: 'probe',
    outcome: 'reachable',
  })
  const refusing = await startCollector(t, 401)
  t.match(await test({ ...json, OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url }), {
    outcome: 'failure',
    detail: 'The collector answered 401.',
  })
  t.match(
    await test({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      SVC_TELEMETRY_TEST_EXPORT_TIMEOUT_SECONDS: '1',
    }),
    { mode: 'export', outcome: 'failure' },
  )
  t.match(await test({}), { mode: 'probe', outcome: 'failure', endpoint: '', detail: 'No collector is set.' })
})

t.test('a statement is told without the values that stand in it', async (t) => {
  t.equal(
    statementWithoutValues(`select *\n from accounts where email = 'o''brien@x.org' and note = E'a\\'b' and id = $1`),
    `select * from accounts where email = ? and note = ? and id = $1`,
  )
  t.equal(statementWithoutValues('do $body$ begin raise; end $body$'), 'do ?')
  t.equal(statementWithoutValues(`select '${'x'.repeat(5_000)}', ${'a, '.repeat(2_000)}`).length, 1_000)
})
