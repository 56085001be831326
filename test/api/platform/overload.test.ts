/**
 * What cannot be served now is told as what it is: overload, a silent Redis, a folder that cannot be written.
 *
 * Seen failing without `boundTransaction` (api/platform/http/mount.ts): hundreds wait five seconds for nothing; without
 * `inLine` (there too): writes of one project are refused that only wait for its lock, having held every connection; without
 * `isFullPool` (api/platform/db/transaction.ts): "cannot be reached"; without `socketTimeout` (api/server/boot.ts): no answer.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { recordHeartbeat } from '../../../jobs/heartbeat.ts'
import { freePort, until } from '../../support/faults.ts'
import { OwnRedis, withoutRedis } from '../../support/redis.ts'
import { startApp } from '../../support/start-app.ts'

t.setTimeout(180_000)

function middleMs(answers: readonly { readonly afterMs: number }[]): number {
  const sorted = answers.map(({ afterMs }) => Math.round(afterMs)).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

t.test('hundreds of writes at once are answered in turn and leave room for readers', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { body } = await ann.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const writes = Array.from({ length: 140 }, (_, index) =>
    ann.post('/tasks/', { project: body.id, name: `Task ${index}` }),
  )
  const read = await ann.get('/projects/')
  const answers = await Promise.all(writes)
  t.equal(read.status, 200)
  const made = answers.filter(({ status }) => status === 201)
  // All are made but on a machine so slow that the last would wait twenty seconds: they are told that it was their turn.
  t.ok(made.length >= 40, `${made.length} made`)
  for (const answer of answers)
    if (answer.status !== 201) t.match(answer, { status: 503, body: { code: 'overloaded', detail: /turn/ } })
  t.equal((await ann.get(`/tasks/?project=${body.id}`)).body.count, made.length)
})

t.test('more writes at once than can wait are refused early, as overload', async (t) => {
  const app = await startApp(t, { env: { SVC_DATABASE_POOL_SIZE: '2' } })
  const ann = await app.user('ann')
  const projects: string[] = []
  while (projects.length < 40)
    projects.push((await ann.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })).body.id)
  const startedMs = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 400 }, async (_, index) => {
      const answer = await ann.post('/tasks/', { project: projects[index % 40], name: `Task ${index}` })
      return { ...answer, afterMs: performance.now() - startedMs }
    }),
  )
  const made = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  t.ok(made.length >= 24, `${made.length} made, the last after ${Math.round(made.at(-1)?.afterMs ?? 0)} ms`)
  t.ok(refused.length > 100, `${refused.length} refused`)
  for (const answer of refused) {
    const isTold = answer.status === 503 && answer.body.code === 'overloaded' && /overloaded/.test(answer.body.detail)
    if (!isTold || !(Number(answer.headers.get('retry-after')) > 0)) t.fail(answer.text)
  }
  // Whoever waits in vain learns it while others are still being served, on a slow machine too.
  const [told, lastServed] = [middleMs(refused), Math.max(...made.map(({ afterMs }) => afterMs))]
  t.ok(
    told < lastServed,
    `refused after ${told} ms, the last served after ${lastServed} ms: told before waiting in vain`,
  )
  let count = 0
  for (const project of projects) count += (await ann.get(`/tasks/?project=${project}`)).body.count
  t.equal(count, made.length, 'a refusal has written nothing')
})

t.test('waiting in vain for a connection is overload too, and liveness needs none', async (t) => {
  const app = await startApp(t, { env: { SVC_DATABASE_POOL_SIZE: '2' } })
  const ann = await app.user('ann')
  const { body } = await ann.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const held = [app.services.orm.em.fork(), app.services.orm.em.fork()]
  for (const em of held) await em.begin()
  const [read, health, write] = await Promise.all([
    ann.get('/projects/'),
    app.anonymous.get('/health/'),
    ann.post('/tasks/', { project: body.id, name: 'Piles' }),
  ])
  for (const answer of [read, write]) {
    t.match(answer, { status: 503, body: { code: 'overloaded', detail: /overloaded/ } })
    t.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  t.equal(health.status, 200)
  for (const em of held) await em.rollback()
  t.equal((await ann.get('/projects/')).status, 200)
})

t.test('a Redis that is gone or silent leaves the service ready', { skip: withoutRedis }, async (t) => {
  const redis = new OwnRedis(t, await freePort())
  await redis.start()
  const env = { SVC_REDIS_URL: redis.url, SVC_RATE_LIMIT_ENABLED: 'true', SVC_RATE_LIMIT_DISABLE_ACK: '' }
  const app = await startApp(t, { env })
  const readiness = async () => {
    await recordHeartbeat(app.services)
    const { status, body } = await app.anonymous.get('/readyz')
    return { status, cache: body.checks?.cache }
  }
  await until(async () => (await readiness()).cache === 'ok', 5_000, 'Redis')
  const signal = (name: string) => spawnSync('kill', [`-${name}`, String(redis.pid)])
  signal('STOP')
  t.teardown(() => void signal('CONT'))
  t.equal((await readiness()).status, 200, 'silent')
  await until(async () => (await readiness()).cache === 'fail', 10_000, 'its silence noticed')
  const startedMs = performance.now()
  t.strictSame(await readiness(), { status: 200, cache: 'fail' })
  t.ok(performance.now() - startedMs < 2_000, 'nobody waits for it any more')
  signal('CONT')
  await redis.kill()
  t.strictSame(await readiness(), { status: 200, cache: 'fail' }, 'gone')
})

t.test('a folder for uploads that cannot be written is a 503, and readiness shows it', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  await recordHeartbeat(app.services)
  const { body } = await ann.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const send = () => ann.upload(`/projects/${body.id}/import/csv/`, { name: 'plan.csv', bytes: 'Name\nDig\n' })
  const folder = path.join(app.services.config.dataDir, 'uploads')
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'in the way')
  for (const answer of [await send(), await ann.post('/programs/import/', { schema_version: '1.0' })]) {
    t.match(answer, { status: 503, body: { code: 'storage_unavailable', detail: /cannot be written/ } })
    t.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  t.match(await app.anonymous.get('/readyz'), { status: 503, body: { checks: { storage: 'fail', database: 'ok' } } })
  rmSync(folder)
  mkdirSync(folder)
  t.match(await app.anonymous.get('/readyz'), { status: 200, body: { checks: { storage: 'ok' } } })
  t.equal((await send()).status, 202, 'without a restart')
})
