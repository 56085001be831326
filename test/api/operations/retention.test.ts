import t from 'tap'
import { lastDue } from '../../../api/operations/retention/schedule.ts'
import { requestDuePurge } from '../../../api/operations/retention/start-purge.ts'
import { newId } from '../../../api/platform/ids.ts'
import { makeProject } from '../../support/projects.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { handClock } from '../auth/session.ts'

interface State {
  readonly policies: { key: string; value: number; enabled: boolean; row_count: number; bytes: number | null }[]
  readonly schedule: object
  readonly runs: { id: string; trigger: string; state: string; rows_deleted: number; tables: object[] }[]
}

const stateOf = async (app: TestApp) => (await app.owner.get('/health/retention/')).body as unknown as State
const policyOf = ({ policies }: State, key: string) => policies.find((policy) => policy.key === key)

/** One row each that ended so many hours ago. */
async function fillBatches(app: TestApp, ages: readonly number[]): Promise<void> {
  const project = await makeProject(app.owner)
  for (const hours of ages)
    await app.sql(
      `insert into sync_batches (account_id, client_batch_id, project_id, reply, created_at)
       values ($1, $2, $3, '{}', now() - make_interval(hours => $4))`,
      [app.owner.account.id, newId(), project.id, hours],
    )
}

t.test('what is kept how long begins with the settings and is then what an operator says', async (t) => {
  const app = await startApp(t, { env: { SVC_WEBHOOK_RETENTION_DAYS: '3', SVC_HISTORY_RETENTION_DAYS: 'None' } })
  const before = await stateOf(app)
  t.match(policyOf(before, 'SVC_WEBHOOK_RETENTION_DAYS'), { value: 3, enabled: true, unit: 'days' })
  t.match(policyOf(before, 'HISTORY_RETENTION_DAYS'), { value: 90, enabled: false })
  t.equal(before.policies.length, 6)
  t.strictSame(before.schedule, {
    frequency: 'daily',
    time_of_day_utc: '02:00',
    day_of_week: null,
    on_failure: 'continue',
  })
  const changed = await app.owner.patch('/health/retention/', {
    policies: [
      { key: 'SVC_PROJECT_SOFT_DELETE_RETENTION_DAYS', value: 5, enabled: true },
      { key: 'HISTORY_RETENTION_DAYS', value: 400, enabled: true },
      { key: 'SVC_WEBHOOK_RETENTION_DAYS', value: 9, enabled: false },
    ],
    schedule: { frequency: 'weekly', day_of_week: 5 },
  })
  t.equal(changed.status, 200)
  const after = await stateOf(app)
  t.match(policyOf(after, 'HISTORY_RETENTION_DAYS'), { value: 400, enabled: true })
  t.match(policyOf(after, 'SVC_WEBHOOK_RETENTION_DAYS'), { value: 9, enabled: false })
  t.match(after.schedule, { frequency: 'weekly', day_of_week: 5, time_of_day_utc: '02:00' })
  t.match((await app.owner.get('/health/system/')).body.retention, [
    { key: 'HISTORY_RETENTION_DAYS', value: 400, disabled: false },
    {},
    { key: 'SVC_WEBHOOK_RETENTION_DAYS', value: null, disabled: true },
  ])
  const project = await makeProject(app.owner)
  await app.owner.delete(`/projects/${project.id}/`)
  t.match((await app.owner.get('/projects/trash/')).body, [{ retention_days: 5, days_remaining: 5 }])
})

t.test('what cannot hold is refused by its field and changes nothing', async (t) => {
  const app = await startApp(t)
  const before = await stateOf(app)
  const policy = { key: 'HISTORY_RETENTION_DAYS', value: 5, enabled: true }
  for (const body of [
    { policies: [policy, { ...policy, key: 'LIFE_OF_LOGS' }] },
    { policies: [{ ...policy, value: 0 }] },
    { policies: [policy, { key: 'SVC_SYNC_BATCH_RETENTION_HOURS', value: 5, enabled: false }] },
    { schedule: { time_of_day_utc: '25:00' } },
    { schedule: { day_of_week: 7 } },
    { policies: [policy], schedule: { frequency: 'hourly' } },
  ])
    t.equal((await app.owner.patch('/health/retention/', body)).status, 400, JSON.stringify(body))
  t.strictSame(await stateOf(app), before)
  t.equal((await app.owner.get('/health/retention/impact/?key=X&value=1')).status, 400)
  t.equal((await app.owner.get('/health/retention/impact/?key=HISTORY_RETENTION_DAYS&value=0')).status, 400)
  const ann = await app.user('ann')
  t.equal((await ann.get('/health/retention/')).status, 403)
  t.equal((await ann.post('/health/retention/runs/')).status, 403)
})

