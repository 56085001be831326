import t, { type Test } from 'tap'
import { noteSilentFailures } from '../../../api/operations/failed-tasks/note-failure.ts'
import { newId } from '../../../api/platform/ids.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const ROOT = '/admin/failed-tasks/'

/** A job that fails at its only attempt: no project has such an id. */
async function failJob(app: TestApp, key: string | null = null): Promise<string> {
  const [job] = await app.sql<{ id: string }>(
    `select id::text from graphile_worker.add_job('recompute_project', '{"projectId":"no-id","apiToken":"shh"}'::json,
       max_attempts => 1, job_key => $1)`,
    [key],
  )
  await app.runJobs()
  return (job as { id: string }).id
}

const jobsLeft = async (app: TestApp) =>
  (await app.sql<{ id: string; attempts: number; wait: boolean }>(
    'select id::text, attempts, run_at > now() as wait from graphile_worker.jobs order by id',
  )) ?? []

t.test('a job that failed at its last attempt is told with why, and without its secrets', async (t) => {
  const app = await startApp(t)
  const taskId = await failJob(app)
  const { body } = await app.owner.get(ROOT)
  t.match(body, {
    count: 1,
    next: null,
    results: [{ task_id: taskId, task_name: 'recompute_project', status: 'dead' }],
  })
  const row = body.results[0]
  t.match(row, { failure_count: 1, resolution_note: '', resolved_by_display: null, resolved_at: null, args: [] })
  t.equal(row.kwargs.apiToken, '[hidden]')
  t.match(row.exception_message, /uuid/)
  t.match(row.traceback, /\n +at /)
  t.same((await app.owner.get(`${ROOT}${row.id}/`)).body, row)
})

t.test('only whoever runs the installation sees it', async (t) => {
  const app = await startApp(t)
  await failJob(app)
  const { body } = await app.owner.get(ROOT)
  const ann = await app.user('ann')
  for (const path of [ROOT, `${ROOT}${body.results[0].id}/`]) {
    t.equal((await ann.get(path)).status, 403)
    t.equal((await app.anonymous.get(path)).status, 401)
  }
  t.equal((await ann.post(`${ROOT}drop-all/`, {})).status, 403)
  t.equal((await app.owner.get(`${ROOT}${newId()}/`)).status, 404)
})

async function oneFailure(t: Test) {
  const app = await startApp(t)
  const taskId = await failJob(app)
  const { id } = (await app.owner.get(ROOT)).body.results[0]
  return { app, taskId, id: id as string }
}

t.test(
  'given back to the queue it runs again, once however often that is asked, and counts its next failure',
  async (t) => {
    const { app, taskId, id } = await oneFailure(t)
    const path = `${ROOT}${id}/requeue/`
    t.equal((await app.owner.post(path, { backoff_seconds: 86_401 })).status, 400)
    const given = await app.owner.post(path, { backoff_seconds: 60 })
    t.match(given.body, { status: 'retried', workflow_id: taskId, resolved_by_display: 'owner' })
    t.same(await jobsLeft(app), [{ id: taskId, attempts: 0, wait: true }])
    await app.sql('update graphile_worker._private_jobs set run_at = now()')
    await app.owner.post(path, {})
    t.same(await jobsLeft(app), [{ id: taskId, attempts: 0, wait: false }], 'a second click changed nothing')
    await app.runJobs()
    t.match((await app.owner.get(`${ROOT}${id}/`)).body, { status: 'dead', failure_count: 2, resolved_at: null })
    t.equal((await app.owner.get(ROOT)).body.count, 1, 'one row for one job')
  },
)

t.test('a job that the queue has lost is put in again', async (t) => {
  const { app, taskId, id } = await oneFailure(t)
  await app.sql('delete from graphile_worker._private_jobs')
  const given = await app.owner.post(`${ROOT}${id}/requeue/`, {})
  t.equal(given.status, 200)
  const [job] = await jobsLeft(app)
  t.equal(job?.id, given.body.workflow_id)
  t.not(job?.id, taskId)
})

