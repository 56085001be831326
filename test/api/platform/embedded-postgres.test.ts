import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import t, { type Test } from 'tap'
import { keepEmbeddedPostgres } from '../../../api/platform/embedded-postgres/keep-embedded-postgres.ts'
import { socketFolder } from '../../../api/platform/embedded-postgres/socket-folder.ts'
import {
  type EmbeddedPostgres,
  embeddedDatabaseUrl,
  startEmbeddedPostgres,
} from '../../../api/platform/embedded-postgres/start-embedded-postgres.ts'
import { scratchFolder } from '../../support/scratch-folder.ts'

const dataDir = scratchFolder('svc-embedded-')
t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function start(t: Test, options: { dataDir?: string; fsync?: boolean } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, ...options })
  t.teardown(() => server.stop())
  return server
}

t.test('a first start makes a database that takes connections on the address known beforehand', async (t) => {
  const server = await start(t)
  t.equal(server.adopted, false)
  t.equal(server.connectionString, embeddedDatabaseUrl(dataDir))
  const sql = `select current_user, current_database(), current_setting('server_encoding') encoding, current_setting('TimeZone') zone`
  t.strictSame(await query(server.connectionString, sql), [
    { current_user: 'svc', current_database: 'svc', encoding: 'UTF8', zone: 'UTC' },
  ])
})

t.test('durability is on unless it is given up', async (t) => {
  const server = await start(t, { fsync: true })
  const rows = await query(
    server.connectionString,
    `select current_setting('fsync') f, current_setting('synchronous_commit') s`,
  )
  t.strictSame(rows, [{ f: 'on', s: 'on' }])
})

t.test('committed rows survive kill -9 of the server, with a session still busy', async (t) => {
  const first = await start(t, { fsync: true })
  await query(first.connectionString, 'create table if not exists kept (n int); insert into kept values (1), (2)')
  const busy = query(first.connectionString, 'select sum(i) from generate_series(1, 3e7) i').catch(() => 'cut off')
  await sleep(100)
  process.kill(first.pid, 'SIGKILL')
  await first.whenExited()
  const before = Date.now()
  const second = await start(t, { fsync: true })
  t.ok(Date.now() - before < 3_000, 'without waiting for the statement of the busy session')
  t.not(second.pid, first.pid)
  t.equal(second.adopted, false)
  t.strictSame(await query(second.connectionString, 'select count(*)::int from kept'), [{ count: 2 }])
  await busy
})

t.test('a server whose starter died is adopted, and its adopter can stop it', async (t) => {
  const source = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('../../../api/platform/embedded-postgres/start-embedded-postgres.ts'))})
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, fsync: false })
    console.log(server.pid)
    setInterval(() => {}, 1000)`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = await once(starter.stdout, 'data')
  starter.kill('SIGKILL')
  await once(starter, 'exit')
  const server = await startEmbeddedPostgres({ dataDir })
  t.equal(server.adopted, true)
  t.equal(server.pid, Number(String(printed)))
  t.equal((await query(server.connectionString, 'select 1 as one')).length, 1)
  await server.stop()
  await server.whenExited()
  t.equal((await start(t)).adopted, false)
})

t.test('a leftover pid file that names a living stranger does not hinder a start', async (t) => {
  writeFileSync(
    join(dataDir, 'postgres/data/postmaster.pid'),
    `${process.pid}\n${dataDir}\n1\n5432\n\n\n0 0\nready   \n`,
  )
  t.equal((await start(t)).adopted, false)
})

t.test('a kept server comes back under the same address', async (t) => {
  const log = pino({ enabled: false })
  const kept = await keepEmbeddedPostgres({ dataDir, fsync: false, log })
  t.teardown(() => kept.stop())
  const pid = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  let answered = false
  for (let attempt = 0; attempt < 100 && !answered; attempt++) {
    await sleep(50)
    answered = await query(kept.connectionString, 'select 1').then(
      () => true,
      () => false,
    )
  }
  t.ok(answered)
})

t.test('a start that fails says why', async (t) => {
  const brokenDir = t.testdir()
  mkdirSync(join(brokenDir, 'postgres/data'), { recursive: true })
  chmodSync(join(brokenDir, 'postgres/data'), 0o700)
  writeFileSync(join(brokenDir, 'postgres/data/PG_VERSION'), '17\n')
  await t.rejects(startEmbeddedPostgres({ dataDir: brokenDir }), /was made by PostgreSQL 17/)
  writeFileSync(join(brokenDir, 'postgres/data/PG_VERSION'), '18\n')
  await t.rejects(startEmbeddedPostgres({ dataDir: brokenDir }), /does not start:[\s\S]*postgresql\.conf/)
})

t.test('the socket path stays short enough whatever the data folder is', async (t) => {
  const long = join(tmpdir(), 'x'.repeat(120))
  t.equal(socketFolder('/srv/svc/postgres'), '/srv/svc/postgres/socket')
  t.ok(socketFolder(long).length < 80)
  t.not(socketFolder(long), socketFolder(`${long}y`))
  const deepDir = scratchFolder(`svc-${'d'.repeat(100)}-`)
  t.teardown(() => rmSync(deepDir, { recursive: true, force: true }))
  const server = await start(t, { dataDir: deepDir })
  t.equal((await query(server.connectionString, 'select 1')).length, 1)
})

t.test(
  'root without user namespaces runs it as nobody, and keeps doing so',
  { skip: process.getuid?.() !== 0 && 'needs root' },
  async (t) => {
    const nobodysDir = scratchFolder('svc-nobody-')
    t.teardown(() => rmSync(nobodysDir, { recursive: true, force: true }))
    process.env.SVC_EMBEDDED_WITHOUT_NAMESPACE = 'true'
    t.teardown(() => delete process.env.SVC_EMBEDDED_WITHOUT_NAMESPACE)
    const server = await startEmbeddedPostgres({ dataDir: nobodysDir, fsync: false })
    t.match(readFileSync(`/proc/${server.pid}/status`, 'utf8'), /^Uid:\t65534/m)
    await server.stop()
    delete process.env.SVC_EMBEDDED_WITHOUT_NAMESPACE
    const again = await start(t, { dataDir: nobodysDir })
    t.match(readFileSync(`/proc/${again.pid}/status`, 'utf8'), /^Uid:\t65534/m)
  },
)

t.test(
  'a cluster of another user is refused with both names',
  { skip: process.getuid?.() !== 0 && 'needs root' },
  async (t) => {
    const foreignDir = scratchFolder('svc-foreign-')
    t.teardown(() => rmSync(foreignDir, { recursive: true, force: true }))
    mkdirSync(join(foreignDir, 'postgres/data'), { recursive: true })
    chownSync(join(foreignDir, 'postgres/data'), 1234, 1234)
    await t.rejects(startEmbeddedPostgres({ dataDir: foreignDir }), /belongs to user id 1234, and this is user id 0/)
  },
)