t.test('a dry run counts what a run then removes, and one runs at a time', async (t) => {
  const app = await startApp(t)
  await fillBatches(app, [1, 23, 25, 49, 100])
  const impact = async (hours: number) =>
    (await app.owner.get(`/health/retention/impact/?key=SVC_SYNC_BATCH_RETENTION_HOURS&value=${hours}`)).body
  t.match(await impact(24), { eligible_rows: 3, eligible_bytes: Number })
  t.match(await impact(48), { eligible_rows: 2 })
  const project = await makeProject(app.owner)
  await app.owner.delete(`/projects/${project.id}/`)
  await app.sql(`update projects set deleted_at = now() - interval '31 days' where id = $1`, [project.id])
  const dry = await app.owner.post('/health/retention/runs/', { dry_run: true })
  t.equal(dry.status, 202)
  t.equal((await app.owner.post('/health/retention/runs/')).status, 409)
  await app.runJobs()
  const [counted] = (await stateOf(app)).runs
  t.match(counted, { id: dry.body.run_id, trigger: 'dry_run', state: 'ok', rows_deleted: 4, error: '' })
  t.equal((await app.sql('select 1 from sync_batches')).length, 5)
  t.equal((await app.owner.post('/health/retention/runs/', {})).status, 202)
  await app.runJobs()
  const { runs } = await stateOf(app)
  t.match(runs[0], { trigger: 'manual', state: 'ok', rows_deleted: 4, bytes_freed: Number, duration_ms: Number })
  t.match(runs[0]?.tables, [
    { key: 'HISTORY_RETENTION_DAYS', rows_deleted: 0 },
    { key: 'TASK_RUN_RETENTION_DAYS' },
    { key: 'SVC_WEBHOOK_RETENTION_DAYS' },
    { key: 'SVC_IMPORT_RETENTION_DAYS' },
    { key: 'SVC_SYNC_BATCH_RETENTION_HOURS', rows_deleted: 3 },
    { key: 'SVC_PROJECT_SOFT_DELETE_RETENTION_DAYS', rows_deleted: 1, bytes_freed: null },
  ])
  t.equal((await app.sql('select 1 from sync_batches')).length, 2)
  t.equal((await app.sql('select 1 from projects where id = $1', [project.id])).length, 0)
})

t.test('a policy that fails is told; the others go on, or stop where that was asked for', async (t) => {
  const app = await startApp(t)
  await fillBatches(app, [100])
  await app.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no way'; end $$`)
  await app.sql('create trigger refuse before delete on import_requests for each statement execute function refuse()')
  const run = async () => {
    await app.owner.post('/health/retention/runs/', {})
    await app.runJobs()
    return (await stateOf(app)).runs[0]
  }
  await app.owner.patch('/health/retention/', { schedule: { on_failure: 'stop' } })
  t.match(await run(), { state: 'partial', rows_deleted: 0, error: /Uploads of imports: .*no way/ })
  t.equal((await app.sql('select 1 from sync_batches')).length, 1, 'it stood behind the one that failed')
  await app.owner.patch('/health/retention/', { schedule: { on_failure: 'continue' } })
  t.match(await run(), { state: 'partial', rows_deleted: 1 })
  const { components } = (await app.owner.get('/health/system/')).body as {
    components: { key: string; meta: object }[]
  }
  t.match(
    components.find(({ key }) => key === 'retention_purge'),
    { meta: { last_scheduled_run: 'partial' } },
  )
})

t.test('a run that is due begins once, and one that was missed is made up for', async (t) => {
  const clock = handClock()
  const app = await startApp(t, { clock })
  const scheduled = async () => (await app.sql(`select 1 from purge_runs where trigger = 'scheduled'`)).length
  const wake = () => app.services.systemContext((ctx) => requestDuePurge(ctx))
  await wake()
  await wake()
  t.equal(await scheduled(), 1)
  await app.runJobs()
  clock.advance(25 * 3600)
  await wake()
  await wake()
  t.equal(await scheduled(), 2)
  await app.runJobs()
  await app.sql(`insert into retention_schedule values (1, 'off', '02:00', null, 'continue')`)
  clock.advance(100 * 3600)
  await wake()
  t.equal(await scheduled(), 2)
})

t.test('the instant that is due follows from the schedule', async (t) => {
  const daily = { frequency: 'daily', time_of_day_utc: '02:00', day_of_week: null, on_failure: 'continue' } as const
  const due = (schedule: Parameters<typeof lastDue>[0], now: string) => lastDue(schedule, new Date(now))?.toISOString()
  t.equal(due(daily, '2026-03-04T01:59:59Z'), '2026-03-03T02:00:00.000Z')
  t.equal(due(daily, '2026-03-04T02:00:00Z'), '2026-03-04T02:00:00.000Z')
  const weekly = { ...daily, frequency: 'weekly', time_of_day_utc: '23:30' } as const
  t.equal(due(weekly, '2026-03-04T12:00:00Z'), '2026-03-02T23:30:00.000Z', 'a Monday where nothing is said')
  t.equal(due({ ...weekly, day_of_week: 6 }, '2026-03-08T23:29:00Z'), '2026-03-01T23:30:00.000Z', 'Sunday')
  t.equal(due({ ...weekly, day_of_week: 6 }, '2026-03-08T23:30:00Z'), '2026-03-08T23:30:00.000Z')
  t.equal(due({ ...daily, frequency: 'off' }, '2026-03-08T23:30:00Z'), undefined)
})
