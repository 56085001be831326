import t from 'tap'
import { buildProject } from '../../api/tasks/support/build-project.ts'
import { LETS_LOCAL_IN, letSecondsPass, sendDeliveries } from '../../support/deliveries.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { type Behaviour, faultOf, type Received, startReceiver } from '../../support/webhook-receiver.ts'

const SECRET = 'whsec_test_0123456789abcdef0123456789abcdef'

interface Scene {
  readonly app: TestApp
  readonly projectId: string
  readonly path: string
}

async function setScene(t: Parameters<typeof startApp>[0]): Promise<Scene> {
  const app = await startApp(t, { env: LETS_LOCAL_IN })
  const { id } = await buildProject(app)
  return { app, projectId: id, path: `/projects/${id}/webhooks/` }
}

async function hook({ app, path }: Scene, url: string, more: object = {}): Promise<string> {
  const made = await app.owner.post(path, { url, events: ['task.created'], secret: SECRET, ...more })
  if (made.status !== 201) throw new Error(made.text)
  return `${path}${made.body.id}/`
}

const task = ({ app, projectId }: Scene, name: string) => app.owner.post('/tasks/', { name, project: projectId })
const deliveriesOf = async ({ app }: Scene, one: string) => (await app.owner.get(`${one}deliveries/`)).body.results

t.test('what a receiver gets', async (t) => {
  const scene = await setScene(t)
  const { app } = scene
  const receiver = await startReceiver(t)
  const one = await hook(scene, receiver.url)

  await t.test('signed, numbered and with the fields of the task', async (t) => {
    for (const name of ['Größe – 日本 😀', 'Pour slab', '<b>&']) await task(scene, name)
    await sendDeliveries(app)
    t.equal(receiver.received.length, 3)
    for (const received of receiver.received) t.equal(faultOf(received, SECRET), null)
    const byNumber = [...receiver.received].sort((a, b) => a.sequence - b.sequence)
    t.same(
      byNumber.map(({ sequence }) => sequence),
      [1, 2, 3],
    )
    t.match(byNumber[0], { event: 'task.created', body: { name: 'Größe – 日本 😀', project: scene.projectId } })
    t.equal(byNumber[0]!.headers['user-agent'], 'svc-webhook', 'it says who sends')
    t.notOk('event' in byNumber[0]!.body, 'the event is told by a header, not in the body')
    t.equal(new Set(receiver.received.map(({ delivery }) => delivery)).size, 3)
  })

  await t.test('the record says the same', async (t) => {
    const records = await deliveriesOf(scene, one)
    t.same(
      records.map((record: { sequence_number: number }) => record.sequence_number),
      [3, 2, 1],
      'newest first',
    )
    for (const record of records) {
      const sent = receiver.received.find(({ delivery }) => delivery === record.id) as Received
      t.match(record, { status: 'success', response_status: 204, attempt_count: 1, event_type: 'task.created' })
      t.same(record.payload, sent.body)
      t.equal(record.sequence_number, sent.sequence)
      t.type(record.completed_at, 'string')
    }
  })

  await t.test('records are read on by cursor', async (t) => {
    const first = await app.owner.get(`${one}deliveries/?page_size=2`)
    t.equal(first.body.results.length, 2)
    const second = await app.owner.get(first.body.next.replace(/^.*\/api\/v1/, ''))
    t.same(
      second.body.results.map((row: { sequence_number: number }) => row.sequence_number),
      [1],
    )
    t.equal(second.body.next, null)
    t.equal((await app.owner.get(`${one}deliveries/?cursor=bad`)).status, 404)
  })

  await t.test('a ping has the next number and goes to nobody else', async (t) => {
    const other = await startReceiver(t)
    await hook(scene, other.url)
    const asked = await app.owner.post(`${one}test/`)
    t.equal(asked.status, 202)
    await sendDeliveries(app)
    const ping = receiver.received.at(-1) as Received
    t.equal(faultOf(ping, SECRET), null)
    t.match(ping, { event: 'ping', delivery: asked.body.delivery_id, sequence: 4, body: { event: 'ping' } })
    t.equal(other.received.length, 0)
  })

  await t.test('a delivery sent again is the same but for its signatures', async (t) => {
    const [record] = await deliveriesOf(scene, one)
    const before = receiver.received.at(-1) as Received
    const asked = await app.owner.post(`${one}deliveries/${record.id}/redeliver/`)
    t.same([asked.status, asked.body], [202, { delivery_id: record.id }])
    t.equal((await app.owner.post(`${one}deliveries/${record.id}/redeliver/`)).body.code, 'delivery_pending')
    await sendDeliveries(app)
    const again = receiver.received.at(-1) as Received
    t.same([again.delivery, again.sequence], [before.delivery, before.sequence])
    t.ok(again.bytes.equals(before.bytes))
    t.equal(faultOf(again, SECRET), null)
    await app.owner.patch(one, { is_active: false })
    const refused = await app.owner.post(`${one}deliveries/${record.id}/redeliver/`)
    t.same([refused.status, refused.body.code], [409, 'webhook_inactive'])
    t.equal((await app.owner.post(`${one}deliveries/${scene.projectId}/redeliver/`)).status, 404)
    await app.owner.patch(one, { is_active: true })
  })

  await t.test('a write that is refused tells nothing and takes no number', async (t) => {
    await app.owner.post('/tasks/', { name: '', project: scene.projectId })
    await t.rejects(
      app.services.systemContext(async (ctx) => {
        ctx.events.push({
          socket: 'task_created',
          webhook: 'task.created',
          isKept: true,
          coversRows: false,
          projectId: scene.projectId,
          payload: {},
          webhookPayload: { id: 'never' },
        })
        ctx.beforeCommit.push(async () => {
          ctx.afterCommit.push(() => t.fail('it was committed'))
        })
        const { writeConsequences } = await import('../../../api/platform/events/write-consequences.ts')
        await writeConsequences(ctx)
        throw new Error('rolled back')
      }),
      /rolled back/,
    )
    await task(scene, 'The next')
    await sendDeliveries(app)
    const [record] = await deliveriesOf(scene, one)
    t.match(record, { sequence_number: 5, payload: { name: 'The next' } })
  })
})

