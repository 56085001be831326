/**
 * The README followed from an empty PostgreSQL of one's own: separate processes, started in whatever order.
 *
 * Seen failing without the row that migration 0016 writes: every new project is a 500.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import t, { type Test } from 'tap'
import { startEmbeddedPostgres } from '../../../api/platform/embedded-postgres/start-embedded-postgres.ts'
import { clientOf, ServiceProcess, until } from '../../support/faults.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { svc } from '../../support/svc-command.ts'

t.setTimeout(600_000)

const PASSWORD = 'a long enough password'
const NOT_MIGRATED = /svc migrate/

const folder = scratchFolder('svc-empty-')
const server = await startEmbeddedPostgres({
  dataDir: folder,
  fsync: false,
  log: { info: () => undefined, warn: () => undefined },
})
t.teardown(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Settings of a service on a database with nothing in it, as `create database` leaves it. */
async function emptyDatabase(name: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server.connectionString)
  url.pathname = `/${name}`
  return { SVC_DATABASE_URL: url.href, SVC_DATA_DIR: path.join(folder, name), SVC_COMPUTE_THREADS: '1' }
}

async function makeOwner(t: Test, env: Record<string, string>): Promise<void> {
  const made = await svc(
    ['user', 'create', 'ann', '--email', 'ann@example.org', '--owner', '--password-stdin'],
    PASSWORD,
    env,
  )
  t.match(made, { code: 0, stdout: /Account ann made/ })
}

/** Signs in with the password, writes a project with a task, and waits for its dates. */
async function plan(t: Test, api: { port: number }): Promise<void> {
  const session = await clientOf(api, null).post('/auth/token/', { username: 'ann', password: PASSWORD })
  t.match(session, { status: 200 })
  const ann = clientOf(api, session.body.access)
  const project = await ann.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  t.match(project, { status: 201 })
  const task = await ann.post('/tasks/', { name: 'Piles', project: project.body.id, duration: 3 })
  t.match(task, { status: 201 })
  const dated = async () => (await ann.get(`/tasks/${task.body.id}/`)).body.early_start !== null
  await until(dated, 90_000, 'dates of the task')
  t.equal((await ann.get('/workspace/')).status, 200)
  await until(async () => (await ann.get('/readyz')).status === 200, 90_000, 'readiness')
}

t.test('a command tells what is wrong with the database in one line', async (t) => {
  const refused = new URL(server.connectionString)
  refused.username = 'nobody_here'
  const absent = new URL(server.connectionString)
  absent.pathname = '/not_made'
  for (const [url, trouble] of [
    ['postgres://ann@127.0.0.1:1/svc', 'connect ECONNREFUSED 127.0.0.1:1'],
    [refused.href, 'role "nobody_here" does not exist'],
    [absent.href, 'database "not_made" does not exist'],
  ] as const) {
    for (const words of [['migrate'], ['user', 'create', 'ann', '--email', 'ann@example.org']]) {
      const { code, stderr } = await svc(words, '', { SVC_DATABASE_URL: url })
      t.strictSame(
        [code, stderr],
        [1, `The database of SVC_DATABASE_URL cannot be used: ${trouble}\n`],
        words.join(' '),
      )
    }
  }
})

t.test('migrate, the first owner, the API, the jobs: in this order', async (t) => {
  const env = await emptyDatabase('in_order')
  t.match(await svc(['migrate'], '', env), { code: 0, stdout: /up to date/ })
  await makeOwner(t, env)
  const api = await ServiceProcess.start(t, { env }, 'api')
  await ServiceProcess.start(t, { env }, 'jobs')
  await plan(t, api)
  t.match(await svc(['migrate'], '', env), { code: 0, stdout: /up to date/ }, 'once more changes nothing')
})

t.test('the API and the jobs first say what to run, and work once it was run', async (t) => {
  const env = await emptyDatabase('processes_first')
  const api = await ServiceProcess.start(t, { env }, 'api')
  const { process: jobs, ready } = await ServiceProcess.begin(t, { env }, 'jobs')
  const nobody = clientOf(api, null)
  const refused = await nobody.post('/auth/token/', { username: 'ann', password: PASSWORD })
  t.match(refused, { status: 503, body: { code: 'database_not_migrated', detail: NOT_MIGRATED } })
  t.ok(Number(refused.headers.get('retry-after')) > 0)
  const readiness = await nobody.get('/readyz')
  t.match(readiness.body, { checks: { database: 'ok', migrations: 'fail' }, migration_state: 'behind' })
  t.match(readiness, { status: 503, body: { detail: NOT_MIGRATED } })
  t.equal((await nobody.get('/health/')).status, 200)
  const tooEarly = await svc(['user', 'create', 'ann', '--email', 'ann@example.org', '--owner'], '', env)
  t.match(tooEarly, { code: 2, stderr: NOT_MIGRATED })
  t.notMatch(tooEarly.stderr, /\n {4}at /, 'a sentence and no stack trace')
  await until(() => NOT_MIGRATED.test(jobs.output), 90_000, 'what the jobs wait for')
  t.ok(jobs.isRunning)
  t.equal((await svc(['migrate'], '', env)).code, 0)
  await makeOwner(t, env)
  await ready
  await plan(t, api)
})

t.test('jobs that wait for the migration stop when they are told to', async (t) => {
  const env = await emptyDatabase('never_migrated')
  const { process: jobs, ready } = await ServiceProcess.begin(t, { env }, 'jobs')
  ready.catch(() => undefined) // It never is.
  await until(() => NOT_MIGRATED.test(jobs.output), 90_000, 'what the jobs wait for')
  t.equal(await jobs.stop(), 0)
})

t.test('`svc serve` after a migration and an account made by hand', async (t) => {
  const env = await emptyDatabase('serve_later')
  t.equal((await svc(['migrate'], '', env)).code, 0)
  await makeOwner(t, env)
  await plan(t, await ServiceProcess.start(t, { env }, 'serve'))
})
