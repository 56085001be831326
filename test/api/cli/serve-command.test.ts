import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { scratchFolder } from '../../support/scratch-folder.ts'
import { SVC } from '../../support/svc-command.ts'

const dataDir = scratchFolder('svc-serve-')
t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))

interface Service {
  process: ChildProcess
  exited: Promise<number | null>
  output: () => string
  errors: () => string
}

function launch(t: Test, env: Record<string, string> = {}): Service {
  const given = { PATH: process.env.PATH, SVC_DATA_DIR: dataDir, SVC_PORT: '0', SVC_LOAD_SAMPLE: 'false', ...env }
  const started = spawn(process.execPath, ['--disable-proto=delete', SVC, 'serve'], { env: given })
  let output = ''
  let errors = ''
  started.stdout.on('data', (bytes) => {
    output += bytes
  })
  started.stderr.on('data', (bytes) => {
    errors += bytes
  })
  const exited = once(started, 'exit').then(([code]) => code as number | null)
  t.teardown(async () => {
    started.kill('SIGTERM')
    await exited
  })
  return { process: started, exited, output: () => output, errors: () => errors }
}

async function until(condition: () => unknown, withinMs = 90_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not come true in time')
    await sleep(25)
  }
}

async function whenReady(service: Service): Promise<string> {
  await until(() => service.output().includes('Stop with Ctrl-C'))
  return /API +(http\S+)/.exec(service.output())![1]!
}

async function isReady(address: string): Promise<boolean> {
  const reply = await fetch(`${address}readyz`).catch(() => null)
  return reply?.status === 200
}

/** The service's own children by their role, from /proc; the database is a child of its starter too. */
function childrenOf(pid: number): Map<string, number> {
  const children = new Map<string, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const parent = / [A-Z] (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]
      const role = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').at(-2)
      if (Number(parent) === pid && (role === 'api' || role === 'jobs')) children.set(role, Number(name))
    } catch {
      // It ended while we looked.
    }
  }
  return children
}

function isAlive(pid: number): boolean {
  try {
    readlinkSync(`/proc/${pid}/exe`) // Not there for one that has ended and is only not reaped.
    return true
  } catch {
    return false
  }
}

/** Folders that others may look into, but for the programs of PostgreSQL, which are no data. */
function openFolders(folder: string): string[] {
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const found = below
    .filter(({ name }) => !name.startsWith('native-'))
    .flatMap(({ name }) => openFolders(join(folder, name)))
  return (statSync(folder).mode & 0o077) === 0 ? found : [folder, ...found]
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
}

t.test('a first start says where everything is, and a signal stops all of it', async (t) => {
  const service = launch(t)
  const address = await whenReady(service)
  t.ok(await isReady(address))
  t.match(service.output(), /Docs +http\S+\/api\/v1\/docs\//)
  t.match(service.output(), /password in \S*owner-password/)
  t.equal(statSync(join(dataDir, 'owner-password')).mode & 0o777, 0o600)
  t.equal(statSync(join(dataDir, 'secrets.json')).mode & 0o777, 0o600)
  t.strictSame(openFolders(dataDir), [], 'no folder of the data is open to others')
  const lines = service.errors().trim().split('\n')
  for (const line of lines) t.doesNotThrow(() => JSON.parse(line))
  const all = [...childrenOf(service.process.pid!).values(), postmasterPid()]
  t.equal(all.length, 3)
  service.process.kill('SIGTERM')
  t.equal(await service.exited, 0)
  t.notOk(all.some(isAlive))
})

t.test('a first start tells each step that takes time as it begins', async (t) => {
  const folder = scratchFolder('svc-serve-steps-')
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const toldBy = async () => {
    const service = launch(t, { SVC_DATA_DIR: folder, SVC_LOAD_SAMPLE: 'true' })
    await whenReady(service)
    service.process.kill('SIGTERM')
    await service.exited
    const told = service.errors().matchAll(/"msg":"((?:making|bringing|embedded database) [^"]+)"/g)
    return [...told].map(([, message]) => message)
  }
  t.strictSame(await toldBy(), [
    'making a database',
    'embedded database made',
    'embedded database started',
    'bringing the database up to date',
    'making an owner and a sample program',
  ])
  t.strictSame(await toldBy(), ['embedded database started'], 'a later start has none of them to do')
})

t.test('a database that does not answer is named by its setting', async (t) => {
  const service = launch(t, { SVC_DATABASE_URL: 'postgres://ann@127.0.0.1:1/svc' })
  t.equal(await service.exited, 1)
  t.match(
    service.errors(),
    /svc does not start: The database of SVC_DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\n/,
  )
})

t.test('children and database that are killed come back', async (t) => {
  const service = launch(t)
  await whenReady(service)
  const children = childrenOf(service.process.pid!)
  process.kill(children.get('api')!, 'SIGKILL')
  process.kill(children.get('jobs')!, 'SIGKILL')
  process.kill(postmasterPid(), 'SIGKILL')
  await until(() => service.errors().split('"msg":"ready"').length >= 5)
  const address = /"address":"(http[^"]+)","msg":"ready"(?![\s\S]*"address":"http)/.exec(service.errors())![1]!
  await until(() => isReady(`${address}/api/v1/`))
  t.pass('ready again')
})

t.test('the children of a killed supervisor end, and the next start adopts its database', async (t) => {
  const first = launch(t)
  await whenReady(first)
  const children = [...childrenOf(first.process.pid!).values()]
  const database = postmasterPid()
  first.process.kill('SIGKILL')
  await until(() => !children.some(isAlive))
  t.ok(isAlive(database))
  const second = launch(t)
  await whenReady(second)
  t.equal(postmasterPid(), database)
  t.match(second.errors(), /embedded database adopted/)
})

t.test('a second service on the same folder is refused and does the first no harm', async (t) => {
  const first = launch(t)
  const address = await whenReady(first)
  const second = launch(t)
  t.equal(await second.exited, 2)
  t.match(second.errors(), /Another svc process uses/)
  t.ok(await isReady(address))
})

t.test('a name that is no setting is told, with the one that was meant', async (t) => {
  const mistaken = launch(t, { SVC_DATA_DRI: '/nowhere', SVC_HOST: 'no.such.host.invalid' })
  t.equal(await mistaken.exited, 2)
  t.match(mistaken.errors(), /There is no setting SVC_DATA_DRI, it has no effect; did you mean SVC_DATA_DIR\?/)
})

t.test('a port that is taken is told before anything is built', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.teardown(() => holder.close())
  const { port } = holder.address() as { port: number }
  const service = launch(t, { SVC_PORT: String(port) })
  t.equal(await service.exited, 2)
  t.match(
    service.errors(),
    new RegExp(`SVC_PORT holds ${port}, which another program listens on; allowed: a free port`),
  )
  t.equal(service.output(), '')
})
