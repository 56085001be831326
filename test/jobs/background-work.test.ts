/** The life of background work, played by a kind of our own that is nothing but its declaration and a table. */
import t, { type Test } from 'tap'
import type { Ctx } from '../../api/platform/context.ts'
import { Refusal, unavailable } from '../../api/platform/errors.ts'
import { newId } from '../../api/platform/ids.ts'
import { type BackgroundWork, backgroundWork } from '../../api/platform/queue/background-work.ts'
import { enqueue } from '../../api/platform/queue/define-job.ts'
import { lockRunningWork } from '../../api/platform/queue/work.queries.ts'
import { finishWork } from '../../api/platform/queue/work-life.ts'
import { sweepWork } from '../../jobs/maintenance/sweep-background-work.ts'
import { type DoWork, runWork } from '../../jobs/run-work.ts'
import { sql } from '../support/sql.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

interface Chore {
  id: string
  status: 'waiting' | 'doing' | 'done' | 'given_up'
  error_detail: string
  started_at: string | null
  completed_at: string | null
  place: string
  tools: string | null
  result: string | null
}

const heard: string[] = []
const choreWork = backgroundWork<{ chores: Chore }>()({
  table: 'chores',
  statuses: { accepted: 'waiting', running: 'doing', done: 'done', failed: 'given_up' },
  job: { name: 'do_chore', keyPrefix: 'chore', maxAttempts: 3 },
  claims: ['place'],
  clears: { tools: null },
  unexpected: { detail: 'Something broke.' },
  lost: { detail: 'The chore was forgotten.' },
  usedUp: { detail: 'Whoever did the chore left at every attempt.' },
  kept: { since: 'completed_at', days: () => 7 },
  onStart: (_ctx, { place }) => heard.push(`started ${place}`),
  onFail: (_ctx, { place }, detail) => heard.push(`failed ${place}: ${detail}`),
})
type Claimed = { readonly id: string; readonly place: string }

async function withChores(t: Test): Promise<TestApp> {
  heard.length = 0
  const app = await startApp(t)
  await app.sql(`create table chores (id uuid primary key, status text not null default 'waiting', place text not null,
    error_detail text not null default '', started_at timestamptz, completed_at timestamptz, tools text, result text)`)
  return app
}

async function accept(app: TestApp, place: string): Promise<string> {
  const id = newId()
  await app.services.systemContext(async (ctx: Ctx) => {
    await sql(ctx, `insert into chores (id, place, tools) values ($1, $2, 'broom')`, [id, place])
    enqueue(ctx, choreWork.job, { id })
  })
  return id
}

const jobAt = (attempts: number) => ({ abortSignal: undefined, job: { attempts, max_attempts: 3 } }) as never
const rowOf = async (app: TestApp, id: string) => (await app.sql('select * from chores where id = $1', [id]))[0]

const clean: DoWork<Claimed> = (services, { id, place }) =>
  services.systemContext(async (ctx) => {
    if (!(await lockRunningWork(ctx, choreWork, id))) return
    await finishWork(ctx, choreWork, id, { result: `${place} is clean` })
  })
const refuse =
  (error: Error): DoWork<Claimed> =>
  () =>
    Promise.reject(error)

t.test('claimed, done and ended with its result; another job finds nothing to do', async (t) => {
  const app = await withChores(t)
  const id = await accept(app, 'quay')
  const body = runWork(choreWork, clean)
  await Promise.all([1, 2].map(() => body(app.services, { id }, jobAt(1))))
  const done = await rowOf(app, id)
  t.match(done, { status: 'done', result: 'quay is clean', tools: null, error_detail: '', completed_at: /\d/ })
  heard.length = 0
  await runWork(choreWork, refuse(new Error('done twice')))(app.services, { id }, jobAt(1))
  t.same(await rowOf(app, id), done)
  t.same(heard, [])
})

t.test('what the request causes is its reason; our faults count at the last attempt only', async (t) => {
  const app = await withChores(t)
  const [locked, broken, busy] = [await accept(app, 'shed'), await accept(app, 'yard'), await accept(app, 'pier')]
  await runWork(choreWork, refuse(new Refusal(409, 'The shed is locked.')))(app.services, { id: locked }, jobAt(1))
  t.match(await rowOf(app, locked), { status: 'given_up', error_detail: 'The shed is locked.', tools: null })
  const failing = runWork(choreWork, refuse(new Error('bug')))
  await t.rejects(failing(app.services, { id: broken }, jobAt(2)) as Promise<void>, /bug/)
  t.match(await rowOf(app, broken), { status: 'doing', tools: 'broom' })
  await t.rejects(failing(app.services, { id: broken }, jobAt(3)) as Promise<void>, /bug/)
  t.match(await rowOf(app, broken), { status: 'given_up', error_detail: 'Something broke.' })
  const passing = runWork(choreWork, refuse(unavailable('later')))
  await t.rejects(passing(app.services, { id: busy }, jobAt(3)) as Promise<void>, /later/)
  t.match(await rowOf(app, busy), { status: 'doing', tools: 'broom' }, 'what passes never ends it')
  t.same(heard, [
    ...['started shed', 'failed shed: The shed is locked.'],
    ...['started yard', 'started yard', 'failed yard: Something broke.'],
    'started pier',
  ])
})

t.test('the sweep ends what lost its job and removes what was kept long enough', async (t) => {
  const app = await withChores(t)
  const ids = await Promise.all(['gone', 'used up', 'waiting', 'old', 'young'].map((place) => accept(app, place)))
  const [gone, usedUp, waiting, old, young] = ids as [string, string, string, string, string]
  const jobs = 'graphile_worker._private_jobs'
  await app.sql(`delete from ${jobs} where key = $1`, [`chore:${gone}`])
  await app.sql(`update ${jobs} set attempts = max_attempts where key = $1`, [`chore:${usedUp}`])
  await app.sql(`update chores set status = 'done', completed_at = now() - interval '8 days' where id = $1`, [old])
  await app.sql(`update chores set status = 'done', completed_at = now() - interval '6 days' where id = $1`, [young])
  await sweepWork(app.services, [choreWork as unknown as BackgroundWork])
  t.match(await rowOf(app, gone), { status: 'given_up', error_detail: 'The chore was forgotten.', tools: null })
  t.match(await rowOf(app, usedUp), { status: 'given_up', error_detail: /left at every attempt/ })
  t.match(await rowOf(app, waiting), { status: 'waiting', tools: 'broom' })
  t.equal(await rowOf(app, old), undefined)
  t.match(await rowOf(app, young), { status: 'done' })
})

t.test('a kind that cannot be swept does not keep the others from it', async (t) => {
  const app = await withChores(t)
  const id = await accept(app, 'quay')
  await app.sql('delete from graphile_worker._private_jobs where key = $1', [`chore:${id}`])
  const work = choreWork as unknown as BackgroundWork
  await t.rejects(sweepWork(app.services, [{ ...work, table: 'no_such_table' }, work]), /no_such_table/)
  t.match(await rowOf(app, id), { status: 'given_up' })
})
