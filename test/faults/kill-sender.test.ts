/**
 * The process that sends webhooks is killed again and again while events are committed: each event ends with one
 * successful delivery for each webhook, numbers are without gaps, and a receiver gets twice at most what was in flight.
 * `--deliveries 10000 --kills 20` is the long run; it prints the rate without kills as well.
 *
 * Seen failing with attempts recorded before they were made: what was in flight at a kill never arrived.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import t from 'tap'
import { newId } from '../../api/platform/ids.ts'
import { LETS_LOCAL_IN } from '../support/deliveries.ts'
import { faultOptions, ServiceProcess, type Stage, setStage, until } from '../support/faults.ts'
import { brokenInvariants } from '../support/invariants.ts'
import { faultOf, type Received, type Receiver, startReceiver } from '../support/webhook-receiver.ts'
import { addWebhook, tellTasks } from '../support/webhook-scene.ts'

t.setTimeout(900_000)

const SECRET = 'whsec_fault_0123456789abcdef0123456789abcdef'
const WEBHOOKS = 4
const IN_FLIGHT = 4
const BATCH = 25
const ANSWER_MS = 20

const { values } = parseArgs({ options: { deliveries: { type: 'string' } }, strict: false })

t.test('kills of the sender', async (t) => {
  const { kills, random } = faultOptions(t, 3)
  const total = Number(values.deliveries ?? 600)
  const stage = await setStage(t, LETS_LOCAL_IN)
  const { id: accountId } = await stage.person('ann')
  const projectId = await stage.project(accountId)
  const receiver = await startReceiver(t)
  let open = 0
  const answeredMs = new Map<string, number>()
  const killedMs: number[] = []
  receiver.answer((reply, { delivery }) => {
    open++
    setTimeout(() => {
      open--
      reply.writeHead(200).end()
      if (!answeredMs.has(delivery)) answeredMs.set(delivery, Date.now())
    }, ANSWER_MS)
  })
  for (let index = 0; index < WEBHOOKS; index++)
    await addWebhook(stage.services, projectId, `${receiver.url}/${index}`, SECRET)
  const jobs = await ServiceProcess.start(t, stage, 'jobs')

  const told = tell(stage, projectId, total / WEBHOOKS)
  let hits = 0
  for (let kill = 0; kill < kills; kill++) {
    // Not before something goes out; then at once, or after some hundred more.
    await until(() => open > 0, 20_000, 'an attempt in flight').catch(() => undefined)
    await sleep(random() * 300)
    if (open > 0) hits++
    killedMs.push(Date.now())
    await jobs.kill()
    open = 0
    await jobs.start()
  }
  await told
  await until(async () => (await left(stage)) === 0, 300_000, 'every delivery to be sent')
  await jobs.stop()

  t.ok(hits >= 1, `${hits} of ${kills} kills found attempts in flight`)
  await checkAll(t, stage, receiver, total, kills)
  const twice = repeatsOf(receiver).map(([first]) => first as Received)
  const known = twice.filter(({ delivery, atMs }) => {
    const killMs = killedMs.find((ms) => ms >= atMs) ?? 0
    return (answeredMs.get(delivery) ?? killMs) < killMs
  })
  t.comment(`${twice.length} came again; of these ${known.length} had been answered before the kill`)
})

t.test('the rate without kills', { skip: values.deliveries === undefined && 'only in the long run' }, async (t) => {
  const total = Number(values.deliveries)
  const stage = await setStage(t, LETS_LOCAL_IN)
  const { id: accountId } = await stage.person('ann')
  const projectId = await stage.project(accountId)
  const receiver = await startReceiver(t)
  for (let index = 0; index < WEBHOOKS; index++)
    await addWebhook(stage.services, projectId, `${receiver.url}/${index}`, SECRET)
  await tell(stage, projectId, total / WEBHOOKS)
  const jobs = await ServiceProcess.start(t, stage, 'jobs')
  await until(async () => (await left(stage)) === 0, 300_000, 'every delivery to be sent')
  const times = receiver.received.map(({ atMs }) => atMs)
  const seconds = (Math.max(...times) - Math.min(...times)) / 1000
  t.comment(`${total} deliveries in ${seconds.toFixed(1)} s: ${(total / seconds).toFixed(0)} a second`)
  await jobs.stop()
  await checkAll(t, stage, receiver, total, 0)
})

/** What came more than once, each with its repeats: a receiver tells them by their equal ids, and by equal bytes. */
function repeatsOf({ received }: Receiver): Received[][] {
  return [...Map.groupBy(received, ({ delivery }) => delivery).values()].filter((same) => same.length > 1)
}

async function tell({ services }: Stage, projectId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, count - from) }, () => newId())
    await tellTasks(services, projectId, ids)
    await sleep(5)
  }
}

async function left(stage: Stage): Promise<number> {
  const [row] = await stage.sql<{ count: number }>(
    "select count(*)::int as count from webhook_deliveries where status <> 'success'",
  )
  return row?.count ?? 0
}

async function checkAll(
  t: Pick<typeof import('tap').default, 'equal' | 'same' | 'ok' | 'match' | 'strictSame'>,
  stage: Stage,
  receiver: Receiver,
  total: number,
  kills: number,
): Promise<void> {
  const numbers = await stage.sql<{ count: number; highest: string; last: string; attempts: number }>(
    `select count(*)::int as count, max(d.sequence_number) as highest, max(w.last_sequence) as last,
       max(d.attempt_count) as attempts
     from webhooks w join webhook_deliveries d on d.webhook_id = w.id group by w.id`,
  )
  for (const row of numbers) t.match(row, { count: total / WEBHOOKS, attempts: 1 })
  for (const row of numbers) t.same([Number(row.highest), Number(row.last)], [row.count, row.count], 'without gaps')
  const different = new Set(receiver.received.map(({ delivery }) => delivery)).size
  t.equal(different, total, 'each delivery was received')
  const again = receiver.received.length - different
  t.ok(again <= kills * WEBHOOKS * IN_FLIGHT, `${again} were received twice, at most what was in flight at a kill`)
  const changed = repeatsOf(receiver).filter(([first, ...rest]) =>
    rest.some(({ bytes }) => !first?.bytes.equals(bytes)),
  )
  t.equal(changed.length, 0, 'with the bytes of the first time, and the id by which the receiver tells')
  const faults = new Set(receiver.received.map((received) => faultOf(received, SECRET)))
  t.same([...faults], [null], 'and every one was signed, numbered and named')
  t.strictSame(await brokenInvariants(stage.services), [])
}
