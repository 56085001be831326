import t from 'tap'
import { startApp, type TestApp } from '../../support/start-app.ts'

interface Health {
  readonly components: { key: string; status: string; meta: Record<string, unknown> }[]
  readonly [name: string]: unknown
}

async function healthOf(app: TestApp): Promise<Health> {
  const { status, body } = await app.owner.get('/health/system/')
  t.equal(status, 200)
  return body as unknown as Health
}

const statusOf = (health: Health, key: string) => health.components.find((one) => one.key === key)?.status

t.test('an installation without jobs says so, and nobody but its operator is told', async (t) => {
  const app = await startApp(t)
  const health = await healthOf(app)
  t.same(
    health.components.map(({ key }) => key),
    ['outbox_dispatcher', 'scheduler', 'dead_letter', 'notification_dispatcher', 'retention_purge'],
  )
  t.equal(statusOf(health, 'scheduler'), 'unknown')
  t.match(health.beat, { last_heartbeat: null, stale: true, stale_threshold_seconds: 120 })
  t.match(health.dead_letter, { parked: 0, oldest_age_seconds: null, top_cause: null, by_status: {} })
  t.equal((await (await app.user('ann')).get('/health/system/')).status, 403)
  t.equal((await app.anonymous.get('/health/system/')).status, 401)
})

t.test('each part is judged by how long its work waits', async (t) => {
  const app = await startApp(t)
  const beat = (age: string) =>
    app.sql(
      `insert into job_heartbeats values ('work', now() - $1::interval)
             on conflict (name) do update set beat_at = excluded.beat_at`,
      [age],
    )
  await beat('3 seconds')
  t.equal(statusOf(await healthOf(app), 'scheduler'), 'ok')
  await beat('121 seconds')
  t.equal(statusOf(await healthOf(app), 'scheduler'), 'crit')
  const park = (job: number, age: string) =>
    app.sql(
      `insert into failed_tasks (id, job_id, task_name, payload, first_failed_at, last_failed_at)
             values (gen_random_uuid(), $1, 'send_mail', '{}', now() - $2::interval, now())`,
      [job, age],
    )
  await park(1, '1 hour')
  t.equal(statusOf(await healthOf(app), 'dead_letter'), 'warn')
  await park(2, '25 hours')
  const health = await healthOf(app)
  t.equal(statusOf(health, 'dead_letter'), 'crit')
  t.match(health.dead_letter, { parked: 2, top_cause: 'send_mail', by_status: { dead: 2 } })
})

t.test('mail that waits for hours, or only fails, shows', async (t) => {
  const app = await startApp(t)
  const mail = (status: string, age: string) =>
    app.sql(
      `insert into mail_messages (id, purpose, status, created_at, finished_at)
             values (gen_random_uuid(), 'invite', $1, now() - $2::interval, case when $1 <> 'queued' then now() end)`,
      [status, age],
    )
  await mail('queued', '61 minutes')
  t.equal(statusOf(await healthOf(app), 'notification_dispatcher'), 'warn')
  await mail('failed', '1 minute')
  t.equal(statusOf(await healthOf(app), 'notification_dispatcher'), 'crit')
  await mail('sent', '1 minute')
  t.equal(statusOf(await healthOf(app), 'notification_dispatcher'), 'warn')
})

t.test('records that are kept for ever are told as that', async (t) => {
  const app = await startApp(t, { env: { SVC_HISTORY_RETENTION_DAYS: 'None', SVC_WEBHOOK_RETENTION_DAYS: '3' } })
  const { retention, security } = await healthOf(app)
  t.match(retention, [
    { key: 'HISTORY_RETENTION_DAYS', value: null, disabled: true, unit: 'days' },
    { key: 'TASK_RUN_RETENTION_DAYS', value: 30, disabled: false },
    { key: 'SVC_WEBHOOK_RETENTION_DAYS', value: 3, disabled: false },
  ])
  t.same(security, { rate_limiting_enabled: false })
})

t.test('jobs that start by the clock are told with when they do', async (t) => {
  const app = await startApp(t)
  const tasks = (await healthOf(app)).scheduled_tasks as { task: string; cadence: string; last_run: string | null }[]
  const cadenceOf = (task: string) => tasks.find((one) => one.task === task)?.cadence
  t.equal(cadenceOf('mail_notifications'), 'every minute')
  t.equal(cadenceOf('coordinate_retention'), 'every 30 minutes')
  t.equal(cadenceOf('purge_expired'), 'hourly at :25')
  t.equal(cadenceOf('clean_queue'), 'daily at 02:45 UTC')
  t.ok(tasks.every(({ last_run }) => last_run === null))
})
