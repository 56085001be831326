/**
 * The database's answer to COMMIT is lost: the caller reads 503 and not a guess, and the repeat with the same key is
 * answered by what was committed.
 *
 * Seen failing before connections that die while lent were given back to their pool (api/platform/db/give-back-dead.ts):
 * the tenth cut left the API without a connection.
 */
import t, { type Test } from 'tap'
import { clientOf, faultOptions, ServiceProcess, setStage } from '../support/faults.ts'
import { brokenInvariants } from '../support/invariants.ts'
import { drop, socketOf, startProxy, throughProxy } from '../support/proxy.ts'

t.setTimeout(300_000)

/** An API behind a proxy that cuts the connection between the next COMMIT and its answer, once `arm` was called. */
async function setUp(t: Test) {
  const stage = await setStage(t)
  const { id: accountId, token } = await stage.person('ann')
  const projectId = await stage.project(accountId)
  const database = new URL(stage.env.SVC_DATABASE_URL as string)
  const proxy = await startProxy(() => socketOf(database))
  t.teardown(() => proxy.close())
  const api = await ServiceProcess.start(t, stage, 'api', { SVC_DATABASE_URL: throughProxy(database, proxy) })

  const cuts = { isArmed: false, count: 0 }
  const committing = new WeakSet<object>()
  proxy.hooks.onRequest = (bytes, { client: connection }) => {
    // Not the commits of the sockets' upkeep: only while a write of ours is under way, and of the first one only.
    if (cuts.isArmed && /commit/i.test(bytes.toString('latin1'))) {
      cuts.isArmed = false
      committing.add(connection)
    }
    return true
  }
  proxy.hooks.onAnswer = (_bytes, pair) => {
    if (!committing.has(pair.client)) return true
    cuts.count++
    drop(pair)
    return false
  }
  return { stage, projectId, client: clientOf(api, token), cuts }
}

t.test('cuts between COMMIT and its answer', async (t) => {
  const { kills } = faultOptions(t, 20)
  const { stage, projectId, client, cuts } = await setUp(t)

  const wrong: string[] = []
  for (let cut = 0; cut < kills; cut++) {
    const send = () =>
      client.post('/tasks/', { name: `cut ${cut}`, project: projectId }, { 'Idempotency-Key': `cut-${cut}` })
    cuts.isArmed = true
    const first = await send()
    cuts.isArmed = false
    if (first.status !== 503 || !first.headers.get('retry-after'))
      wrong.push(`first ${cut}: ${first.status} ${first.text}`)
    const second = await send()
    const third = await send()
    if (second.status !== 201 || second.headers.get('idempotent-replay') !== 'true')
      wrong.push(`repeat ${cut}: ${second.status} ${second.text}`)
    if (third.text !== second.text) wrong.push(`third ${cut} differs`)
  }
  t.strictSame(wrong, [])
  t.equal(cuts.count, kills, 'every cut hit its window')
  t.strictSame(await stage.sql(`select count(*)::int as count from tasks where name like 'cut %'`), [{ count: kills }])
  const jobs = await ServiceProcess.start(t, stage, 'jobs')
  await stage.quiet()
  await jobs.stop()
  t.strictSame(await brokenInvariants(stage.services), [])
})

t.test('nothing of what was written together is written again', async (t) => {
  const { kills } = faultOptions(t, 20)
  const { stage, projectId, client, cuts } = await setUp(t)
  const atOnce = Array.from({ length: 6 }, (_, index) => index)
  const wrong: string[] = []
  for (let cut = 0; cut < kills; cut++) {
    // The first is written alone; those that come meanwhile wait for it and are written together.
    const send = (index: number) => client.post('/tasks/', { name: `cut ${cut} ${index}`, project: projectId })
    const first = send(0)
    const others = atOnce.slice(1).map(send)
    await first
    cuts.isArmed = true
    const answers = await Promise.all([first, ...others])
    cuts.isArmed = false
    const lost = answers.filter(({ status }) => status === 503).length
    const made = answers.filter(({ status }) => status === 201).length
    if (lost + made !== atOnce.length) wrong.push(`${cut}: ${answers.map(({ status }) => status)}`)
  }
  t.strictSame(wrong, [])
  t.ok(cuts.count > kills / 4, `${cuts.count} cuts hit their window`)
  t.strictSame(
    await stage.sql(`select name from tasks where name like 'cut %' group by name having count(*) > 1`),
    [],
    'no task stands there twice',
  )
  const jobs = await ServiceProcess.start(t, stage, 'jobs')
  await stage.quiet()
  await jobs.stop()
  t.strictSame(await brokenInvariants(stage.services), [])
})
