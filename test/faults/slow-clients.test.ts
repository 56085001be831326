/**
 * Clients that go slowly, stop, or vanish without a word: they are let go in time, hold no connection of the database,
 * and an ordinary client does not feel them. `--kills` is the number of each kind.
 *
 * Seen failing with the time for headers (api/server/main.ts) left at a minute: who says nothing stays.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { clientOf, faultOptions, ServiceProcess, setStage, until } from '../support/faults.ts'
import { watchMachine } from '../support/machine-delay.ts'
import { startProxy } from '../support/proxy.ts'

const ORDINARY_P99_MS = 400
/** Ten seconds, looked at every two, and a busy machine. */
const SILENT_FOR_MS = 25_000

t.setTimeout(600_000)

/** Opens connections that say what they are given, and read or never do; all end with the test. */
function opener(t: Test, port: number): (text: string, reads?: boolean) => Socket {
  const sockets: Socket[] = []
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  return (text, reads = true) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    if (reads) socket.on('data', () => undefined)
    else socket.pause()
    if (text !== '') socket.write(text)
    sockets.push(socket)
    return socket
  }
}

/** How long a page of the list takes, in two seconds. */
async function ordinaryP99(client: ReturnType<typeof clientOf>, project: string): Promise<number> {
  const took: number[] = []
  const endMs = performance.now() + 2_000
  while (performance.now() < endMs) {
    const startedMs = performance.now()
    const page = await client.get(`/tasks/?project=${project}&page_size=20`)
    if (page.status !== 200) throw new Error(page.text)
    took.push(performance.now() - startedMs)
    await sleep(20)
  }
  return took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.POSITIVE_INFINITY
}

t.test('slow and vanished clients', async (t) => {
  const { kills: each } = faultOptions(t, 40)
  const stage = await setStage(t)
  const ann = await stage.person('ann')
  const project = await stage.project(ann.id)
  const api = await ServiceProcess.start(t, stage, 'api')
  const client = clientOf(api, ann.token)
  for (let index = 0; index < 50; index++) await client.post('/tasks/', { name: `Task ${index}`, project })

  const open = opener(t, api.port)
  const many = <T>(make: (index: number) => T): T[] => Array.from({ length: each }, (_, index) => make(index))
  const head = (method: string, path: string) =>
    `${method} /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ann.token}\r\n`

  /** Lists that were served, by the log of the process. */
  const answered = () => api.output.split('"route":"/tasks/","status":200').length - 1

  const machine = await watchMachine(t)
  const aloneMs = await ordinaryP99(client, project)
  const silent = many(() => open(''))
  const closedAfter: Promise<number>[] = silent.map((socket) => {
    const startedMs = performance.now()
    return new Promise((resolve) => socket.on('close', () => resolve(performance.now() - startedMs)))
  })
  const body = JSON.stringify({ name: 'Slowly', project })
  const slow = many((index) =>
    open(
      `${head('POST', '/tasks/')}Idempotency-Key: slow-${index}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    ),
  )
  const cut = many((index) =>
    open(
      `${head('POST', '/tasks/')}Idempotency-Key: cut-${index}\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{"name":`,
    ),
  )
  const before = answered()
  // Whoever reads nothing: the answers wait in this process and the kernel.
  many(() => open(`${head('GET', `/tasks/?project=${project}&page_size=500`)}\r\n`, false))

  let sent = 0
  let mayEnd = false
  const drip = setInterval(() => {
    const upTo = Math.min(sent + 4, mayEnd ? body.length : body.length - 8)
    for (const socket of slow) socket.write(body.slice(sent, upTo))
    sent = upTo
  }, 200)
  t.teardown(() => clearInterval(drip))

  // The work of all these requests is done; what is left of them is their slowness.
  await until(() => answered() >= before + each, 20_000, 'the answers that nobody reads')
  await machine.p99() // Counts from here.
  const crowdedMs = await ordinaryP99(client, project)
  const machineMs = await machine.p99()
  t.ok(
    crowdedMs < Math.max(ORDINARY_P99_MS, 4 * aloneMs, 8 * machineMs),
    `p99 of an ordinary client ${Math.round(crowdedMs)} ms, alone ${Math.round(aloneMs)} ms, of the machine ${Math.round(machineMs)} ms`,
  )
  const [{ lent } = { lent: -1 }] = await stage.sql<{ lent: number }>(
    `select count(*)::int as lent from pg_stat_activity
     where datname = current_database() and application_name = 'svc' and state like 'idle in transaction%'`,
  )
  t.equal(lent, 0, 'a body that is still coming holds no transaction')

  for (const socket of cut) socket.destroy()
  mayEnd = true
  const written = async () => (await stage.sql(`select 1 from tasks where name = 'Slowly'`)).length
  await until(async () => (await written()) === each, 20_000, 'the slow writes')
  t.strictSame(await stage.sql(`select 1 from idempotency_keys where key like 'cut-%'`), [], 'half a body does nothing')

  const longestMs = Math.max(...(await Promise.all(closedAfter)))
  t.ok(longestMs < SILENT_FOR_MS, `who says nothing is let go after ${Math.round(longestMs)} ms`)
})

t.test('a client that vanishes after its write was sent', async (t) => {
  const stage = await setStage(t)
  const ann = await stage.person('ann')
  const project = await stage.project(ann.id)
  const api = await ServiceProcess.start(t, stage, 'api')
  const proxy = await startProxy(() => ({ port: api.port }))
  t.teardown(() => proxy.close())
  const far = clientOf(proxy, ann.token)
  const write = (client = far) =>
    client.post('/tasks/', { name: 'Once', project }, { 'Idempotency-Key': 'vanished' }).catch((error: Error) => error)
  // The answer goes nowhere: nothing passes any more from the moment the request has.
  proxy.hooks.onRequest = () => {
    setImmediate(() => proxy.freeze())
    return true
  }
  proxy.hooks.onAnswer = () => false
  const first = write()
  await until(async () => (await stage.sql('select 1 from tasks')).length === 1, 5_000, 'the write')
  const again = await write(clientOf(api, ann.token))
  t.notOk(again instanceof Error)
  t.match(again, { status: 201 })
  t.equal((again as { headers: Headers }).headers.get('idempotent-replay'), 'true', 'another way there replays it')
  proxy.cut()
  t.type(await first, Error)
  t.equal((await stage.sql('select 1 from tasks')).length, 1)
})
