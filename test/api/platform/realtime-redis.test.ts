/**
 * Events over Redis to the sockets of two API processes; without Redis the next look at the database brings them.
 *
 * Seen failing with `publish` of api/platform/realtime/fanout.ts doing nothing: the frame is late by seconds.
 */
import t from 'tap'
import { clientOf, freePort, ServiceProcess, setStage, until } from '../../support/faults.ts'
import { OwnRedis, withoutRedis } from '../../support/redis.ts'
import { connectSocket } from '../../support/socket-client.ts'

t.setTimeout(90_000)

t.test('sockets of two processes', { skip: withoutRedis }, async (t) => {
  const redis = new OwnRedis(t, await freePort())
  await redis.start()
  const stage = await setStage(t, { SVC_REDIS_URL: redis.url })
  const ann = await stage.person('ann')
  const projectId = await stage.project(ann.id)
  const apis = await Promise.all([ServiceProcess.start(t, stage, 'api'), ServiceProcess.start(t, stage, 'api')])
  const clients = apis.map((api) => clientOf(api, ann.token))
  const sockets = await Promise.all(apis.map((api, index) => connectSocket(api, clients[index] as never, projectId)))
  t.teardown(() => {
    for (const socket of sockets) socket.close()
  })

  const tell = async (writer: number, withinMs: number) => {
    const made = await clients[writer]?.post('/tasks/', { name: 'Dig', project: projectId })
    t.equal(made?.status, 201)
    for (const socket of sockets)
      await socket.waitFor('task_created', (frame) => frame.payload.id === made?.body.id, withinMs)
  }

  await tell(0, 1_500)
  await tell(1, 1_500)
  t.pass('both sockets hear of the writes of both processes at once')
  await redis.kill()
  await tell(0, 8_000)
  await tell(1, 8_000)
  t.pass('without Redis they hear of them a little later')
  await redis.start()
  // A process looks at the database until its own subscription is back, which may take a few tries.
  const isHeardAtOnce = () =>
    tell(0, 1_500).then(
      () => true,
      () => false,
    )
  await until(isHeardAtOnce, 30_000, 'sockets that hear of writes at once again')
  const all = sockets.map((socket) => socket.frames.filter((frame) => frame.seq !== null).map((frame) => frame.seq))
  t.strictSame(all[0], all[1], 'both saw the same frames')
  t.strictSame(
    all[0],
    [...new Set(all[0])].sort((a, b) => Number(a) - Number(b)),
    'each once and in order',
  )
})
