import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { startSender } from '../../../jobs/webhooks/sender.ts'
import { buildProject } from '../../api/tasks/support/build-project.ts'
import { LETS_LOCAL_IN } from '../../support/deliveries.ts'
import { startApp } from '../../support/start-app.ts'
import { startReceiver } from '../../support/webhook-receiver.ts'
import { addWebhook, tellTasks } from '../../support/webhook-scene.ts'

const SECRET = 'whsec_apart_0123456789abcdef0123456789abcdef'
const HANGING = 20
const EVENTS = 40
const LONGEST_MS = 2_000

t.test('receivers that hang delay only themselves', async (t) => {
  const app = await startApp(t, { env: LETS_LOCAL_IN })
  const project = await buildProject(app)
  const healthy = await startReceiver(t)
  const hanging = await startReceiver(t)
  const mostOpen = new Map<string, number>()
  const open = new Map<string, number>()
  hanging.answer((reply) => {
    const path = reply.req.url as string
    open.set(path, (open.get(path) ?? 0) + 1)
    mostOpen.set(path, Math.max(mostOpen.get(path) ?? 0, open.get(path) as number))
    reply.on('close', () => open.set(path, (open.get(path) as number) - 1))
  })
  for (let index = 0; index < HANGING; index++)
    await addWebhook(app.services, project.id, `${hanging.url}/${index}`, SECRET)
  await addWebhook(app.services, project.id, healthy.url, SECRET)
  const sender = await startSender(app.services, app.services.config)

  const toldAtMs = new Map<string, number>()
  for (let event = 0; event < EVENTS; event++) {
    const id = newId()
    await tellTasks(app.services, project.id, [id])
    toldAtMs.set(id, Date.now())
    await sleep(25)
  }
  await healthy.until(EVENTS, 10_000)
  const delays = healthy.received
    .map(({ body, atMs }) => atMs - (toldAtMs.get(body.id) as number))
    .sort((a, b) => a - b)
  const p95 = delays[Math.floor(0.95 * delays.length)] as number
  t.comment(`beside ${HANGING} hanging receivers: median ${delays[EVENTS / 2]} ms, p95 ${p95} ms`)
  t.ok(p95 <= LONGEST_MS, `p95 ${p95} ms`)
  t.equal(mostOpen.size, HANGING, 'the others are tried as well')
  t.equal(Math.max(...mostOpen.values()), 4, 'four at a time each')

  await hanging.close()
  await sender.close()
})

t.test('a receiver that goes on hanging is given up after ten seconds, and tried again', async (t) => {
  const app = await startApp(t, { env: LETS_LOCAL_IN })
  const project = await buildProject(app)
  const receiver = await startReceiver(t)
  const begun = Date.now()
  receiver.answer((reply) => {
    reply.writeHead(200)
    reply.write('a head, and a body that never ends')
  })
  await addWebhook(app.services, project.id, receiver.url, SECRET)
  await tellTasks(app.services, project.id, [newId()])
  const sender = await startSender(app.services, app.services.config)
  await receiver.until(1)
  await sender.close()
  const took = Date.now() - begun
  t.ok(took > 9_500 && took < 15_000, `${took} ms`)
  const [row] = await app.sql(
    'select status, attempt_count, response_status, due_at > now() as later from webhook_deliveries',
  )
  t.same(row, { status: 'pending', attempt_count: 1, response_status: null, later: true })
})

t.test('a process has one attempt under way for each webhook until it has recorded one', async (t) => {
  const app = await startApp(t, { env: LETS_LOCAL_IN })
  const project = await buildProject(app)
  for (const name of ['one', 'other']) await addWebhook(app.services, project.id, `http://127.0.0.1:9/${name}`, SECRET)
  await tellTasks(
    app.services,
    project.id,
    Array.from({ length: 12 }, () => newId()),
  )
  const begun = new Map<string, (() => void)[]>()
  const sender = await startSender(app.services, app.services.config, {
    attempt: ({ webhook_id }) =>
      new Promise((resolve) => {
        if (!begun.has(webhook_id)) begun.set(webhook_id, [])
        begun.get(webhook_id)?.push(() => resolve({ kind: 'answered', status: 204 }))
      }),
  })
  const counts = () => [...begun.values()].map(({ length }) => length).sort()
  const until = async (expected: number[]) => {
    for (let look = 0; look < 200 && counts().join() !== expected.join(); look++) await sleep(20)
    await sleep(100)
    t.same(counts(), expected)
  }
  await until([1, 1])
  const [first] = begun.values()
  first?.[0]?.()
  await until([4, 5])
  for (let ended = 0; ended < 24; ended++) {
    for (const waiting of begun.values()) for (const end of waiting.splice(0)) end()
    await sleep(20)
  }
  await sender.close()
})
