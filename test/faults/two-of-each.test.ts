/**
 * Two API and two jobs processes on one database, without Redis: each is restarted in turn, by SIGTERM and by kill -9, while
 * somebody writes and imports. Everything acknowledged is there once, every job got done, no job had two workers at once, and
 * the sockets of one API hear what the other writes. (Limits in common: `test/api/platform/throttle-database.test.ts`.)
 */
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { newId } from '../../api/platform/ids.ts'
import { clientOf, faultOptions, freePort, ServiceProcess, setStage, until } from '../support/faults.ts'
import { brokenInvariants } from '../support/invariants.ts'
import { connectSocket } from '../support/socket-client.ts'

t.setTimeout(600_000)

/** Every change of hands of a job, as the database sees it. */
const WATCH = `
  create table job_hands (job_id bigint, before text, after text);
  create function note_hands() returns trigger language plpgsql as $$
    begin insert into job_hands values (new.id, old.locked_by, new.locked_by); return null; end $$;
  create trigger note_hands after update of locked_by on graphile_worker._private_jobs
    for each row when (old.locked_by is distinct from new.locked_by) execute function note_hands()`

t.test('two of each, restarted in turn', async (t) => {
  const { kills: rounds, random } = faultOptions(t, 1)
  const stage = await setStage(t)
  const { id: accountId, token } = await stage.person('ann')
  const project = await stage.project(accountId)
  const start = (role: 'api' | 'jobs', env: Record<string, string> = {}) => ServiceProcess.start(t, stage, role, env)
  const doorPort = await freePort()
  const [left, right, first, second] = await Promise.all([
    start('api'),
    start('api'),
    start('jobs', { SVC_JOBS_PORT: String(doorPort) }),
    start('jobs'),
  ])
  const apis = [left, right]
  await stage.sql(WATCH)

  await t.test('the sockets of one hear what the other writes', async (t) => {
    const socket = await connectSocket(right, clientOf(right, token), project)
    t.teardown(() => socket.close())
    const made = await clientOf(left, token).post('/tasks/', { project, name: 'Told', duration: 1 })
    t.equal(made.status, 201, made.text)
    const frame = await socket.waitFor('task_created', () => true, 20_000)
    t.equal(frame.payload.id, made.body.id)
    await socket.waitFor('cpm_complete', () => true, 20_000)
  })

  await t.test('the jobs tell how they are', async (t) => {
    const door = `http://127.0.0.1:${doorPort}`
    const health = await fetch(`${door}/healthz`)
    t.strictSame([health.status, await health.json()], [200, { status: 'ok' }])
    t.match(await (await fetch(`${door}/metrics`)).text(), /^svc_jobs\{state="due"\} \d+$/m)
    t.equal((await fetch(`${door}/api/v1/`)).status, 404, 'and nothing else')
  })

  const acknowledged: string[] = []
  const imports: string[] = []
  let isOver = false
  const writer = write()

  for (let round = 0; round < rounds; round++) {
    for (const each of [left, first, right, second]) {
      await sleep(300 + random() * 300)
      if (random() < 0.5) await each.stop()
      else await each.kill()
      await each.start()
    }
  }
  isOver = true
  await writer
  await stage.quiet(120_000)

  t.ok(acknowledged.length > 10, `${acknowledged.length} writes, ${imports.length} imports`)
  const names = await stage.sql<{ name: string }>(`select name from tasks where name like 'Write %'`)
  t.strictSame(names.map((row) => row.name).sort(), acknowledged.sort(), 'everything acknowledged is there, once')
  const states = await stage.sql<{ id: string; status: string }>('select id, status from import_requests')
  const known = new Set(states.map((row) => row.id))
  t.ok(
    imports.every((id) => known.has(id)),
    'no acknowledged import is lost',
  )
  t.ok(
    states.every((row) => row.status === 'done'),
    JSON.stringify(states),
  )
  t.strictSame(
    await stage.sql('select count(*)::int as rows from tasks where source_id is not null group by source_id'),
    states.map(() => ({ rows: 3 })),
    'and each import wrote its rows once',
  )
  t.strictSame(
    await stage.sql('select * from job_hands where before is not null and after is not null'),
    [],
    'no job went from one worker to another without being given back',
  )
  const workers = await stage.sql('select distinct after from job_hands where after is not null')
  t.ok(workers.length >= 2, `${workers.length} workers had a part in it`)
  t.strictSame(await brokenInvariants(stage.services), [])

  /** Asks whichever answers; a write whose answer was lost is sent again with its key. */
  async function write(): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const name = `Write ${turn}`
      const headers = { 'Idempotency-Key': newId() }
      await insist((api) => clientOf(api, token).post('/tasks/', { project, name, duration: 2 }, headers))
      acknowledged.push(name)
      if (turn % 8 === 0) imports.push(await importSheet())
    }
  }

  async function insist(ask: (api: ServiceProcess) => Promise<{ status: number; text: string }>): Promise<void> {
    await until(
      async () => {
        for (const api of apis) {
          const answer = await ask(api).catch(() => null)
          if (answer?.status === 201) return true
        }
        return false
      },
      60_000,
      'an API that answers',
    )
  }

  async function importSheet(): Promise<string> {
    const bytes = 'Name,Duration,Predecessors\nA,1,\nB,2,1\nC,3,2\n'
    let request = ''
    await until(
      async () => {
        for (const api of apis.filter((each) => each.isRunning)) {
          // One whose answer was lost may be there, so that the next has a project of its own.
          const own = await stage.project(accountId)
          const upload = clientOf(api, token).upload(`/projects/${own}/import/csv/`, { name: 'plan.csv', bytes })
          const answer = await upload.catch(() => null)
          if (answer?.status !== 202) continue
          request = answer.body.import_request_id
          return true
        }
        return false
      },
      60_000,
      'an import accepted',
    )
    return request
  }
})
