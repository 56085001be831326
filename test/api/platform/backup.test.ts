// What docs/operating.md says of backups, done: dumped, restored into an empty database, started, and asked the same.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import t, { type Test } from 'tap'
import { migrate } from '../../../api/platform/db/migrate.ts'
import { loadConfig } from '../../../api/platform/settings/config.ts'
import { createServices } from '../../../api/server/boot.ts'
import { startApi } from '../../../api/server/main.ts'
import { Client } from '../../support/client.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { startApp } from '../../support/start-app.ts'

const run = promisify(execFile)
const NOBODY = 65_534
const PASSWORD = 'tulip rain 9'
const HARBOUR = readFileSync(new URL('../../../fixtures/plans/harbour.xml', import.meta.url))

/** A PostgreSQL of the system with its own pg_dump; the bundled one has none. */
function systemBinaries(): string | null {
  const folders = globSync('/usr/lib/postgresql/*/bin').filter((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(path.join(folder, name))),
  )
  return folders.sort((a, b) => Number(b.split('/').at(-2)) - Number(a.split('/').at(-2)))[0] ?? null
}

/** A server of its own on a socket in a temporary folder; it runs as nobody where root would start it. */
async function startServer(t: Test, binaries: string): Promise<(database: string) => string> {
  const folder = scratchFolder('svc-backup-')
  const isRoot = process.geteuid?.() === 0
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  chmodSync(folder, 0o755)
  const as = isRoot ? { uid: NOBODY, gid: NOBODY, cwd: folder } : { cwd: folder }
  const data = path.join(folder, 'data')
  await run(
    path.join(binaries, 'initdb'),
    ['-D', data, '-U', 'svc', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C'],
    as,
  )
  const server = spawn(
    path.join(binaries, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'],
    { ...as, stdio: 'ignore' },
  )
  t.teardown(async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  while (!existsSync(path.join(folder, '.s.PGSQL.5432'))) await sleep(50)
  return (database) => `postgres://svc@localhost/${database}?host=${encodeURIComponent(folder)}`
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = await connected(url)
  await client.query(`create database ${name}`)
  await client.end()
}

/** A server that has just made its socket may still be starting; a client that was refused cannot be used again. */
async function connected(url: string): Promise<pg.Client> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (tries === 100) throw error
      await sleep(100)
    }
  }
}

/** What a planner sees, in the words of the service. */
async function answersOf(client: Client, project: string): Promise<unknown[]> {
  const paths = [
    '/projects/',
    `/projects/${project}/`,
    `/tasks/?project=${project}&page_size=500`,
    `/dependencies/?project=${project}`,
    `/projects/${project}/overview/`,
    `/projects/${project}/history/`,
  ]
  const replies: unknown[] = []
  for (const each of paths) {
    const { status, body } = await client.get(each)
    replies.push({ each, status, body })
  }
  return replies
}

const binaries = systemBinaries()
const skip = binaries === null && 'there is no PostgreSQL with pg_dump on this machine'
t.test('a dump is restored into an empty database and gives the same answers', { skip }, async (t) => {
  const urlOf = await startServer(t, binaries as string)
  for (const name of ['before', 'after']) await createDatabase(urlOf('postgres'), name)
  await migrate(loadConfig({ SVC_DATABASE_URL: urlOf('before') }))
  const app = await startApp(t, { database: { url: urlOf('before'), drop: async () => undefined } })
  const lea = await app.user('lea', { password: PASSWORD })
  const made = await lea.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const project = made.body.id as string
  await lea.patch(`/projects/${project}/`, { status_date: '2026-03-02' })
  const { status } = await lea.upload(`/projects/${project}/import/planfile/`, { name: 'harbour.xml', bytes: HARBOUR })
  t.equal(status, 202)
  await app.runJobs()
  const before = await answersOf(lea, project)
  await app.close()

  const dump = path.join(scratchFolder('svc-dump-'), 'svc.dump')
  t.teardown(() => rmSync(path.dirname(dump), { recursive: true, force: true }))
  await run(path.join(binaries as string, 'pg_dump'), ['--format=custom', '--file', dump, urlOf('before')])
  await run(path.join(binaries as string, 'pg_restore'), [
    '--exit-on-error',
    '--no-owner',
    '--dbname',
    urlOf('after'),
    dump,
  ])

  const dataDir = path.dirname(dump)
  const config = loadConfig({
    SVC_PORT: '0',
    SVC_DATA_DIR: dataDir,
    SVC_DATABASE_URL: urlOf('after'),
    SVC_LOG_LEVEL: 'error',
    SVC_COMPUTE_THREADS: '1',
  })
  await migrate(config)
  const services = await createServices(config, { role: 'api' })
  const api = await startApi(services, config)
  t.teardown(async () => {
    await api.close()
    await services.close()
  })
  const signedIn = await new Client(api.address, null).post('/auth/token/', { username: 'lea', password: PASSWORD })
  t.equal(signedIn.status, 200, 'passwords came along')
  t.same(await answersOf(new Client(api.address, signedIn.body.access), project), before)
})