t.test('what becomes of an answer', async (t) => {
  const scene = await setScene(t)
  const { app } = scene
  const receiver = await startReceiver(t)
  const one = await hook(scene, receiver.url)
  const drop: Behaviour = (reply) => reply.socket?.destroy()
  const redirect: Behaviour = (reply) => reply.writeHead(302, { Location: receiver.url }).end()
  const outcomes: readonly (readonly [string, Behaviour, object])[] = [
    ['200', 200, { status: 'success', response_status: 200 }],
    ['299', 299, { status: 'success', response_status: 299 }],
    ...[408, 425, 429, 500, 503, 599].map(
      (status) => [`${status}`, status, { status: 'pending', response_status: status }] as const,
    ),
    ['a redirect', redirect, { status: 'pending', response_status: 302 }],
    ['a connection cut off', drop, { status: 'pending', response_status: null }],
    ...[400, 401, 404, 410, 422].map(
      (status) => [`${status}`, status, { status: 'failed', response_status: status }] as const,
    ),
  ]
  for (const [name, behaviour, expected] of outcomes) {
    await t.test(`${name}: ${JSON.stringify(expected)}`, async (t) => {
      await app.sql('delete from webhook_deliveries')
      await app.owner.patch(one, { is_active: true })
      receiver.answer(behaviour)
      const { length } = receiver.received
      await task(scene, name)
      await sendDeliveries(app)
      t.equal(receiver.received.length, length + 1, 'one attempt, and no redirect is followed')
      t.match((await deliveriesOf(scene, one))[0], { ...expected, attempt_count: 1 })
    })
  }
})

t.test('five attempts at 0, 30, 90, 210 and 450 seconds', async (t) => {
  const scene = await setScene(t)
  const { app } = scene
  const receiver = await startReceiver(t)
  const one = await hook(scene, receiver.url)
  receiver.answer(503)
  await task(scene, 'Late')
  await sendDeliveries(app)
  for (const [index, wait] of [30, 60, 120, 240].entries()) {
    await letSecondsPass(app, wait - 2)
    await sendDeliveries(app)
    t.equal(receiver.received.length, index + 1, `nothing after ${wait - 2} s`)
    await letSecondsPass(app, 3)
    await sendDeliveries(app)
    t.equal(receiver.received.length, index + 2, `the next attempt after ${wait} s`)
  }
  await letSecondsPass(app, 100_000)
  await sendDeliveries(app)
  const { received } = receiver
  t.equal(received.length, 5, 'and no sixth')
  for (const attempt of received) t.equal(faultOf(attempt, SECRET), null)
  t.equal(new Set(received.map(({ delivery }) => delivery)).size, 1)
  t.ok(
    received.every(({ bytes }) => bytes.equals(received[0]!.bytes)),
    'equal bytes',
  )
  t.match((await deliveriesOf(scene, one))[0], { status: 'failed', response_status: 503, attempt_count: 5 })
  t.match((await app.owner.get(one)).body, {
    consecutive_failures: 1,
    last_failure_reason: 'HTTP 503',
    is_active: true,
  })
})

t.test('each attempt is signed for its own time', async (t) => {
  const scene = await setScene(t)
  const receiver = await startReceiver(t)
  await hook(scene, receiver.url)
  receiver.answer(500, 204)
  await task(scene, 'Twice')
  await sendDeliveries(scene.app)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await letSecondsPass(scene.app, 31)
  await sendDeliveries(scene.app)
  const [first, second] = receiver.received.map(({ headers }) => String(headers['x-svc-signature-v2']))
  t.equal(receiver.received.length, 2)
  t.not(first, second)
  const times = [first, second].map((text) => Number(/t=(\d+)/.exec(text ?? '')?.[1]))
  t.ok(times[1]! > times[0]!, 'the time moves on')
})

