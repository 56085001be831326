/**
 * What became of a job reaches the database, however often its connections break meanwhile.
 *
 * Seen failing with the library's own pool: the write's rejection is caught by nobody, which ends the process.
 */
import t, { type Test } from 'tap'
import type { Services } from '../../api/platform/context.ts'
import { openOrm } from '../../api/platform/db/orm.ts'
import { createLog } from '../../api/platform/log.ts'
import { defineJob } from '../../api/platform/queue/define-job.ts'
import { loadConfig } from '../../api/platform/settings/config.ts'
import type { JobBody } from '../../jobs/job-body.ts'
import { startJobs } from '../../jobs/main.ts'
import { register } from '../../jobs/registry.ts'
import { testDatabase } from '../support/database.ts'
import { freePort, until } from '../support/faults.ts'
import { socketOf, startProxy, throughProxy } from '../support/proxy.ts'
import { sql } from '../support/sql.ts'

interface Scene {
  lines: string[]
  query<R = Record<string, unknown>>(text: string): Promise<R[]>
  /** Every connection of the worker breaks, and no new one comes about. */
  cutOff(): void
  joinAgain(): void
}

/** A worker that reaches its database by way of a proxy; the rest of the service reaches it directly. */
async function setScene(t: Test, body: (scene: Scene) => ReturnType<JobBody<object>>): Promise<Scene> {
  const database = await testDatabase()
  const url = new URL(database.url)
  const nobody = { port: await freePort() }
  let isCutOff = false
  const proxy = await startProxy(() => (isCutOff ? nobody : socketOf(url)))
  const lines: string[] = []
  const config = loadConfig({ SVC_DATABASE_URL: throughProxy(url, proxy), SVC_JOB_CONCURRENCY: '2' })
  const log = createLog(config, 'jobs', { write: (line: string) => lines.push(line) })
  const orm = await openOrm(database.url, log, { entities: [] })
  const scene: Scene = {
    lines,
    query: (text) => sql({ em: orm.em.fork() }, text),
    cutOff() {
      isCutOff = true
      proxy.cut()
    },
    joinAgain() {
      isCutOff = false
    },
  }
  const only = defineJob<object>({ name: 'only' })
  const services = { orm, log, config } as unknown as Services
  const running = await startJobs(services, config, { jobs: [register(only, () => body(scene))], periodic: [] })
  t.teardown(async () => {
    await running.close()
    await proxy.close()
    await orm.close(true)
    await database.drop()
  })
  return scene
}

const isWaiting = ({ lines }: Scene) => lines.some((line) => line.includes('the outcome of a job is not written yet'))

t.test('a job that succeeds while the database is away is not done again', async (t) => {
  let runs = 0
  const scene = await setScene(t, async ({ cutOff }) => {
    runs++
    cutOff()
  })
  await scene.query(`select graphile_worker.add_job('only')`)
  await until(() => isWaiting(scene), 20_000, 'a write that waits')
  t.equal((await scene.query('select from graphile_worker.jobs where locked_by is not null')).length, 1)
  scene.joinAgain()
  await until(async () => (await scene.query('select from graphile_worker.jobs')).length === 0, 20_000, 'its end')
  t.equal(runs, 1)
})

t.test('a job that the loss of the database fails waits with its reason and runs again', async (t) => {
  let runs = 0
  const scene = await setScene(t, async ({ cutOff }) => {
    if (++runs > 1) return
    cutOff()
    throw new Error('cut off')
  })
  await scene.query(`select graphile_worker.add_job('only')`)
  await until(() => isWaiting(scene), 20_000, 'a write that waits')
  scene.joinAgain()
  const reason = `select from graphile_worker.jobs where attempts = 1 and locked_by is null and last_error = 'cut off'`
  await until(async () => (await scene.query(reason)).length === 1, 20_000, 'its reason')
  await until(async () => (await scene.query('select from graphile_worker.jobs')).length === 0, 20_000, 'its end')
  t.equal(runs, 2)
})

t.test('a job whose reason the database refuses is given back by the end of its worker', async (t) => {
  const scene = await setScene(t, async () => {
    throw new Error('not a text of PostgreSQL: \0')
  })
  await scene.query(`select graphile_worker.add_job('only', max_attempts => 1)`)
  const reason = 'its worker process ended at every attempt'
  const isDead = `select from graphile_worker.jobs where locked_by is null and last_error = '${reason}'`
  await until(async () => (await scene.query(isDead)).length === 1, 20_000, 'a dead job')
  await until(() => scene.lines.some((line) => line.includes('the worker takes jobs again')), 20_000, 'a new worker')
  t.pass('and the next worker is there')
})
