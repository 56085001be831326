/**
 * Every rate of part 8 and of the settings, at its default: N requests pass, the next is a 429 with `Retry-After`.
 *
 * Seen failing with a fixed rate in place of the setting (POST monte-carlo): the setting moved nothing.
 */
import t from 'tap'
import { loadConfig } from '../../../api/platform/settings/config.ts'
import { settings } from '../../../api/platform/settings/settings.ts'
import { routes } from '../../../api/server/routes.ts'
import type { Answer, Client } from '../../support/client.ts'
import { makeProject } from '../../support/projects.ts'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { mintAgent } from '../tokens/tokens.ts'

/** Settings whose feature is not there yet. */
const UNUSED = new Set([
  'SVC_THROTTLE_OMNI_SEARCH_RATE',
  'SVC_THROTTLE_EMAIL_SETTINGS_RATE',
  'SVC_THROTTLE_EMAIL_PROBE_RATE',
  'SVC_THROTTLE_CREDENTIAL_ROTATE_RATE',
  'SVC_THROTTLE_EXTERNAL_SYNC_RATE',
  'SVC_THROTTLE_TASK_LINK_REFRESH_RATE',
  'SVC_THROTTLE_TELEMETRY_TEST_RATE',
  'SVC_THROTTLE_GIT_WEBHOOK_IP_RATE',
  'SVC_THROTTLE_GIT_WEBHOOK_PROJECT_RATE',
  'SVC_THROTTLE_ATTACHMENT_UPLOAD_RATE',
  'SVC_THROTTLE_SYNC_PUSH_PROJECT_RATE',
  'SVC_THROTTLE_SYNC_PUSH_USER_RATE',
  'SVC_THROTTLE_MENTION_HOUR_RATE',
  'SVC_THROTTLE_MENTION_DAY_RATE',
])
/** Counted apart from the routes, or tried elsewhere. */
const ELSEWHERE = new Set([
  'SVC_THROTTLE_ANON_RATE',
  'SVC_THROTTLE_USER_RATE',
  'SVC_THROTTLE_LOGIN_ACCOUNT_RATE',
  'SVC_THROTTLE_LOGOUT_RATE',
  'SVC_THROTTLE_MCP_READ_RATE',
  'SVC_THROTTLE_MCP_READ_COMPUTE_RATE',
])

t.setTimeout(600_000)

/** How many requests pass until one is refused, and that refusal. */
async function passed(most: number, send: (index: number) => Promise<Answer>): Promise<[number, Answer]> {
  for (let count = 0; ; count++) {
    const answer = await send(count)
    if (answer.status === 429 || count > most) return [count, answer]
  }
}

