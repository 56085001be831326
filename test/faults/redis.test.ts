/**
 * Redis is killed and comes back empty in the middle of use by two API processes: no request fails or waits, keyed writes
 * take effect once, both processes' sockets get every frame once and in order, and each process counts a limit by itself at
 * once: what Redis had counted is forgotten with it, no more. `--kills` is the number of kills.
 *
 * Seen failing with the limits left to Redis alone (no `insuranceLimiter` in api/platform/http/rate-limits.ts): 500s.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { clientOf, faultOptions, freePort, ServiceProcess, setStage, until } from '../support/faults.ts'
import { brokenInvariants } from '../support/invariants.ts'
import { Ledger } from '../support/ledger.ts'
import { OwnRedis, withoutRedis } from '../support/redis.ts'
import { connectSocket } from '../support/socket-client.ts'

const LIMIT = 12
/** What a busy machine may take; whoever waited for Redis would take much longer. */
const PATIENCE_MS = 8_000

t.setTimeout(600_000)

type Stage = Awaited<ReturnType<typeof setStage>>

/** A fresh account each time; how often it got through both processes together. */
async function press(
  stage: Stage,
  apis: readonly ServiceProcess[],
  name: string,
): Promise<{ passed: number; others: number[] }> {
  const { token } = await stage.person(name)
  const path = '/keys/?kind=project&name=Harbour'
  const calls = Array.from({ length: 6 * LIMIT }, (_, call) => clientOf(apis[call % 2] as never, token).get(path))
  const statuses = (await Promise.all(calls)).map((answer) => answer.status)
  const others = new Set(statuses.filter((status) => status !== 200))
  return { passed: statuses.length - statuses.filter((status) => status !== 200).length, others: [...others] }
}

async function useRedis(apis: readonly ServiceProcess[]): Promise<boolean> {
  const states = await Promise.all(apis.map((api) => clientOf(api, null).get('/readyz')))
  return states.every(({ body }) => body.checks.cache === 'ok')
}

/** Of the frames about new tasks: how many different tasks they name, how many there are; whether all frames are in order. */
function toldOnceInOrder(frames: readonly { event_type: string; seq?: unknown; payload: { id?: unknown } }[]) {
  const made = frames.filter((frame) => frame.event_type === 'task_created').map((frame) => frame.payload.id)
  const order = frames.map((frame) => Number(frame.seq))
  const isInOrder = order.every((seq, at) => at === 0 || seq >= (order[at - 1] as number))
  return { tasks: new Set(made).size, frames: made.length, isInOrder }
}

t.test('kills of Redis in mid-use', { skip: withoutRedis }, async (t) => {
  const { kills, random } = faultOptions(t, 3)
  const redis = new OwnRedis(t, await freePort())
  await redis.start()
  const stage = await setStage(t, {
    SVC_REDIS_URL: redis.url,
    SVC_RATE_LIMIT_ENABLED: 'true',
    SVC_RATE_LIMIT_DISABLE_ACK: '',
    SVC_THROTTLE_USER_RATE: '100000/min',
    SVC_THROTTLE_RESOLVE_RATE: `${LIMIT}/hour`,
  })
  const ann = await stage.person('ann')
  const project = await stage.project(ann.id)
  const apis = await Promise.all([ServiceProcess.start(t, stage, 'api'), ServiceProcess.start(t, stage, 'api')])
  const clients = apis.map((api) => clientOf(api, ann.token))
  const sockets = await Promise.all(apis.map((api, index) => connectSocket(api, clients[index] as never, project)))
  t.teardown(() => {
    for (const socket of sockets) socket.close()
  })
  const ledger = new Ledger('redis')
  let isOver = false
  let longestMs = 0

  async function work(writer: number): Promise<void> {
    for (let round = 0; !isOver; round++) {
      const startedMs = performance.now()
      const made = await ledger.write(clients[(writer + round) % 2] as never, 'POST', '/tasks/', {
        name: `${writer}.${round}`,
        project,
      })
      if (made.status !== 201) throw new Error(made.text)
      longestMs = Math.max(longestMs, performance.now() - startedMs)
    }
  }

  const writers = Promise.all([0, 1, 2].map(work))
  writers.catch(() => undefined) // Awaited below.
  for (let kill = 0; kill < kills; kill++) {
    await sleep(200 + random() * 300)
    const before = press(stage, apis, `before${kill}`)
    await sleep(random() * 30)
    await redis.kill()
    const [during, without] = [await before, await press(stage, apis, `without${kill}`)]
    // Counted by Redis until its death, and then by each of two processes.
    t.ok(during.passed >= LIMIT && during.passed <= 3 * LIMIT, `${during.passed} of a limit of ${LIMIT} at the death`)
    t.ok(
      without.passed >= LIMIT && without.passed <= 2 * LIMIT,
      `${without.passed} of a limit of ${LIMIT} without Redis`,
    )
    t.strictSame([during.others, without.others], [[429], [429]])
    await redis.start()
    await until(() => useRedis(apis), 20_000, 'Redis in use again')
  }
  isOver = true
  await writers

  t.strictSame([...ledger.unknown.keys()], [], 'no write failed')
  t.ok(longestMs < PATIENCE_MS, `nobody waited longer than ${Math.round(longestMs)} ms`)
  t.strictSame(await ledger.faults(clients[1] as never), [], 'I1')
  const count = ledger.writes.length
  for (const socket of sockets) {
    const frames = await socket.waitForCount(count, 15_000)
    t.strictSame(toldOnceInOrder(frames), { tasks: count, frames: count, isInOrder: true })
  }
  const jobs = await ServiceProcess.start(t, stage, 'jobs')
  await stage.quiet()
  await jobs.stop()
  t.strictSame(await brokenInvariants(stage.services), [])
})
