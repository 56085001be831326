/**
 * Whoever signs out is signed out: 205 whatever comes with it, with the session ended and the cookie cleared.
 *
 * Seen failing with the body read before logout, with foreign origins refused, and with logout counted as any anonymous
 * request.
 */
import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { cookieOf, handClock, logout, refresh, signIn } from './session.ts'

// Hashing a password takes long on a busy machine.
t.setTimeout(600_000)

const PASSWORD = 'correct horse 1'

async function signedIn(t: Parameters<typeof startApp>[0], env: Record<string, string> = {}) {
  const app = await startApp(t, { clock: handClock(), env })
  await app.user('ann', { password: PASSWORD })
  const session = async () => cookieOf(await signIn(app.anonymous, 'ann', PASSWORD, true))?.value as string
  return { app, session }
}

t.test('logout is always 205, clears the cookie and ends the family', async (t) => {
  const { app, session } = await signedIn(t)
  const next = cookieOf(await refresh(app.anonymous, await session()))?.value as string
  const other = await session()
  for (const value of [null, 'noise', next, next]) {
    const answer = await logout(app.anonymous, value)
    t.equal(answer.status, 205)
    t.equal(answer.text, '')
    const cleared = cookieOf(answer)
    t.equal(cleared?.value, '')
    t.match(cleared?.attributes, { path: '/api/v1/auth/', 'max-age': '0' })
  }
  t.equal((await refresh(app.anonymous, next)).status, 401)
  t.equal((await refresh(app.anonymous, other)).status, 200, 'other browsers stay signed in')
})

t.test('whatever comes with it', async (t) => {
  const { app, session } = await signedIn(t, { SVC_APP_URL: 'https://plan.example.org' })
  const odd: [what: string, headers: Record<string, string>, body?: string][] = [
    ['a foreign origin', { Origin: 'https://elsewhere.example.org' }],
    ['no origin', { Origin: 'null' }],
    ['a broken body', { 'Content-Type': 'application/json' }, '{"all":'],
    ['a list', { 'Content-Type': 'application/json' }, '[]'],
    ['bytes that are no text', { 'Content-Type': 'application/json' }, '\u0000'],
    ['too much', { 'Content-Type': 'application/json' }, `"${'x'.repeat(2_000_000)}"`],
    ['another type', { 'Content-Type': 'text/plain' }, 'bye'],
    ['a compressed body', { 'Content-Encoding': 'gzip' }, 'x'],
    ['a bad token', { Authorization: 'Bearer no-token' }],
    ['an empty key', { 'Idempotency-Key': '' }],
  ]
  for (const [what, headers, body] of odd) {
    const cookie = await session()
    const sent = { Cookie: `svc_refresh=${cookie}`, ...headers }
    const answer = await app.anonymous.request('POST', '/auth/logout/?x=%00', body, sent)
    t.strictSame([answer.status, cookieOf(answer)?.value], [205, ''], what)
    t.equal((await refresh(app.anonymous, cookie)).status, 401, `${what}: the session has ended`)
  }
})

t.test('no rate stands in its way, and it uses up nobody else’s', async (t) => {
  const env = { SVC_RATE_LIMIT_ENABLED: 'true', SVC_THROTTLE_ANON_RATE: '3/min', SVC_THROTTLE_LOGOUT_RATE: '2/min' }
  const { app, session } = await signedIn(t, env)
  const [first, second, third] = [await session(), await session(), await session()]
  for (let index = 0; index < 3; index++) t.equal((await app.anonymous.get('/schema/')).status, 200)
  t.equal((await app.anonymous.get('/schema/')).status, 429)
  for (const cookie of [first, second, third]) t.equal((await logout(app.anonymous, cookie)).status, 205)
  for (let index = 0; index < 10; index++) t.equal((await logout(app.anonymous, null)).status, 205)
  for (const cookie of [first, second]) t.equal((await refresh(app.anonymous, cookie)).status, 401, 'ended')
  t.equal((await refresh(app.anonymous, third)).status, 200, 'past the rate of the account only the cookie is cleared')
})

t.test('also while the database is away', async (t) => {
  const { app, session } = await signedIn(t, { SVC_LOG_LEVEL: 'critical' })
  const cookie = await session()
  await app.sql('alter table refresh_tokens rename to refresh_tokens_away')
  const answer = await logout(app.anonymous, cookie)
  t.strictSame([answer.status, cookieOf(answer)?.value], [205, ''])
})
