/**
 * Seen failing with `areSecretsOurs` of api/operations/check-secrets.ts answering true: the wrong key is ready.
 */
import t from 'tap'
import { loadConfig } from '../../../api/platform/settings/config.ts'
import { createServices } from '../../../api/server/boot.ts'
import { startApi } from '../../../api/server/main.ts'
import { recordHeartbeat } from '../../../jobs/heartbeat.ts'
import { Client } from '../../support/client.ts'
import { startApp } from '../../support/start-app.ts'

const [FIRST, SECOND] = ['first-key-'.repeat(4), 'second-key'.repeat(4)]

t.test('a wrong encryption key shows in readiness', async (t) => {
  const app = await startApp(t, { env: { INTEGRATION_ENCRYPTION_KEY: FIRST } })
  await recordHeartbeat(app.services)
  const readyWith = async (key: string) => {
    const config = loadConfig({
      SVC_PORT: '0',
      SVC_DATA_DIR: app.services.config.dataDir,
      SVC_DATABASE_URL: app.services.config.databaseUrl ?? '',
      SVC_LOG_LEVEL: 'error',
      INTEGRATION_ENCRYPTION_KEY: key,
    })
    const services = await createServices(config, { role: 'api' })
    const api = await startApi(services, config)
    const answer = await new Client(api.address, null).get('/readyz')
    await api.close()
    await services.close()
    return { status: answer.status, key: answer.body.checks.encryption_key }
  }
  t.strictSame(await readyWith(SECOND), { status: 200, key: 'ok' }, 'nothing is sealed yet')
  const made = await app.owner.post('/workspace/sso/providers/', { slug: 'okta', client_secret: 'hunter2' })
  t.equal(made.status, 201)
  t.strictSame(await readyWith(FIRST), { status: 200, key: 'ok' })
  t.strictSame(await readyWith(SECOND), { status: 503, key: 'fail' })
  await app.owner.delete('/workspace/sso/providers/okta/')
  t.strictSame(await readyWith(SECOND), { status: 200, key: 'ok' })
})

t.test('without a heartbeat of the jobs a process is not ready, and says why', async (t) => {
  const app = await startApp(t)
  const answer = await app.anonymous.get('/readyz')
  t.equal(answer.status, 503)
  t.match(answer.body, { status: 'fail', checks: { database: 'ok', migrations: 'ok', queue: 'fail', cache: 'ok' } })
  t.equal((await app.anonymous.get('/health/')).status, 200)
  await recordHeartbeat(app.services)
  t.equal((await app.anonymous.get('/readyz')).status, 200)
  await app.sql(`update job_heartbeats set beat_at = now() - interval '11 seconds'`)
  t.equal((await app.anonymous.get('/readyz')).status, 503)
})

t.test(
  'a process that was ready before the database was migrated further stays ready; one started after is not',
  async (t) => {
    const app = await startApp(t)
    await recordHeartbeat(app.services)
    const startedNow = async (env: Record<string, string>) => {
      const config = loadConfig({
        SVC_PORT: '0',
        SVC_DATA_DIR: app.services.config.dataDir,
        SVC_DATABASE_URL: app.services.config.databaseUrl ?? '',
        SVC_LOG_LEVEL: 'error',
        ...env,
      })
      const services = await createServices(config, { role: 'api' })
      const api = await startApi(services, config)
      const { status, body } = await new Client(api.address, null).get('/readyz')
      await api.close()
      await services.close()
      return { status, state: body.migration_state, check: body.checks.migrations }
    }
    t.match(await app.anonymous.get('/readyz'), { status: 200, body: { migration_state: 'in_sync' } })
    await app.sql(`insert into schema_migrations (name, executed_at) values ('9999-of-a-later-release', now())`)
    t.match(await app.anonymous.get('/readyz'), {
      status: 200,
      body: { migration_state: 'ahead', checks: { migrations: 'ok' } },
    })
    t.strictSame(await startedNow({}), { status: 503, state: 'ahead', check: 'fail' })
    t.strictSame(await startedNow({ SVC_READYZ_ALLOW_DB_AHEAD: 'true' }), { status: 200, state: 'ahead', check: 'ok' })
  },
)