t.test('failures in a row switch a webhook off', async (t) => {
  const scene = await setScene(t)
  const { app } = scene
  const receiver = await startReceiver(t)
  const one = await hook(scene, receiver.url)
  const fail = async (status: number, name = 'x') => {
    receiver.answer(status)
    await task(scene, name)
    await sendDeliveries(app)
    return (await app.owner.get(one)).body
  }

  await t.test('a success in between begins the count anew', async (t) => {
    for (let count = 1; count <= 4; count++) t.match(await fail(410), { consecutive_failures: count, is_active: true })
    t.match(await fail(200), { consecutive_failures: 0, is_active: true, last_failure_reason: 'HTTP 410' })
  })

  await t.test('failed pings are noted and not counted', async (t) => {
    for (let ping = 0; ping < 6; ping++) {
      receiver.answer(404)
      await app.owner.post(`${one}test/`)
      await sendDeliveries(app)
    }
    t.match((await app.owner.get(one)).body, {
      consecutive_failures: 0,
      is_active: true,
      last_failure_reason: 'HTTP 404',
    })
  })

  await t.test('the fifth switches it off, and what waited is not sent', async (t) => {
    for (let count = 1; count <= 4; count++) await fail(410)
    await app.sql(`update webhooks set url = replace(url, '/hook', '/hook?token=hidden')`)
    receiver.answer(500)
    await task(scene, 'waits')
    await sendDeliveries(app)
    const after = await fail(410, 'the fifth')
    t.match(after, { consecutive_failures: 5, is_active: false, disabled_reason: /5 deliveries in a row/ })
    t.type(after.disabled_at, 'string')
    t.notOk(JSON.stringify([after.last_failure_reason, after.disabled_reason]).includes('hidden'))
    const { length } = receiver.received
    await letSecondsPass(app, 31)
    await sendDeliveries(app)
    await task(scene, 'not planned any more')
    await sendDeliveries(app)
    t.equal(receiver.received.length, length, 'nothing goes out')
    const records = await deliveriesOf(scene, one)
    t.match(records[0].payload, { name: 'the fifth' }, 'nothing is recorded for it')
    const skipped = records.find((row: { payload: { name: string } }) => row.payload.name === 'waits')
    t.match(skipped, { status: 'failed', attempt_count: 1 }, 'and what waited ends')
    t.match((await app.owner.get(one)).body, { consecutive_failures: 5 }, 'uncounted')
  })

  await t.test('a ping goes out all the same', async (t) => {
    const { length } = receiver.received
    receiver.answer(204)
    await app.owner.post(`${one}test/`)
    await sendDeliveries(app)
    t.equal(receiver.received.length, length + 1)
  })

  await t.test('switched on again it has a clean record and goes on counting', async (t) => {
    const { sequence } = receiver.received.at(-1) as Received
    t.match((await app.owner.patch(one, { is_active: true })).body, {
      is_active: true,
      consecutive_failures: 0,
      last_failure_at: null,
      last_failure_reason: '',
      disabled_at: null,
      disabled_reason: '',
    })
    await task(scene, 'again')
    await sendDeliveries(app)
    t.equal(receiver.received.at(-1)?.sequence, sequence + 1)
  })
})

t.test('an address that became private is not reached, and not counted', async (t) => {
  const scene = await setScene(t)
  const { app } = scene
  const one = await hook(scene, 'http://127.0.0.1:9/hook')
  const canary = await startReceiver(t)
  for (let count = 0; count < 6; count++) {
    await app.sql('update webhooks set url = $1', [canary.url.replace('127.0.0.1', '127.0.0.2')])
    await task(scene, 'x')
    await sendDeliveries(app)
  }
  t.equal(canary.received.length, 0)
  const records = await deliveriesOf(scene, one)
  t.ok(records.every((row: object) => 'status' in row && row.status === 'failed'))
  t.match(records[0], { attempt_count: 1, response_status: null })
  t.match((await app.owner.get(one)).body, {
    is_active: true,
    consecutive_failures: 0,
    last_failure_reason: 'address not allowed',
  })
})

t.test('nothing is sent without a signature', async (t) => {
  const scene = await setScene(t)
  const receiver = await startReceiver(t)
  const one = await hook(scene, receiver.url)
  await scene.app.sql("update webhooks set sealed_secret = 'box1.00000000.xxxx'")
  scene.app.services.log.level = 'silent'
  await task(scene, 'x')
  await sendDeliveries(scene.app)
  t.equal(receiver.received.length, 0)
  t.match((await deliveriesOf(scene, one))[0], { status: 'failed', attempt_count: 1 })
  t.match((await scene.app.owner.get(one)).body, { consecutive_failures: 1 })
})
