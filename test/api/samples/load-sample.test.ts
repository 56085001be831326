import { createHash } from 'node:crypto'
import t from 'tap'
import { loadSample } from '../../../api/samples/load-sample.ts'
import { FIRST_SAMPLE, findSample, SAMPLE_KEYS } from '../../../api/samples/sample-file.ts'
import { simulateSampleBody } from '../../../jobs/samples/simulate-sample.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { TASK_DATES } from '../../support/task-dates.ts'
import { readTree, treeFaults } from '../../support/tree.ts'

/** The one of today and those of five weeks before. */
const RUNS_PER_PROJECT = 6
const sample = findSample(FIRST_SAMPLE)!
const { projects, calendars = [] } = sample.document
const taskCount = projects.reduce((sum, project) => sum + (project.tasks?.length ?? 0), 0)

async function count(app: TestApp, from: string): Promise<number> {
  const rows = await app.sql<{ count: string }>(`select count(*) from ${from}`)
  return Number(rows[0]?.count)
}

t.test('loading the sample as the system', async (t) => {
  const app = await startApp(t)
  await app.services.systemContext((ctx) => loadSample(ctx, FIRST_SAMPLE, app.owner.account.id))

  t.test('writes every row of the file, marked as a sample and owned by the owner', async (t) => {
    t.equal(await count(app, 'tasks'), taskCount)
    const links = projects.flatMap((project) => project.dependencies ?? [])
    const across = links.filter((link) => link.predecessor.includes(':')).length
    t.equal(await count(app, 'dependencies'), links.length)
    t.equal(await count(app, 'dependencies where is_pending'), 0, 'links between projects are agreed')
    t.equal(await count(app, 'dependencies where predecessor_project_id <> successor_project_id'), across)
    t.equal(await count(app, 'projects where is_sample and program_id is not null and calendar_id is not null'), 3)
    t.equal(await count(app, 'calendars'), calendars.length)
    t.equal(await count(app, 'calendar_exceptions where is_working'), 8)
    const members = await app.sql('select account_id, role from project_members')
    t.strictSame(members, Array(3).fill({ account_id: app.owner.account.id, role: 400 }))
    const rows = await app.sql('select is_sample, sample_key, sample_anchor is not null as anchored from programs')
    t.strictSame(rows, [{ is_sample: true, sample_key: FIRST_SAMPLE, anchored: true }])
  })

  t.test('its rows are untouched seeds, and the tree stands as in the file', async (t) => {
    const program = (await app.owner.get('/programs/')).body.results[0]
    t.equal(program.is_sample, true)
    const roster = (await app.owner.get(`/programs/${program.id}/projects/`)).body
    for (const { id } of roster) t.same(treeFaults(await readTree(app.owner, id)), [])
    const berth = roster.find((row: { code: string }) => row.code === 'BERTH')
    const tasks = (await app.owner.get(`/tasks/?project=${berth.id}&page_size=500`)).body.results
    const piles = tasks.find((task: { name: string }) => task.name.startsWith('Tubular piles'))
    t.match(piles, { wbs_path: '2.1', is_untouched_seed: true, source_kind: 'seed_import', status: 'IN_PROGRESS' })
    t.equal(tasks.find((task: { name: string }) => task.name === 'Piling').is_summary, true)
  })

  t.test('a simulation that comes too early asks to come again, and not for ever', async (t) => {
    const [program] = await app.sql<{ id: string }>('select id from programs')
    const waiting = `graphile_worker.jobs where task_identifier = 'simulate_sample' and run_at > now()`
    await simulateSampleBody(app.services, { programId: program!.id, waitCount: 120 })
    t.equal(await count(app, waiting), 0)
    await simulateSampleBody(app.services, { programId: program!.id })
    t.equal(await count(app, waiting), 1)
    t.equal(await count(app, 'monte_carlo_runs'), 0)
    await app.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
  })

  t.test('its jobs compute every task and simulate every project, without an error', async (t) => {
    await app.runJobs()
    t.equal(await count(app, TASK_DATES), taskCount)
    t.equal(await count(app, 'projects where recalculated_at is not null'), 3)
    t.ok((await count(app, `${TASK_DATES} where is_critical`)) > 10)
    t.equal(await count(app, "outbox_events where socket_name = 'cpm_error'"), 0)
    t.ok((await count(app, "outbox_events where socket_name = 'cpm_complete'")) >= 3)
    const runs = await app.sql<{ p50: string; cpm_finish: string; in_history: boolean }>(
      'select p50, p80, p95, cpm_finish, in_history from monte_carlo_runs',
    )
    t.equal(runs.length, 3 * RUNS_PER_PROJECT)
    for (const run of runs) t.ok(run.in_history && run.cpm_finish !== null)
  })

  t.test('the jobs may run again without a second simulation', async (t) => {
    const [program] = await app.sql<{ id: string }>('select id from programs')
    await simulateSampleBody(app.services, { programId: program!.id })
    t.equal(await count(app, 'monte_carlo_runs'), 3 * RUNS_PER_PROJECT)
  })

  t.test('a person may load a copy beside it, with keys of its own', async (t) => {
    const ann = await app.user('ann')
    const reply = await ann.post('/programs/load-sample/', {})
    t.equal(reply.status, 201)
    t.match(reply.body, { landing_project_id: null, sample_key: FIRST_SAMPLE })
    t.match(reply.body.program, { is_sample: true, code: 'norrvik-ferry-2' })
    t.equal(await count(app, 'tasks'), 2 * taskCount)
  })
})

