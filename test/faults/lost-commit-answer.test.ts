/**
 * The database's answer to COMMIT is lost: the caller reads 503 and not a guess, and the repeat with the same key is
 * answered by what was committed.
 *
 * Seen failing before connections that die while lent were given back to their pool (api/platform/db/give-back-dead.ts):
 * the tenth cut left the API without a connection.
 */
import t from 'tap'
import { clientOf, faultOptions, ServiceProcess, setStage } from '../support/faults.ts'
import { brokenInvariants } from '../support/invariants.ts'
import { drop, socketOf, startProxy, throughProxy } from '../support/proxy.ts'

t.setTimeout(300_000)

t.test('cuts between COMMIT and its answer', async (t) => {
  const { kills: cuts } = faultOptions(t, 20)
  const stage = await setStage(t)
  const { id: accountId, token } = await stage.person('ann')
  const projectId = await stage.project(accountId)
  const database = new URL(stage.env.SVC_DATABASE_URL as string)
  const proxy = await startProxy(() => socketOf(database))
  t.teardown(() => proxy.close())
  const api = await ServiceProcess.start(t, stage, 'api', { SVC_DATABASE_URL: throughProxy(database, proxy) })
  const client = clientOf(api, token)

  let isArmed = false
  let cutCount = 0
  const committing = new WeakSet<object>()
  proxy.hooks.onRequest = (bytes, { client: connection }) => {
    // Not the commits of the sockets' upkeep: only while a write of ours is under way, and of the first one only.
    if (isArmed && /commit/i.test(bytes.toString('latin1'))) {
      isArmed = false
      committing.add(connection)
    }
    return true
  }
  proxy.hooks.onAnswer = (_bytes, pair) => {
    if (!committing.has(pair.client)) return true
    cutCount++
    drop(pair)
    return false
  }

  const wrong: string[] = []
  for (let cut = 0; cut < cuts; cut++) {
    const send = () =>
      client.post('/tasks/', { name: `cut ${cut}`, project: projectId }, { 'Idempotency-Key': `cut-${cut}` })
    isArmed = true
    const first = await send()
    isArmed = false
    if (first.status !== 503 || !first.headers.get('retry-after'))
      wrong.push(`first ${cut}: ${first.status} ${first.text}`)
    const second = await send()
    const third = await send()
    if (second.status !== 201 || second.headers.get('idempotent-replay') !== 'true')
      wrong.push(`repeat ${cut}: ${second.status} ${second.text}`)
    if (third.text !== second.text) wrong.push(`third ${cut} differs`)
  }
  t.strictSame(wrong, [])
  t.equal(cutCount, cuts, 'every cut hit its window')
  t.strictSame(await stage.sql(`select count(*)::int as count from tasks where name like 'cut %'`), [{ count: cuts }])
  const jobs = await ServiceProcess.start(t, stage, 'jobs')
  await stage.quiet()
  await jobs.stop()
  t.strictSame(await brokenInvariants(stage.services), [])
})