t.test('dropped it leaves the queue, with a note, and is not given back', async (t) => {
  const { app, id } = await oneFailure(t)
  const path = `${ROOT}${id}/drop/`
  t.match((await app.owner.post(path, { note: 'x'.repeat(1_001) })).body, { note: [/.+/] })
  for (const note of ['a plan that is gone', 'again'])
    t.match((await app.owner.post(path, { note })).body, {
      status: 'dismissed',
      resolution_note: 'a plan that is gone',
    })
  t.same(await jobsLeft(app), [])
  const refused = await app.owner.post(`${ROOT}${id}/requeue/`, {})
  t.equal(refused.status, 400)
  t.type(refused.body.detail, 'string')
})

t.test('many at once: the oldest first, as many as one call may take', async (t) => {
  const app = await startApp(t, { env: { SVC_FAILED_TASK_BULK_ACTION_MAX: '2' } })
  for (let job = 0; job < 3; job++) await failJob(app)
  t.same((await app.owner.post(`${ROOT}requeue-all/?task_name=nothing`, {})).body, {
    processed: 0,
    matched: 0,
    capped: false,
  })
  t.same((await app.owner.post(`${ROOT}drop-all/?task_name=compute`, { note: 'old' })).body, {
    processed: 2,
    matched: 3,
    capped: true,
  })
  const { results } = (await app.owner.get(`${ROOT}?ordering=last_failed_at`)).body
  t.same(
    results.map((row: { status: string }) => row.status),
    ['dismissed', 'dismissed', 'dead'],
  )
  t.match((await app.owner.post(`${ROOT}requeue-all/`, { backoff_seconds: 5 })).body, { processed: 1, matched: 1 })
  t.match(await jobsLeft(app), [{ attempts: 0, wait: true }])
})

t.test('an action on all that match never takes a filter it cannot read for none', async (t) => {
  const { app } = await oneFailure(t)
  const sent: [string, object, string][] = [
    ['?taskname=mail', {}, 'taskname'],
    ['?status=deaf', {}, 'status'],
    ['?failed_before=yesterday', {}, 'failed_before'],
    ['?failed_after=2020-99-01', {}, 'failed_after'],
    ['', { task_name: 'mail' }, 'task_name'],
  ]
  for (const action of ['requeue-all/', 'drop-all/'])
    for (const [query, body, field] of sent) {
      const refused = await app.owner.post(`${ROOT}${action}${query}`, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], `${action}${query}`)
    }
  t.equal((await app.owner.get(`${ROOT}?status=dead`)).body.count, 1, 'and changes nothing')
  t.match((await app.owner.post(`${ROOT}drop-all/?status=dead&task_name=&failed_after=2020-01-01`)).body, {
    processed: 1,
  })
})

t.test('the list narrows by status, name and time; what cannot be read narrows nothing', async (t) => {
  const { app } = await oneFailure(t)
  const count = async (query: string) => (await app.owner.get(`${ROOT}?${query}`)).body.count
  for (const query of ['status=dead', 'task_name=RECOMPUTE', 'search=uuid', 'failed_after=2020-01-01', 'status=odd'])
    t.equal(await count(query), 1, query)
  for (const query of ['status=retried', 'task_name=mail', 'failed_before=2020-01-01', 'failed_after=2190-01-01'])
    t.equal(await count(query), 0, query)
  for (const query of ['failed_before=never', 'failed_after=0000-99-99', 'page_size=1000'])
    t.equal(await count(query), 1, query)
})

t.test(
  'a job whose process ended at every attempt is found, and one that a later request revived is no longer dead',
  async (t) => {
    const app = await startApp(t)
    await app.sql(`select graphile_worker.add_job('recompute_project', '{}', max_attempts => 1, job_key => 'one')`)
    await app.sql(`update graphile_worker._private_jobs set attempts = 1, last_error = 'its worker process ended'`)
    const statuses = async () => {
      await noteSilentFailures(app.services)
      return (await app.owner.get(ROOT)).body.results.map((row: { status: string }) => row.status)
    }
    t.same(await statuses(), ['dead'])
    t.same(await statuses(), ['dead'], 'noted once')
    t.equal((await app.owner.get(ROOT)).body.results[0].failure_count, 1)
    await app.sql('update graphile_worker._private_jobs set attempts = 0')
    t.same(await statuses(), ['pending_retry'])
    await app.sql('delete from graphile_worker._private_jobs')
    t.same(await statuses(), ['retried'])
  },
)
