import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import t from 'tap'
import { startApp, type TestApp } from '../../support/start-app.ts'

// Several applications are started; a busy machine takes its time.
t.setTimeout(120_000)

const ON = { SVC_RATE_LIMIT_ENABLED: 'true', SVC_THROTTLE_ANON_RATE: '5/min' }

/** How many of such requests go through before the first 429. */
async function allowed(app: TestApp, ask: () => Promise<number>, wanted: number): Promise<number> {
  for (let count = 0; count < 20; count++) {
    const status = await ask()
    if (status === 429) return count
    if (status !== wanted) throw new Error(`${app.url} answered ${status}`)
  }
  throw new Error('no refusal')
}

t.test('what fails authentication or matches no path counts against the anonymous rate', async (t) => {
  const doors: [string, number, string, string, Record<string, string>][] = [
    ['no credentials', 401, 'GET', '/api/v1/projects/', {}],
    ['a bad access token', 401, 'GET', '/api/v1/auth/me/', { Authorization: 'Bearer x.y.z' }],
    ['an unknown API token', 401, 'POST', '/api/v1/tasks/', { Authorization: `Bearer svc_${'0'.repeat(64)}` }],
    ['a path that is none', 404, 'GET', '/api/v1/nothing/', {}],
    ['a path of no section', 404, 'GET', '/api/v1/projects/x/y/z/', {}],
    ['a method that is none', 405, 'DELETE', '/api/v1/health/', {}],
    ['a page that is none', 404, 'GET', '/wp-login.php', {}],
    ['the start page', 405, 'POST', '/', {}],
    ['metrics from elsewhere', 404, 'GET', '/metrics', {}],
  ]
  // Behind a proxy each door is tried from an address of its own.
  const app = await startApp(t, { env: { ...ON, SVC_NUM_PROXIES: '1' } })
  for (const [at, [name, status, method, path, own]] of doors.entries()) {
    const headers = { ...own, 'X-Forwarded-For': `203.0.113.${at}` }
    const ask = async () => (await fetch(`${app.url}${path}`, { method, headers })).status
    t.equal(await allowed(app, ask, status), 5, name)
    const late = await fetch(`${app.url}${path}`, { method, headers })
    t.ok(Number(late.headers.get('retry-after')) >= 1)
    t.equal((await app.owner.get('/auth/me/', headers)).status, own.Authorization ? 429 : 200, 'who is known goes on')
    t.equal((await app.anonymous.get('/health/', { 'X-Forwarded-For': `203.0.113.${at}` })).status, 200)
  }
})

t.test('a good token costs its account and not the address', async (t) => {
  const app = await startApp(t, { env: ON })
  for (let count = 0; count < 12; count++) t.equal((await app.owner.get('/auth/me/')).status, 200)
  t.equal((await app.anonymous.get('/projects/')).status, 401)
})

/** An address of this machine by which it does not look like itself. */
function outsideAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

function metricsStatus(app: TestApp, headers: Record<string, string> = {}, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    const asked = request({ host: host ?? hostname, port, path: '/metrics', headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end()
  })
}

t.test('metrics beside the API are for this machine alone, unless they are asked for', async (t) => {
  const app = await startApp(t)
  t.equal(await metricsStatus(app), 200)
  for (const header of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'Via'])
    t.equal(await metricsStatus(app, { [header]: '127.0.0.1' }), 404, `behind a proxy: ${header}`)
  const own = outsideAddress()
  if (own === undefined) t.comment('this machine has no address but loopback')
  else {
    const reachable = await startApp(t, { env: { SVC_HOST: '0.0.0.0' } })
    t.equal(await metricsStatus(reachable, {}, own), 404, 'from an address of the network')
  }
  const open = await startApp(t, { env: { SVC_METRICS_PUBLIC: 'true' } })
  t.equal(await metricsStatus(open, { 'X-Forwarded-For': '203.0.113.9' }), 200)
  const apart = await startApp(t, { env: { SVC_METRICS_PORT: '65001', SVC_METRICS_PUBLIC: 'true' } })
  t.equal(await metricsStatus(apart), 404, 'with a port of their own they are there')
})

t.test('browsers are told to come by https where the public address is https', async (t) => {
  const secure = await startApp(t, { env: { SVC_PUBLIC_URL: 'https://plan.example.org' } })
  for (const path of ['/', '/api/v1/health/', '/api/v1/projects/', '/api/v1/nothing/', '/nothing'])
    t.match((await fetch(`${secure.url}${path}`)).headers.get('strict-transport-security'), /^max-age=\d{8}$/, path)
  const plain = await startApp(t)
  t.equal((await fetch(`${plain.url}/api/v1/health/`)).headers.get('strict-transport-security'), null)
})
