import t from 'tap'
import { sweepBackgroundWorkBody } from '../../../jobs/maintenance/sweep-background-work.ts'
import { smallSeed } from '../../support/seeds.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { jobPath, tables } from './seed-jobs.ts'

t.setTimeout(180_000)

t.test('every job ends', async (t) => {
  const app = await startApp(t)
  const ann: TestUser = await app.user('ann')
  const queue = async (slug: string) => {
    const seed = { ...smallSeed(), program: { ...smallSeed().program, slug } }
    return (await ann.post('/programs/import/', seed)).body
  }

  t.test('one whose program was deleted meanwhile', async (t) => {
    const queued = await queue('deleted')
    t.equal((await ann.delete(`/programs/${queued.program_id}/`)).status, 204)
    await app.runJobs()
    t.match(
      await app.sql('select status, error_detail from program_import_jobs where id = $1', [queued.import_request_id]),
      [{ status: 'failed', error_detail: /was deleted before/ }],
    )
  })

  t.test('one whose work was lost', async (t) => {
    const queued = await queue('lost')
    await app.sql(`delete from graphile_worker._private_jobs`)
    await sweepBackgroundWorkBody(app.services)
    t.match((await ann.get(jobPath(queued))).body, { status: 'failed', error_detail: /lost/ })
  })

  t.test('one whose process died at every attempt', async (t) => {
    const queued = await queue('died')
    await app.sql(`update graphile_worker._private_jobs set attempts = max_attempts`)
    await sweepBackgroundWorkBody(app.services)
    t.match((await ann.get(jobPath(queued))).body, { status: 'failed', error_detail: /ended at every attempt/ })
    await app.sql(`delete from graphile_worker._private_jobs`)
  })

  t.test('and is kept for a week', async (t) => {
    const queued = await queue('kept')
    await app.runJobs()
    await sweepBackgroundWorkBody(app.services)
    t.equal((await ann.get(jobPath(queued))).status, 200)
    await app.sql(`update program_import_jobs set expires_at = now() - interval '1 hour'`)
    await sweepBackgroundWorkBody(app.services)
    t.equal((await ann.get(jobPath(queued))).status, 404)
  })

  t.test('a second run of the work changes nothing', async (t) => {
    const queued = await queue('again')
    await app.runJobs()
    const before = await tables(app)
    await app.services.systemContext(async (ctx) => {
      ctx.jobs.push({
        name: 'run_seed_import',
        payload: { jobId: queued.import_request_id },
        maxAttempts: 1,
        jobKey: null,
        runAt: null,
        flag: null,
        priority: 0,
      })
    })
    await app.runJobs()
    t.strictSame(await tables(app), before)
  })
})
