/**
 * The API is killed again and again under mixed keyed writes: nothing acknowledged is lost, nothing is done twice.
 * The last answers before a kill stay in a proxy, so that every kill leaves writes whose outcome nobody told.
 *
 * Seen failing before api/platform/http/steps/idempotency.ts replayed deletes: each repeated one read 404.
 */
import t from 'tap'
import { clientOf, faultOptions, ServiceProcess, setStage, until } from '../support/faults.ts'
import { brokenInvariants } from '../support/invariants.ts'
import { Ledger } from '../support/ledger.ts'
import { startProxy } from '../support/proxy.ts'

const WRITERS = 6

t.setTimeout(600_000)

interface Work {
  readonly client: ReturnType<typeof clientOf>
  readonly ledger: Ledger
  readonly projectId: string
  /** Takes what was not done. */
  readonly refusals: string[]
  readonly end: AbortSignal
}

/** Creates, changes, links and deletes its own tasks, and never waits for the others. */
async function work({ client, ledger, projectId, refusals, end }: Work, writer: number): Promise<void> {
  const keep = async (write: Promise<{ status: number; text: string }>) => {
    const done = await write
    if (done.status >= 300) refusals.push(`${done.status} ${done.text}`)
    return done.text
  }
  for (let round = 0; !end.aborted; round++) {
    const create = (name: string) =>
      keep(
        ledger.write(client, 'POST', '/tasks/', {
          name: `${name} ${writer}.${round}`,
          project: projectId,
          duration: 2,
        }),
      )
    const first = JSON.parse(await create('first'))
    const second = JSON.parse(await create('second'))
    await keep(ledger.write(client, 'PATCH', `/tasks/${first.id}/`, { name: `changed ${writer}.${round}` }))
    await keep(ledger.write(client, 'POST', '/dependencies/', { predecessor: first.id, successor: second.id }))
    if (round % 2 === 1) await keep(ledger.write(client, 'DELETE', `/tasks/${second.id}/`))
  }
}

type Stage = Awaited<ReturnType<typeof setStage>>

async function twins(stage: Stage): Promise<unknown[]> {
  const names = `select name, count(*) from tasks where name not like 'changed%' group by name having count(*) > 1`
  return stage.sql(names)
}

async function lost(stage: Stage, ledger: Ledger): Promise<string[]> {
  const made = ledger.writes.filter((write) => write.method === 'POST' && write.path === '/tasks/')
  const rows = await stage.sql<{ id: string }>('select id from tasks')
  const known = new Set(rows.map((row) => row.id))
  return made.map((write) => JSON.parse(write.text).id).filter((id) => !known.has(id))
}

t.test('kills of the API under keyed writes', async (t) => {
  const { kills, random } = faultOptions(t, 10)
  const stage = await setStage(t)
  const { id: accountId, token } = await stage.person('ann')
  const projectId = await stage.project(accountId)
  const api = await ServiceProcess.start(t, stage, 'api')
  const proxy = await startProxy(() => ({ port: api.port }))
  t.teardown(() => proxy.close())
  const client = clientOf(proxy, token)
  const ledger = new Ledger('kill-api')
  const end = new AbortController()
  const refusals: string[] = []
  let answers = 0
  let enough = Number.POSITIVE_INFINITY
  proxy.hooks.onAnswer = () => ++answers < enough
  const writers = Promise.all(
    Array.from({ length: WRITERS }, (_, writer) =>
      work({ client, ledger, projectId, refusals, end: end.signal }, writer),
    ),
  )
  try {
    for (let kill = 0; kill < kills; kill++) {
      answers = 0
      enough = 3 + Math.floor(random() * 30)
      await Promise.race([writers, until(() => answers >= enough, 60_000, `${enough} answers`)])
      await api.kill()
      enough = Number.POSITIVE_INFINITY
      proxy.cut()
      await api.start()
    }
  } finally {
    end.abort()
  }
  await writers

  t.strictSame(refusals, [], 'no write was refused')
  t.ok(ledger.replays >= kills, `${ledger.replays} of ${ledger.writes.length} writes were answered by a replay`)
  const counts = () =>
    stage.sql('select count(*)::int as tasks, (select count(*)::int from dependencies) as links from tasks')
  const before = await counts()
  t.strictSame(await ledger.faults(clientOf(api, token)), [], 'I1: every acknowledged write answers the same again')
  t.strictSame(await counts(), before, 'and is not done again')
  t.strictSame(await twins(stage), [], 'no write took effect twice')
  t.strictSame(await lost(stage, ledger), [], 'no acknowledged task is missing')

  const jobs = await ServiceProcess.start(t, stage, 'jobs')
  await stage.quiet()
  await jobs.stop()
  t.strictSame(await brokenInvariants(stage.services), [])
})
