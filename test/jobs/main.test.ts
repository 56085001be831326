import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { Services } from '../../api/platform/context.ts'
import { openOrm } from '../../api/platform/db/orm.ts'
import { createLog } from '../../api/platform/log.ts'
import { defineJob } from '../../api/platform/queue/define-job.ts'
import { cleanQueue } from '../../api/platform/queue/queue.jobs.ts'
import { type Config, loadConfig } from '../../api/platform/settings/config.ts'
import { clockedJobs } from '../../api/server/clocked-jobs.ts'
import type { JobBody } from '../../jobs/job-body.ts'
import { startJobs } from '../../jobs/main.ts'
import { cronItems } from '../../jobs/periodic.ts'
import { type RegisteredJob, register, registry } from '../../jobs/registry.ts'
import { testDatabase } from '../support/database.ts'
import { sql } from '../support/sql.ts'

interface Scene {
  services: Services
  config: Config
  lines: string[]
  query<R = Record<string, unknown>>(text: string): Promise<R[]>
}

async function setScene(t: Test): Promise<Scene> {
  const database = await testDatabase()
  const lines: string[] = []
  const config = loadConfig({ SVC_DATABASE_URL: database.url, SVC_JOB_CONCURRENCY: '2', SVC_LOG_LEVEL: 'debug' })
  const log = createLog(config, 'jobs', { write: (line: string) => lines.push(line) })
  const orm = await openOrm(database.url, log, { entities: [] })
  t.teardown(async () => {
    await orm.close(true)
    await database.drop()
  })
  const services = { orm, log, config } as unknown as Services
  return { services, config, lines, query: (text) => sql({ em: orm.em.fork() }, text) }
}

async function start(t: Test, { services, config }: Scene, jobs: RegisteredJob[]) {
  const running = await startJobs(services, config, { jobs, periodic: [] })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= running.close()
    return closing
  }
  t.teardown(close)
  return close
}

async function until(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 250; attempt++) {
    if (await condition()) return true
    await sleep(20)
  }
  return false
}

t.test('an asked-for job runs with its payload and is gone', async (t) => {
  const scene = await setScene(t)
  const seen: unknown[] = []
  const greet = defineJob<{ name: string }>({ name: 'greet' })
  const body: JobBody<{ name: string }> = async (services, payload) => {
    seen.push(payload.name, services === scene.services)
  }
  await start(t, scene, [register(greet, body)])
  await scene.query(`select graphile_worker.add_job('greet', '{"name": "Ada"}')`)
  t.ok(await until(() => seen.length > 0))
  t.strictSame(seen, ['Ada', true])
  t.ok(await until(async () => (await scene.query('select from graphile_worker.jobs')).length === 0))
})

t.test('closing waits for the job that runs and takes no other', async (t) => {
  const scene = await setScene(t)
  const done: string[] = []
  const slow = defineJob<{ name: string }>({ name: 'slow' })
  const body: JobBody<{ name: string }> = async (_services, { name }) => {
    done.push(`${name} begun`)
    await sleep(400)
    done.push(`${name} ended`)
  }
  const close = await start(t, scene, [register(slow, body)])
  await scene.query(`select graphile_worker.add_job('slow', '{"name": "first"}')`)
  t.ok(await until(() => done.length === 1))
  const closing = close()
  await scene.query(`select graphile_worker.add_job('slow', '{"name": "second"}')`)
  await closing
  t.strictSame(done, ['first begun', 'first ended'])
  t.match(await scene.query('select locked_by, attempts from graphile_worker.jobs'), [{ locked_by: null, attempts: 0 }])
})

