import { readFileSync, statSync } from 'node:fs'
import t from 'tap'
import { bootstrap } from '../../../api/server/bootstrap.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

/** The application on a database as empty as before its first start. */
async function emptyApp(t: Parameters<typeof startApp>[0], env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp(t, { env })
  await app.sql('delete from accounts')
  return app
}

t.test('the first start leaves a computed and simulated sample, owned by the owner', async (t) => {
  const app = await emptyApp(t)
  const first = await bootstrap(app.services)
  t.equal(first.isFirstStart, true)
  await app.runJobs()
  const owners = await app.sql(`select distinct a.username from project_members m join accounts a on a.id = m.account_id
    join projects p on p.id = m.project_id where p.is_sample and p.recalculated_at is not null`)
  t.strictSame(owners, [{ username: 'admin' }])
  t.strictSame(await app.sql('select count(*)::int as runs from monte_carlo_runs'), [{ runs: 18 }])
  const page = await fetch(`${app.url}/`)
  t.match(await page.text(), /<svg/, 'the address shows a schedule without signing in')

  t.test('its password lies in a file for the operator alone', async (t) => {
    const file = first.ownerPasswordFile as string
    t.equal(statSync(file).mode & 0o777, 0o600)
    const password = readFileSync(file, 'utf8').trim()
    t.equal((await app.anonymous.post('/auth/token/', { username: 'admin', password })).status, 200)
  })

  t.test('a second start adds nothing', async (t) => {
    t.strictSame(await bootstrap(app.services), { ownerPasswordFile: null, isFirstStart: false })
    t.strictSame(await app.sql('select count(*)::int as programs from programs'), [{ programs: 1 }])
  })
})

t.test('SVC_LOAD_SAMPLE=false starts empty', async (t) => {
  const app = await emptyApp(t, { SVC_LOAD_SAMPLE: 'false' })
  t.equal((await bootstrap(app.services)).isFirstStart, true)
  t.strictSame(await app.sql('select id from programs'), [])
})
