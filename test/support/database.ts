/**
 * Databases for tests. One PostgreSQL serves all test files of a run, without fsync and in memory where there is
 * enough. Each caller gets a clone of a template that was migrated once; the template is made anew when a migration or
 * an entity changes. Half a minute after the last test ended that had a database a detached process (`database-reaper.ts`)
 * ends the server and removes its folder.
 *
 * `SVC_TEST_DATABASE_URL` names another server instead, whose user may create databases.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { migrate } from '../../api/platform/db/migrate.ts'
import { takeProcessLock, waitForProcessLock } from '../../api/platform/embedded-postgres/process-lock.ts'
import { startEmbeddedPostgres } from '../../api/platform/embedded-postgres/start-embedded-postgres.ts'
import { loadConfig } from '../../api/platform/settings/config.ts'
import { memoryFolder } from './memory-folder.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

const repositoryDir = fileURLToPath(new URL('../../', import.meta.url))

/** Where the shared server lies. */
export const testServerDir = join(memoryFolder(), `svc-test-${shortHash(repositoryDir)}-${process.geteuid!()}`)

/** What a template is made from. */
const templateSources = [
  'api/server/entities.ts',
  'api/**/*.entity.ts',
  'api/platform/db/**/*.{ts,sql}',
  'api/platform/queue/migrate-queue.ts',
  'package.json',
]
const keptTemplateCount = 3

/** Databases carry machine and process, so that later runs can tell which ones nobody uses any more. */
const ownPrefix = `test_${shortHash(hostname())}_`

let template: Promise<{ serverUrl: string; name: string }> | null = null
let madeCount = 0

/** A fresh, migrated database (about 30 ms, after the first one). */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `${ownPrefix}${process.pid}_${++madeCount}`
  const serverUrl = await cloneTemplate(name).catch((error) => {
    // A file that needed no database for half a minute finds the server stopped.
    if (!['ENOENT', 'ECONNREFUSED'].includes(error.code)) throw error
    template = null
    return cloneTemplate(name)
  })
  return {
    url: databaseUrl(serverUrl, name),
    async drop() {
      await withClient(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Answers the address of the server. */
async function cloneTemplate(name: string): Promise<string> {
  template ??= prepareTemplate()
  const { serverUrl, name: templateName } = await template
  await withClient(serverUrl, (client) =>
    client.query(`create database ${name} template ${templateName} strategy file_copy`),
  )
  return serverUrl
}

/** The address of a server that takes connections, to its maintenance database. */
async function testServerUrl(): Promise<string> {
  const given = process.env.SVC_TEST_DATABASE_URL
  return given ? given : databaseUrl(await sharedServer(), 'postgres')
}

async function sharedServer(): Promise<string> {
  // The reaper holds the same lock while it stops the server.
  const unlock = await waitForProcessLock(testServerDir, 'test-server', 60_000)
  if (unlock === null) throw new Error(`The test server in ${testServerDir} is being started or stopped for a minute`)
  try {
    const server = await startEmbeddedPostgres({ dataDir: testServerDir, fsync: false })
    await ensureReaper()
    return server.connectionString
  } finally {
    await unlock()
  }
}

async function ensureReaper(): Promise<void> {
  const unlock = await takeProcessLock(testServerDir, 'test-reaper')
  if (unlock === null) return
  await unlock()
  const path = fileURLToPath(new URL('./database-reaper.ts', import.meta.url))
  // It is known by the folder it looks after.
  spawn(process.execPath, [path, testServerDir], { detached: true, stdio: 'ignore' }).unref()
}

async function prepareTemplate(): Promise<{ serverUrl: string; name: string }> {
  const serverUrl = await testServerUrl()
  const name = `template_${hashOfSources()}`
  await withClient(serverUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('svc test template'))`)
    await dropLeftovers(client)
    const existing = await client.query('select from pg_database where datname = $1', [name])
    if (existing.rowCount === 0) await makeTemplate(client, serverUrl, name)
  })
  return { serverUrl, name }
}

/** Grows under another name, so that a run that is cut off leaves no half template. */
async function makeTemplate(client: pg.Client, serverUrl: string, name: string): Promise<void> {
  const draft = `${name}_draft`
  await client.query(`drop database if exists ${draft} with (force)`)
  await client.query(`create database ${draft}`)
  await migrate(loadConfig({ SVC_DATABASE_URL: databaseUrl(serverUrl, draft), SVC_LOG_LEVEL: 'error' }))
  await client.query(`alter database ${draft} rename to ${name}`)
}

async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'template\\_%' or datname like 'test\\_%' order by oid desc`,
  )
  const names = rows.map((row) => row.name)
  const deadTests = names.filter((each) => each.startsWith(ownPrefix) && !isOfLiving(each))
  const oldTemplates = names.filter((each) => /^template_\w{12}$/.test(each)).slice(keptTemplateCount)
  for (const each of [...deadTests, ...oldTemplates]) await client.query(`drop database if exists ${each} with (force)`)
}

/**
 * Whether somebody uses the server: is connected, or lives and has a database, to which nobody may be connected while
 * the processes that a test starts take their time.
 */
export async function isServerInUse(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string; connections: number }>(
    `select datname as name, (select count(*)::int from pg_stat_activity a
       where a.datid = d.oid and backend_type = 'client backend' and pid <> pg_backend_pid()) as connections
     from pg_database d`,
  )
  return rows.some(({ name, connections }) => connections > 0 || (name.startsWith(ownPrefix) && isOfLiving(name)))
}

function isOfLiving(testDatabaseName: string): boolean {
  return isAlive(Number(testDatabaseName.split('_')[2]))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const path of globSync(templateSources, { cwd: repositoryDir }).sort()) {
    hash.update(path).update(readFileSync(join(repositoryDir, path)))
  }
  return hash.digest('hex').slice(0, 12)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function withClient<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl })
  client.on('error', () => {}) // The query that notices rejects by itself.
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