t.test('a job that does not end in time is given back with the reason', async (t) => {
  const scene = await setScene(t)
  const release = Promise.withResolvers<void>()
  let isBegun = false
  const stuck = defineJob<object>({ name: 'stuck' })
  const body: JobBody<object> = async () => {
    isBegun = true
    await release.promise
  }
  const { services, config } = scene
  const running = await startJobs(services, config, { jobs: [register(stuck, body)], periodic: [], stopWithinMs: 300 })
  await scene.query(`select graphile_worker.add_job('stuck')`)
  t.ok(await until(() => isBegun))
  const startedMs = performance.now()
  await running.close()
  t.ok(performance.now() - startedMs < 12_000, 'closed')
  t.match(await scene.query('select locked_by, attempts, last_error from graphile_worker.jobs'), [
    { locked_by: null, attempts: 1, last_error: /did not end/ },
  ])
  release.resolve() // Whatever it does now, it is not of this worker any more.
  await sleep(200)
  t.equal((await scene.query('select from graphile_worker.jobs')).length, 1)
})

t.test('a failing job is tried again later and logged without what the database said', async (t) => {
  const scene = await setScene(t)
  const failing = defineJob<object>({ name: 'failing' })
  const body: JobBody<object> = async (services) => {
    await sql({ em: services.orm.em.fork() }, `select 'canary-value'::int`)
  }
  await start(t, scene, [register(failing, body)])
  await scene.query(`select graphile_worker.add_job('failing', max_attempts => 3)`)
  t.ok(await until(() => scene.lines.some((line) => line.includes('job failed; it will run again'))))
  // The line comes before the row says so.
  const isLater = 'select from graphile_worker.jobs where attempts = 1 and run_at > now()'
  t.ok(await until(async () => (await scene.query(isLater)).length === 1))
  const line = scene.lines.find((each) => each.includes('job failed'))!
  t.match(JSON.parse(line), { task: 'failing', attempt: 1, of: 3, error: { code: '22P02' } })
  t.notMatch(scene.lines.join(''), /canary-value/)
})

t.test('the heartbeat is fresh while jobs run', async (t) => {
  const scene = await setScene(t)
  await start(t, scene, [...registry])
  await sleep(2_500)
  const rows = await scene.query(
    `select name, beat_at > now() - interval '2 seconds' as fresh from job_heartbeats order by name`,
  )
  t.strictSame(rows, [
    { name: 'schedule', fresh: true },
    { name: 'work', fresh: true },
  ])
})

t.test('an idle connection that the database cuts does not stop the jobs', async (t) => {
  const scene = await setScene(t)
  let runs = 0
  const count = defineJob<object>({ name: 'count' })
  await start(t, scene, [
    register(count, async () => {
      runs++
    }),
  ])
  await scene.query(`select pg_terminate_backend(pid) from pg_stat_activity
                     where datname = current_database() and application_name like 'svc queue%'`)
  await scene.query(`select graphile_worker.add_job('count')`)
  t.ok(await until(() => runs === 1))
})

t.test('a start whose first look for jobs fails is a failed start, and leaves nothing running', async (t) => {
  const scene = await setScene(t)
  await t.rejects(startJobs(scene.services, scene.config, { jobs: [], periodic: [] }), /No runnable tasks/)
  const rows = await scene.query(`select from pg_stat_activity
    where datname = current_database() and application_name in ('svc queue', 'svc sweep')`)
  t.equal(rows.length, 0)
})

t.test('every job that starts by the clock has a body, and names are used once', async (t) => {
  const names = registry.map((job) => job.name)
  t.equal(new Set(names).size, names.length)
  for (const { job } of clockedJobs) t.ok(names.includes(job.name), job.name)
  t.equal(cronItems().length, clockedJobs.length)
  t.throws(() => cronItems([{ job: cleanQueue, when: 'never', category: 'maintenance' }]))
})

t.test('cleaning the queue leaves named queues that are in use', async (t) => {
  const scene = await setScene(t)
  await scene.query(`select graphile_worker.add_job('nobody', queue_name => 'used')`)
  await scene.query(`insert into graphile_worker._private_job_queues (queue_name) values ('left')`)
  await start(t, scene, [...registry])
  await scene.query(`select graphile_worker.add_job('clean_queue')`)
  const names = () => scene.query<{ queue_name: string }>('select queue_name from graphile_worker._private_job_queues')
  t.ok(await until(async () => (await names()).length === 1))
  t.strictSame(await names(), [{ queue_name: 'used' }])
})
