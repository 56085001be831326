import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { defineEvent, emit } from '../../../api/platform/events/define-event.ts'
import { newId } from '../../../api/platform/ids.ts'
import { loadConfig } from '../../../api/platform/settings/config.ts'
import { createServices } from '../../../api/server/boot.ts'
import type { Client } from '../../support/client.ts'
import { connectSocket } from '../../support/socket-client.ts'
import { startProbe } from './probe.ts'

const ON = { SVC_RATE_LIMIT_ENABLED: 'true' }

/** Sends until the first refusal; how many went through, and the refusal. */
async function exhaust(client: Client, path: string, headers: Record<string, string> = {}, most = 100) {
  for (let count = 0; count < most; count++) {
    const answer = await client.get(path, headers)
    if (answer.status === 429) return { count, answer }
  }
  throw new Error(`${most} requests and no refusal`)
}

t.test('a limit lets N through and refuses N+1 with the seconds to wait', async (t) => {
  const probe = await startProbe(t, { env: ON })
  const anyone = probe.as(probe.app.anonymous)
  const { count, answer } = await exhaust(anyone, '/probe/limited/')
  t.equal(count, 3)
  t.type(answer.body.detail, 'string')
  t.strictSame(Object.keys(answer.body), ['detail'])
  const waitSeconds = Number(answer.headers.get('retry-after'))
  t.ok(Number.isInteger(waitSeconds) && waitSeconds >= 1 && waitSeconds <= 60)
  t.equal((await anyone.get('/probe/open/')).status, 200, 'other routes have counts of their own')
})

t.test('a window that has passed lets the caller in again', async (t) => {
  const probe = await startProbe(t, { env: ON })
  const ann = probe.as(await probe.app.user('ann'))
  const { count, answer } = await exhaust(ann, '/probe/mine/')
  t.equal(count, 3)
  await sleep(Number(answer.headers.get('retry-after')) * 1000)
  t.equal((await ann.get('/probe/mine/')).status, 200)
})

t.test('parallel requests are counted exactly', async (t) => {
  const probe = await startProbe(t, { env: ON })
  const anyone = probe.as(probe.app.anonymous)
  const answers = await Promise.all(Array.from({ length: 30 }, () => anyone.get('/probe/limited/')))
  t.equal(answers.filter((answer) => answer.status === 200).length, 3)
  t.equal(answers.filter((answer) => answer.status === 429).length, 27)
})

t.test('accounts are counted apart, whatever address they come from', async (t) => {
  const probe = await startProbe(t, { env: ON })
  const [ann, bob] = [probe.as(await probe.app.user('ann')), probe.as(await probe.app.user('bob'))]
  t.equal((await exhaust(ann, '/probe/mine/')).count, 3)
  t.equal((await exhaust(bob, '/probe/mine/')).count, 3)
})

t.test('the general rates: 60 a minute for an address, 1000 for an account, none for liveness', async (t) => {
  const probe = await startProbe(t, { env: { ...ON, SVC_THROTTLE_USER_RATE: '70/min' } })
  const anyone = probe.as(probe.app.anonymous)
  const ann = probe.as(await probe.app.user('ann'))
  t.equal((await exhaust(anyone, '/probe/open/')).count, 60)
  t.equal((await exhaust(ann, '/probe/general/')).count, 70)
  for (const path of ['/health/', '/edition/']) t.equal((await anyone.get(path)).status, 200, path)
  t.equal(loadConfig({}).throttleUserRate.limit, 1000)
})

t.test('forged forwarding headers buy nothing', async (t) => {
  const probe = await startProbe(t, { env: ON })
  const anyone = probe.as(probe.app.anonymous)
  const forged = (index: number): Record<string, string> => ({
    'X-Forwarded-For': `198.51.100.${index}`,
    Forwarded: `for=198.51.100.${index}`,
    'X-Real-IP': `198.51.100.${index}`,
  })
  for (let index = 0; index < 3; index++) t.equal((await anyone.get('/probe/limited/', forged(index))).status, 200)
  t.equal((await anyone.get('/probe/limited/', forged(9))).status, 429)
})

t.test('behind proxies the address counts that the nearest of them saw', async (t) => {
  const probe = await startProbe(t, { env: { ...ON, SVC_NUM_PROXIES: '2' } })
  const anyone = probe.as(probe.app.anonymous)
  const from = (list: string) => ({ 'X-Forwarded-For': list })
  t.equal((await exhaust(anyone, '/probe/limited/', from('203.0.113.1, 10.0.0.1'))).count, 3)
  const more = await anyone.get('/probe/limited/', from('198.51.100.7, 203.0.113.1, 10.0.0.1'))
  t.equal(more.status, 429, 'what the caller put in front is ignored')
  t.equal((await anyone.get('/probe/limited/', from('203.0.113.2, 10.0.0.1'))).status, 200)
})

t.test('throttles go off only with the switch and the phrase', async (t) => {
  const probe = await startProbe(t, {
    env: { SVC_RATE_LIMIT_ENABLED: 'false', SVC_RATE_LIMIT_DISABLE_ACK: 'i understand' },
  })
  t.equal((await exhaust(probe.as(probe.app.anonymous), '/probe/limited/')).count, 3)
  const off = await startProbe(t)
  for (let index = 0; index < 5; index++) t.equal((await off.as(off.app.anonymous).get('/probe/limited/')).status, 200)
})

t.test('socket tickets: 120 a minute', async (t) => {
  const probe = await startProbe(t, { env: { ...ON, SVC_THROTTLE_WS_TICKET_RATE: '4/min' } })
  const ann = await probe.app.user('ann')
  for (let index = 0; index < 4; index++) t.equal((await ann.post('/ws/ticket/')).status, 200)
  t.equal((await ann.post('/ws/ticket/')).status, 429)
  t.equal(loadConfig({}).throttleWsTicketRate.limit, 120)
})

t.test('while Redis is away each process counts by itself, and sockets still get their frames', async (t) => {
  const probe = await startProbe(t, { env: { ...ON, SVC_REDIS_URL: 'redis://127.0.0.1:9', SVC_LOG_LEVEL: 'critical' } })
  const anyone = probe.as(probe.app.anonymous)
  const startedMs = performance.now()
  t.equal((await exhaust(anyone, '/probe/limited/')).count, 3)
  t.ok(performance.now() - startedMs < 1_000, 'nobody waits for it')
  t.equal(probe.app.services.fanout.isHealthy(), false)

  const ann = await probe.app.user('ann')
  const projectId = newId()
  await probe.app.sql(`insert into projects (id, name, code, start_date) values ($1, 'R', 'RRR', '2026-01-05')`, [
    projectId,
  ])
  await probe.app.sql(
    'insert into project_members (id, project_id, account_id, role) values (gen_random_uuid(), $1, $2, 100)',
    [projectId, ann.account.id],
  )
  const socket = await connectSocket(probe.app, ann, projectId)
  const updated = defineEvent<{ id: string }>({ socket: 'task_updated' })
  const write = (services: typeof probe.app.services, id: string) =>
    services.systemContext(async (ctx) => emit(ctx, updated, { projectId, payload: { id } }))
  await write(probe.app.services, 'own process')
  t.equal((await socket.waitForCount(1, 500))[0]?.payload.id, 'own process', 'at once')
  const other = await createServices(probe.app.services.config, { role: 'jobs' })
  t.teardown(() => other.close())
  await write(other, 'other process')
  t.equal((await socket.waitForCount(2))[1]?.payload.id, 'other process', 'with the next look')
})
