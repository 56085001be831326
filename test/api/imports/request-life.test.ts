// Seen failing without: the status that lockRunningWork() asks for (two imports).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { importWork } from '../../../api/imports/import.work.ts'
import { createImportPool } from '../../../importers/pool.ts'
import { runImport } from '../../../jobs/imports/run-import.ts'
import { sweepBackgroundWorkBody } from '../../../jobs/maintenance/sweep-background-work.ts'
import { runWork } from '../../../jobs/run-work.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

t.setTimeout(180_000)

const runImportBody = runWork(importWork, runImport)
const HELPERS = { abortSignal: undefined, job: { attempts: 1, max_attempts: 5 } } as never

const sheet = (rows: number) =>
  `ID,Name,Duration,Predecessors\n${Array.from({ length: rows }, (_, i) => `${i + 1},Task ${i + 1},2,${i === 0 ? '' : i}`).join('\n')}\n`

async function upload(app: TestApp, rows = 3): Promise<{ id: string; projectId: string }> {
  const project = await app.owner.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const projectId = project.body.id as string
  const bytes = sheet(rows)
  const accepted = await app.owner.upload(`/projects/${projectId}/import/csv/`, { name: 'plan.csv', bytes })
  return { id: accepted.body.import_request_id, projectId }
}

async function rowOf(app: TestApp, id: string) {
  const [row] = await app.sql<{
    status: string
    error_code: string | null
    has_content: boolean
    completed_at: unknown
  }>('select status, error_code, content is not null as has_content, completed_at from import_requests where id = $1', [
    id,
  ])
  return row
}

t.test('two runs of one job write the plan once', async (t) => {
  const app = await startApp(t)
  const { id, projectId } = await upload(app, 40)
  await Promise.all([1, 2, 3].map(() => runImportBody(app.services, { id }, HELPERS)))
  await runImportBody(app.services, { id }, HELPERS)
  t.match(await rowOf(app, id), { status: 'done', has_content: false })
  t.equal((await app.owner.get(`/tasks/?project=${projectId}`)).body.count, 40)
})

t.test('a file that needs more memory or time than a thread has ends dead with that reason', async (t) => {
  const task = (_: unknown, i: number) => `<Task><UID>${i + 1}</UID><Name>${`n${i}`.repeat(300)}</Name></Task>`
  const bytes = `<Project><Tasks>${Array.from({ length: 20_000 }, task).join('')}</Tasks></Project>`
  const limits = { out_of_memory: { heapMb: 24 }, timeout: { deadlineMs: 1 } }
  for (const [code, limit] of Object.entries(limits)) {
    const pool = createImportPool({ threads: 1, ...limit })
    t.teardown(() => pool.close())
    const app = await startApp(t, { pools: { imports: pool } })
    const { projectId } = await upload(app)
    const accepted = await app.owner.upload(`/projects/${projectId}/import/planfile/`, { name: 'big.xml', bytes })
    const id = accepted.body.import_request_id as string
    await runImportBody(app.services, { id }, HELPERS)
    const { body } = await app.owner.get(`/projects/${projectId}/imports/${id}/`)
    t.match(body, { status: 'dead', error_code: code, error_detail: /memory|seconds/, summary: null })
    t.match(await rowOf(app, id), { has_content: false })
    t.equal((await app.owner.get(`/tasks/?project=${projectId}`)).body.count, 0)
  }
})

t.test('an import whose job is gone or used up ends dead with a reason', async (t) => {
  const app = await startApp(t)
  const gone = await upload(app)
  const usedUp = await upload(app)
  const waiting = await upload(app)
  const running = await upload(app)
  await app.sql('delete from graphile_worker._private_jobs where key = $1', [`import:${gone.id}`])
  await app.sql('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
    `import:${usedUp.id}`,
  ])
  await app.sql(
    `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'alive' where key = $1`,
    [`import:${running.id}`],
  )
  await sweepBackgroundWorkBody(app.services)
  t.match(await rowOf(app, gone.id), { status: 'dead', error_code: 'import_lost', has_content: false })
  t.match(await rowOf(app, usedUp.id), { status: 'dead', error_code: 'importer_failed', has_content: false })
  t.match(await rowOf(app, waiting.id), { status: 'pending', error_code: null, has_content: true })
  t.match(await rowOf(app, running.id), { status: 'pending', error_code: null }, 'at its last attempt, under way')
  const seen = await app.owner.get(`/projects/${gone.projectId}/imports/${gone.id}/`)
  t.match(seen.body, { status: 'dead', error_code: 'import_lost', error_detail: /upload the file again/ })
})

t.test('ended imports are removed after the kept time, open ones never', async (t) => {
  const app = await startApp(t, { env: { SVC_IMPORT_RETENTION_DAYS: '7' } })
  const old = await upload(app)
  await app.runJobs()
  const young = await upload(app)
  await app.runJobs()
  const open = await upload(app)
  await app.sql(`update import_requests set completed_at = now() - interval '8 days' where id = $1`, [old.id])
  await app.sql(`update import_requests set requested_at = now() - interval '80 days' where id = $1`, [open.id])
  await app.sql(`update graphile_worker._private_jobs set run_at = now() + interval '1 day'`)
  t.equal((await app.owner.post('/health/retention/runs/', {})).status, 202)
  await app.runJobs()
  t.equal(await rowOf(app, old.id), undefined)
  t.match(await rowOf(app, young.id), { status: 'done' })
  t.match(await rowOf(app, open.id), { status: 'pending', has_content: true })
})

t.test(
  'a jobs process killed in mid-import: another one ends it, done exactly once',
  { timeout: 150_000 },
  async (t) => {
    const app = await startApp(t, { env: { CSV_IMPORT_MAX_ROWS: '20000' } })
    let windowsHit = 0
    for (let round = 0; round < 2; round++) {
      const { id, projectId } = await upload(app, 4000)
      const victim = startJobs(t, app)
      await until(async () => (await rowOf(app, id))?.status === 'dispatched', 'the import begins')
      await sleep(60 * round)
      victim.kill('SIGKILL')
      await once(victim, 'exit')
      if ((await rowOf(app, id))?.status === 'dispatched') windowsHit++
      const second = startJobs(t, app)
      await until(async () => (await rowOf(app, id))?.status === 'done', 'another process ends it')
      second.kill('SIGTERM')
      await once(second, 'exit')
      t.match(await rowOf(app, id), { status: 'done', has_content: false, error_code: null })
      const [count] = await app.sql(
        `select (select count(*)::int from tasks where project_id = $1) as tasks,
         (select count(*)::int from dependencies where successor_project_id = $1) as links`,
        [projectId],
      )
      t.same(count, { tasks: 4000, links: 3999 })
    }
    t.ok(windowsHit > 0, 'a kill hit an import that was under way')
  },
)

function startJobs(t: Test, app: TestApp) {
  const { databaseUrl, dataDir } = app.services.config
  const child = spawn(
    process.execPath,
    ['--disable-proto=delete', fileURLToPath(import.meta.resolve('../../../api/cli/svc.ts')), 'jobs'],
    {
      env: {
        PATH: process.env.PATH,
        SVC_DATABASE_URL: databaseUrl ?? '',
        SVC_DATA_DIR: dataDir,
        SVC_LOG_LEVEL: 'critical',
        SVC_COMPUTE_THREADS: '1',
        CSV_IMPORT_MAX_ROWS: '20000',
      },
      stdio: 'inherit',
    },
  )
  t.teardown(() => {
    child.kill('SIGKILL')
  })
  return child
}

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`it did not come true: ${what}`)
    await sleep(10)
  }
}
