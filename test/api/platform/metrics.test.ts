import t from 'tap'
import { openOrm } from '../../../api/platform/db/orm.ts'
import { createLog } from '../../../api/platform/log.ts'
import { watchCompute, watchPlans } from '../../../api/platform/metrics/compute-metrics.ts'
import { observeRequest, startMetricsServer } from '../../../api/platform/metrics/metrics.ts'
import { PlanStore } from '../../../api/platform/plan-store.ts'
import { loadConfig } from '../../../api/platform/settings/config.ts'
import { createComputePool } from '../../../compute/workers/pool.ts'
import { testDatabase } from '../../support/database.ts'

t.test('the own port gives requests by route template and the state of the queue', async (t) => {
  const database = await testDatabase()
  const lines: string[] = []
  const log = createLog(loadConfig({}), 'api', { write: (line: string) => lines.push(line) })
  const orm = await openOrm(database.url, log, { entities: [] })
  const server = await startMetricsServer({ orm, log }, '127.0.0.1', 0)
  t.teardown(async () => {
    await server.close()
    await orm.close(true)
    await database.drop()
  })
  const facts = { route: { path: '/tasks/{task}/' }, method: 'GET', durationMs: 12, requestId: 'r-1' }
  observeRequest({ log }, { ...facts, status: 200 })
  observeRequest({ log }, { ...facts, status: 503 })
  const connection = orm.em.getConnection()
  await connection.execute(`select graphile_worker.add_job('a', run_at => now() - interval '90 seconds')`)
  await connection.execute(`select graphile_worker.add_job('b', run_at => now() + interval '1 hour')`)
  const reply = await fetch(server.address)
  const text = await reply.text()
  t.match(reply.headers.get('content-type'), /^text\/plain; version=0\.0\.4/)
  t.match(text, /svc_request_seconds_count\{method="GET",route="\/tasks\/\{task\}\/",status="200"\} 1/)
  t.match(text, /svc_request_errors_total\{method="GET",route="\/tasks\/\{task\}\/"\} 1/)
  t.match(text, /svc_jobs\{state="due"\} 1\n/)
  t.match(text, /svc_jobs\{state="scheduled"\} 1\n/)
  t.match(text, /svc_oldest_due_job_seconds 9\d/)
  t.match(text, /nodejs_eventloop_lag_seconds/)
  t.match(JSON.parse(lines[0]!), { route: '/tasks/{task}/', status: 200, requestId: 'r-1' })
  t.equal((await fetch(server.address.replace('/metrics', '/'))).status, 404)
})

t.test('plans kept in memory and the kernel in use are shown', async (t) => {
  const database = await testDatabase()
  const log = createLog(loadConfig({}), 'api', { write: () => {} })
  const orm = await openOrm(database.url, log, { entities: [] })
  const server = await startMetricsServer({ orm, log }, '127.0.0.1', 0)
  const pool = createComputePool({ threads: 1, maxQueue: 1, deadlineMs: 1_000 })
  t.teardown(async () => {
    await server.close()
    await orm.close(true)
    await pool.close()
    await database.drop()
  })
  watchCompute(pool)
  const plans = new PlanStore()
  watchPlans(plans)
  plans.keep('a', { bytes: 4_096 })
  for (const key of ['a', 'a', 'b']) plans.find(key)
  const text = await (await fetch(server.address)).text()
  t.match(text, /svc_compute_resident_plans 1\n/)
  t.match(text, /svc_compute_resident_bytes 4096\n/)
  t.match(text, /svc_compute_resident_hits 2\n/)
  t.match(text, /svc_compute_resident_misses 1\n/)
  t.match(text, /svc_compute_kernel\{kernel="(wasm|ts)"\} 1\n/)
})