t.test('each rate at its default', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true', SVC_RATE_LIMIT_STORE: 'process' } })
  const anyone = app.anonymous
  let people = 0
  const somebody = () => app.user(`person${++people}`)

  const tryRate = async (rate: number, what: string, send: (index: number) => Promise<Answer>) => {
    const [count, refusal] = await passed(rate, send)
    t.equal(count, rate, what)
    const waitSeconds = Number(refusal.headers.get('retry-after'))
    t.ok(Number.isInteger(waitSeconds) && waitSeconds >= 1 && waitSeconds <= 60, `${what}: Retry-After`)
    t.strictSame(Object.keys(refusal.body as object), ['detail'], `${what}: a bare detail`)
  }

  await tryRate(10, 'login', (index) => anyone.post('/auth/token/', { username: `nobody${index}`, password: 'x' }))
  await tryRate(60, 'refresh', () => anyone.post('/auth/token/refresh/'))
  await tryRate(60, 'anonymous', () => anyone.get('/schema/'))
  await tryRate(5, 'password reset', (index) =>
    index % 2
      ? anyone.post('/auth/password/reset/', { email: 'nobody@example.org' })
      : anyone.post('/auth/password/reset/confirm/', { uid: 'x', token: 'x', new_password: 'Correct-horse-7' }),
  )
  await tryRate(20, 'invite accept', () => anyone.post('/workspace/invites/accept/', { token: 'unknown' }))
  await tryRate(30, 'single sign-on discovery', () => anyone.get('/auth/oidc/discover/'))
  await tryRate(20, 'single sign-on login', () => anyone.get('/auth/oidc/login/?provider=none'))
  await tryRate(30, 'single sign-on callback', () => anyone.get('/auth/oidc/callback/'))
  await tryRate(60, 'shared links', (index) => anyone.get(`/share/${index % 2 ? 'board' : 'schedule'}/unknown/`))

  const account: [number, string, (by: TestUser, index: number) => Promise<Answer>][] = [
    [
      120,
      'resolve and keys',
      (by, index) => by.get(index % 2 ? '/resolve/?kind=project&ref=X' : '/keys/?kind=project&name=X'),
    ],
    [60, 'user search', (by) => by.get('/users/search/?q=an')],
    [60, 'resource list', (by) => by.get('/resources/')],
    [120, 'socket tickets', (by) => by.post('/ws/ticket/')],
    [6, 'program create', (by) => by.post('/programs/', { name: 'Harbour' })],
    [60, 'sample download', (by) => by.get('/programs/samples/unknown/download/')],
    [6, 'sample load', (by) => by.post('/programs/load-sample/', { sample: 'unknown' })],
    [5, 'token mint', (by) => by.post('/me/api-tokens/', { name: 'x' })],
    [30, 'token revoke', (by) => by.delete('/me/api-tokens/00000000-0000-7000-8000-000000000000/')],
  ]
  for (const [rate, what, send] of account) {
    const [one, other] = [await somebody(), await somebody()]
    await tryRate(rate, what, (index) => send(one, index))
    t.not((await send(other, 0)).status, 429, `${what}: each account has its own`)
  }

  const ann = await somebody()
  const { id } = await makeProject(ann)
  await tryRate(10, 'simulations', () => ann.post(`/projects/${id}/monte-carlo/`, {}))
  await tryRate(6, 'what-if', () => ann.get(`/projects/${id}/monte-carlo/whatif/`))
  await tryRate(20, 'share links made', () => ann.post(`/projects/${id}/share-links/`, { content_kind: 'board' }))
  const invite = '/workspace/invites/00000000-0000-7000-8000-000000000000/resend/'
  await tryRate(5, 'invite resend', () => app.owner.post(invite))
  await tryRate(20, 'single sign-on test', () => app.owner.post('/workspace/sso/providers/okta/test-connection/'))

  const [agent, second] = [await mintAgent(app, await somebody()), await mintAgent(app, ann)]
  await tryRate(120, 'agent reads', () => (agent as Client).get('/auth/me/'))
  await tryRate(12, 'agent computing', () => (second as Client).get(`/projects/${id}/monte-carlo/whatif/`))
  t.equal((await (second as Client).get('/auth/me/')).status, 200, 'and plain reads go on')
})

t.test('the rates that are too long to try', async (t) => {
  const config = loadConfig({})
  t.strictSame(config.throttleUserRate, { limit: 1000, windowSeconds: 60 })
  t.strictSame(config.throttleReadyzRate, { limit: 2000, windowSeconds: 60 })
  t.strictSame(config.throttleLoginAccountRate, { limit: 5, windowSeconds: 60 })
  const limitsOf = (path: string) => routes.find((route) => route.path === path)?.limits?.map(({ name }) => name)
  t.strictSame(limitsOf('/readyz'), ['readyz'])
  t.strictSame(limitsOf('/health/'), [])
  t.strictSame(limitsOf('/edition/'), [])
})

t.test('each setting of a rate moves the rate it names', async (t) => {
  const names = Object.keys(settings).filter((name) => name.startsWith('SVC_THROTTLE_'))
  const odd = (index: number) => 7_001 + index
  const config = loadConfig(Object.fromEntries(names.map((name, index) => [name, `${odd(index)}/min`])))
  const used = new Set(routes.flatMap((route) => route.limits ?? []).map((limit) => limit.rate(config).limit))
  const idle = names.filter((name, index) => !used.has(odd(index)) && !ELSEWHERE.has(name) && !UNUSED.has(name))
  t.strictSame(idle, [])
})
