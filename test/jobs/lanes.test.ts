/**
 * What people wait for, the dates after their edit, has slots that nothing else takes.
 *
 * Seen failing with one lane for all jobs (`lane` of `recomputeProject` left out), with passes of imports asked for as
 * those of people (request-recompute.ts), without `forbiddenFlags` (jobs/worker.ts), and without `lockProjectForImport`.
 */
import pg from 'pg'
import t, { type Test } from 'tap'
import { lockHashSql } from '../../api/platform/db/advisory-locks.ts'
import { startJobs } from '../../jobs/main.ts'
import { makeEmpty } from '../api/templates/template-projects.ts'
import { until } from '../support/faults.ts'
import { startApp, type TestApp, type TestUser } from '../support/start-app.ts'

t.setTimeout(180_000)

const DATED_WITHIN_MS = 4_000
const sheet = (rows: number) =>
  `Name,Duration\n${Array.from({ length: rows }, (_, i) => `Task ${i + 1},2`).join('\n')}\n`

/** Days from Monday to Friday between two dates, both counted: what work takes in a project without a calendar. */
function countWorkingDays(start: string, finish: string): number {
  let count = 0
  for (const day = new Date(start); day <= new Date(finish); day.setUTCDate(day.getUTCDate() + 1))
    if (day.getUTCDay() % 6 !== 0) count++
  return count
}

interface Scene {
  app: TestApp
  ann: TestUser
  /** A project with one task that has its dates. */
  planned(): Promise<{ project: string; task: string }>
  /** Takes a lock as somebody slow would; released with the test or by what it answers. */
  hold(statement: string, params: unknown[]): Promise<() => Promise<void>>
  /** Changes the task and waits for its dates. */
  edit(task: string, duration: number): Promise<void>
}

async function setScene(t: Test, slots: { jobConcurrency: number; recomputeConcurrency: number }): Promise<Scene> {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const running = await startJobs(app.services, { ...app.services.config, ...slots }, { periodic: [] })
  const held: pg.Client[] = []
  t.teardown(async () => {
    for (const client of held) await client.end().catch(() => undefined)
    await running.close()
  })
  const daysOf = async (task: string) => {
    const { early_start: start, early_finish: finish } = (await ann.get(`/tasks/${task}/`)).body
    return start === null ? null : countWorkingDays(start, finish)
  }
  const dated = (task: string, days: number) =>
    until(async () => (await daysOf(task)) === days, DATED_WITHIN_MS, `dates of a task of ${days} days`)
  return {
    app,
    ann,
    async planned() {
      const project = await makeEmpty(ann)
      const { body } = await ann.post('/tasks/', { project, name: 'Dig', duration: 1 })
      await dated(body.id, 1)
      return { project, task: body.id }
    },
    async hold(statement, params) {
      const client = new pg.Client({ connectionString: app.services.config.databaseUrl ?? '' })
      client.on('error', () => undefined)
      await client.connect()
      held.push(client)
      await client.query('begin')
      await client.query(statement, params)
      return () => client.end()
    },
    async edit(task, duration) {
      t.equal((await ann.patch(`/tasks/${task}/`, { duration })).status, 200)
      await dated(task, duration)
    },
  }
}

const importInto = (ann: TestUser, project: string, rows = 20) =>
  ann.upload(`/projects/${project}/import/csv/`, { name: 'plan.csv', bytes: sheet(rows) })
const PASS_LOCK = `select pg_advisory_xact_lock(${lockHashSql('datesOfProject', '$1::text')})`
const slots = { jobConcurrency: 1, recomputeConcurrency: 2 }
const isUnderWay = (app: TestApp, task: string, count: number) => async () =>
  (await app.sql('select 1 from graphile_worker.jobs where task_identifier = $1 and locked_at is not null', [task]))
    .length === count

t.test('imports in every slot do not delay the dates of an edit elsewhere', async (t) => {
  const { app, ann, planned, hold, edit } = await setScene(t, slots)
  const mine = await planned()
  const theirs = await planned()
  await hold('select from project_counters where project_id = $1 for update', [theirs.project])
  for (let count = 0; count < 4; count++) await importInto(ann, theirs.project)
  await until(isUnderWay(app, 'run_import', 1), 5_000, 'an import that waits')
  await edit(mine.task, 3)
})

t.test('nor do the passes that imports ask for', async (t) => {
  const { app, ann, planned, hold, edit } = await setScene(t, { jobConcurrency: 3, recomputeConcurrency: 1 })
  const mine = await planned()
  for (let count = 0; count < 3; count++) {
    const { project } = await planned()
    await hold(PASS_LOCK, [project])
    await importInto(ann, project)
  }
  await until(isUnderWay(app, 'recompute_unattended', 3), 20_000, 'passes that wait')
  await edit(mine.task, 4)
})

t.test('passes of one project take one slot, however often it is edited', async (t) => {
  const { app, ann, planned, hold, edit } = await setScene(t, slots)
  const mine = await planned()
  const slow = await planned()
  const release = await hold(PASS_LOCK, [slow.project])
  await ann.patch(`/tasks/${slow.task}/`, { duration: 2 })
  await until(isUnderWay(app, 'recompute_project', 1), 5_000, 'a pass that waits')
  for (let duration = 3; duration < 9; duration++) await ann.patch(`/tasks/${slow.task}/`, { duration })
  await edit(mine.task, 5)
  t.ok(await isUnderWay(app, 'recompute_project', 1)(), 'the others wait in the queue')
  await release()
  await edit(slow.task, 10)
})

t.test('an edit in a project that a long import is written into is told so soon', async (t) => {
  const { app, ann, planned, hold } = await setScene(t, slots)
  const { project, task } = await planned()
  const release = await hold('select from projects where id = $1 for no key update', [project])
  await importInto(ann, project)
  await until(isUnderWay(app, 'run_import', 1), 5_000, 'the import')
  await until(async () => (await ann.patch(`/tasks/${task}/`, { notes: 'x' })).status === 409, 5_000, 'a refusal')
  const askedMs = performance.now()
  const refused = await ann.patch(`/tasks/${task}/`, { notes: 'y' })
  t.match(refused, { status: 409, body: { code: 'project_importing', detail: /being imported/ } })
  t.ok(Number(refused.headers.get('retry-after')) > 0)
  t.ok(performance.now() - askedMs < 3_000, `after ${Math.round(performance.now() - askedMs)} ms`)
  t.equal((await ann.get(`/tasks/${task}/`)).status, 200, 'reading goes on')
  await release()
  await until(async () => (await ann.patch(`/tasks/${task}/`, { notes: 'z' })).status === 200, 20_000, 'its end')
  await until(async () => (await ann.get(`/tasks/?project=${project}`)).body.count === 21, 30_000, 'the import')
})