t.test('loading over the API', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')

  t.test('replaces the caller’s earlier copy with its calendars', async (t) => {
    const first = await ann.post('/programs/load-sample/', { sample: FIRST_SAMPLE })
    const second = await ann.post('/programs/load-sample/', { sample: FIRST_SAMPLE })
    t.equal(second.status, 201)
    t.equal((await ann.get(`/programs/${first.body.program.id}/`)).status, 404)
    t.equal((await ann.get(`/programs/${second.body.program.id}/`)).status, 200)
    t.equal(await count(app, 'projects'), 3)
    t.equal(await count(app, 'tasks'), taskCount)
    t.equal(await count(app, 'calendars where not is_deleted'), calendars.length)
    await app.runJobs()
    t.equal(await count(app, TASK_DATES), taskCount)
  })

  t.test('leaves a copy alone that holds a real project', async (t) => {
    const program = (await ann.get('/programs/')).body.results[0]
    const real = { name: 'Real work', start_date: '2026-11-02', program: program.id }
    t.equal((await ann.post('/projects/', real)).status, 201)
    t.equal((await ann.post('/programs/load-sample/', {})).status, 201)
    t.equal((await ann.get(`/programs/${program.id}/`)).status, 200)
    t.equal(await count(app, 'projects where not is_sample'), 1)
    t.equal(await count(app, 'programs where not is_deleted'), 2)
  })

  t.test('refuses a key that names no sample, and changes nothing', async (t) => {
    const before = await count(app, 'programs')
    const reply = await ann.post('/programs/load-sample/', { sample: '../../etc/passwd' })
    t.equal(reply.status, 400)
    t.match(reply.body.detail, /no sample called/)
    t.equal((await ann.post('/programs/load-sample/', { sample: 7 })).status, 400)
    t.equal(await count(app, 'programs'), before)
  })

  t.test('needs a signed-in caller', async (t) => {
    t.equal((await app.anonymous.post('/programs/load-sample/', {})).status, 401)
    t.equal((await app.anonymous.get('/programs/samples/')).status, 401)
  })
})

t.test('the catalogue of samples', async (t) => {
  const app = await startApp(t)

  t.test('lists each file with what is in it', async (t) => {
    const reply = await app.owner.get('/programs/samples/')
    t.equal(reply.status, 200)
    t.equal(reply.body.length, SAMPLE_KEYS.length)
    t.match(reply.body[0], { key: FIRST_SAMPLE, available: true, project_count: 3, task_count: taskCount })
    const { bytes } = sample
    t.equal(reply.body[0].size_bytes, bytes.length)
    t.equal(reply.body[0].sha256, createHash('sha256').update(bytes).digest('hex'))
  })

  t.test('hands the file out, and 304 to those who have it', async (t) => {
    const [entry] = (await app.owner.get('/programs/samples/')).body
    const file = await app.owner.get(entry.download_url.replace(/^.*\/api\/v1/, ''))
    t.equal(file.status, 200)
    t.equal(file.text, sample.bytes.toString())
    t.match(file.headers.get('content-disposition'), /attachment; filename="ferry-terminal.json"/)
    // Compressed on its way, the tag is a weak one.
    t.equal(file.headers.get('etag')?.replace(/^W\//, ''), `"${entry.sha256}"`)
    const again = await app.owner.get(`/programs/samples/${FIRST_SAMPLE}/download/`, {
      'If-None-Match': file.headers.get('etag')!,
    })
    t.equal(again.status, 304)
    t.equal((await app.owner.get('/programs/samples/nothing/download/')).status, 404)
  })

  t.test('loads are limited to six a minute', async (t) => {
    const limited = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true', SVC_RATE_LIMIT_DISABLE_ACK: '' } })
    const statuses: number[] = []
    for (let index = 0; index < 7; index++) {
      statuses.push((await limited.owner.post('/programs/load-sample/', { sample: 'nothing' })).status)
    }
    t.strictSame(statuses, [400, 400, 400, 400, 400, 400, 429])
  })
})
