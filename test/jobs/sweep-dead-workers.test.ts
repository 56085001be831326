import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import t, { type Test } from 'tap'
import { lockHashSql } from '../../api/platform/db/advisory-locks.ts'
import { sweepDeadWorkers } from '../../jobs/sweep-dead-workers.ts'
import { testDatabase } from '../support/database.ts'

const log = pino({ enabled: false })

interface Scene {
  url: string
  query<R = Record<string, unknown>>(text: string, params?: unknown[]): Promise<R[]>
}

async function setScene(t: Test): Promise<Scene> {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  t.teardown(async () => {
    await client.end()
    await database.drop()
  })
  // A server that has just come back gives living workers three seconds to take their locks again.
  await until(client, `select pg_postmaster_start_time() < now() - interval '3.2 seconds' as done`)
  return { url: database.url, query: async (text, params) => (await client.query(text, params)).rows as never[] }
}

async function until(client: pg.Client, text: string): Promise<void> {
  while (!(await client.query(text)).rows[0].done) await sleep(100)
}

/** A process whose worker takes one job and never ends it. */
async function startWorkerProcess(t: Test, url: string): Promise<ChildProcess> {
  const source = `
    import { run } from 'graphile-worker'
    import { EventEmitter } from 'node:events'
    import { sweepDeadWorkers } from ${JSON.stringify(import.meta.resolve('../../jobs/sweep-dead-workers.ts'))}
    const connectionString = ${JSON.stringify(url)}
    const log = { info() {}, warn() {} }
    const sweep = sweepDeadWorkers({ connectionString, log })
    const events = new EventEmitter()
    let held
    events.on('pool:create', ({ workerPool }) => { held = sweep.hold(workerPool.id) })
    await run({ connectionString, events, noHandleSignals: true, taskList: {
      endless: async () => { await held; console.log('running'); await new Promise(() => {}) },
    } })`
  const worker = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: new URL('../../', import.meta.url),
  })
  t.teardown(() => worker.kill('SIGKILL'))
  for await (const line of worker.stdout) if (String(line).includes('running')) break
  return worker
}

async function lockedBy(scene: Scene): Promise<string | null> {
  const [job] = await scene.query<{ locked_by: string | null }>('select locked_by from graphile_worker.jobs')
  return job?.locked_by ?? null
}

t.test('the job of a killed process is free again within two seconds, and not before', async (t) => {
  const scene = await setScene(t)
  await scene.query(`select graphile_worker.add_job('endless', max_attempts => 5)`)
  const worker = await startWorkerProcess(t, scene.url)
  const sweep = sweepDeadWorkers({ connectionString: scene.url, log, everyMs: 200 })
  t.teardown(() => sweep.close())
  await sleep(1_000)
  t.ok(await lockedBy(scene), 'a living worker keeps its job, however often others look')
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
  const killedAt = Date.now()
  while ((await lockedBy(scene)) !== null && Date.now() - killedAt < 5_000) await sleep(20)
  t.ok(Date.now() - killedAt < 2_000, `free after ${Date.now() - killedAt} ms`)
  const [job] = await scene.query('select attempts, last_error, locked_at from graphile_worker.jobs')
  t.match(job, { attempts: 1, last_error: null, locked_at: null })
})

t.test('a job whose process died at its last attempt is dead with a reason', async (t) => {
  const scene = await setScene(t)
  await scene.query(`select graphile_worker.add_job('endless', max_attempts => 1)`)
  const worker = await startWorkerProcess(t, scene.url)
  worker.kill('SIGKILL')
  const sweep = sweepDeadWorkers({ connectionString: scene.url, log, everyMs: 100 })
  t.teardown(() => sweep.close())
  const deadline = Date.now() + 5_000
  let job: Record<string, unknown> | undefined
  while (!job?.last_error && Date.now() < deadline) {
    await sleep(50)
    job = (await scene.query('select attempts, max_attempts, last_error from graphile_worker.jobs'))[0]
  }
  t.match(job, { attempts: 1, max_attempts: 1, last_error: /process ended at every attempt/ })
})

t.test('a worker that loses its connection takes its lock again', async (t) => {
  const scene = await setScene(t)
  const sweep = sweepDeadWorkers({ connectionString: scene.url, log, everyMs: 100 })
  t.teardown(() => sweep.close())
  await sweep.hold('pool-under-test')
  const holders = `
    select pid from pg_locks where locktype = 'advisory' and granted
      and (classid::bigint << 32 | objid::bigint) = ${lockHashSql('workerPool', "'pool-under-test'")}`
  const [before] = await scene.query<{ pid: number }>(holders)
  t.ok(before)
  await scene.query('select pg_terminate_backend($1)', [before?.pid])
  const deadline = Date.now() + 3_000
  let after: { pid: number } | undefined
  while ((after === undefined || after.pid === before?.pid) && Date.now() < deadline) {
    await sleep(20)
    after = (await scene.query<{ pid: number }>(holders))[0]
  }
  t.ok(after)
  t.not(after?.pid, before?.pid)
})

t.test('closing lets go of the lock', async (t) => {
  const scene = await setScene(t)
  const sweep = sweepDeadWorkers({ connectionString: scene.url, log })
  await sweep.hold('pool-that-closes')
  await sweep.close()
  await sleep(50)
  const lock = lockHashSql('workerPool', "'pool-that-closes'")
  const [row] = await scene.query(`select pg_try_advisory_lock(${lock}) as free`)
  t.strictSame(row, { free: true })
})
