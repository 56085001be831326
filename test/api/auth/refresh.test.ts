import t from 'tap'
import { mintRefreshToken } from '../../../api/auth/session-tokens.ts'
import { endAllSessions } from '../../../api/auth/sessions.ts'
import { newId } from '../../../api/platform/ids.ts'
import { startApp } from '../../support/start-app.ts'
import { cookieOf, handClock, refresh, signIn } from './session.ts'

// Hashing a password takes long on a busy machine.
t.setTimeout(120_000)

const PASSWORD = 'correct horse 1'
const HOUR = 3600
const DAY = 24 * HOUR

async function signedIn(t: Parameters<typeof startApp>[0], rememberMe?: unknown, env: Record<string, string> = {}) {
  const clock = handClock()
  const app = await startApp(t, { clock, env })
  const ann = await app.user('ann', { password: PASSWORD })
  const answer = await signIn(app.anonymous, 'ann', PASSWORD, rememberMe)
  return { app, ann, clock, cookie: cookieOf(answer)?.value as string, answer }
}

t.test('the cookie is out of reach of scripts, other sites and plain connections', async (t) => {
  const { answer } = await signedIn(t)
  t.strictSame(cookieOf(answer)?.attributes, {
    path: '/api/v1/auth/',
    httponly: true,
    secure: true,
    samesite: 'Strict',
  })
})

t.test('remembered: thirty days, kept by the browser, and so after each rotation', async (t) => {
  const { app, clock, answer, cookie } = await signedIn(t, true)
  t.equal(cookieOf(answer)?.attributes['max-age'], String(30 * DAY))
  clock.advance(29 * DAY)
  const next = await refresh(app.anonymous, cookie)
  t.equal(next.status, 200)
  t.equal(cookieOf(next)?.attributes['max-age'], String(30 * DAY))
  clock.advance(30 * DAY + 1)
  t.equal((await refresh(app.anonymous, cookieOf(next)?.value as string)).status, 401)
})

t.test('not remembered: a session cookie whose twelve hours start again with each refresh', async (t) => {
  for (const choice of [undefined, false, 'true', 1, null]) {
    const { app, clock, answer, cookie } = await signedIn(t, choice)
    t.equal(cookieOf(answer)?.attributes['max-age'], undefined, `${choice}`)
    clock.advance(12 * HOUR - 1)
    const next = await refresh(app.anonymous, cookie)
    t.equal(next.status, 200)
    t.equal(cookieOf(next)?.attributes['max-age'], undefined)
    clock.advance(12 * HOUR - 1)
    const third = await refresh(app.anonymous, cookieOf(next)?.value as string)
    t.equal(third.status, 200, 'sliding')
    clock.advance(12 * HOUR + 1)
    t.equal((await refresh(app.anonymous, cookieOf(third)?.value as string)).status, 401)
    await app.close()
  }
})

t.test('a token from before the choice existed keeps seven days and stays so', async (t) => {
  const { app, ann, clock } = await signedIn(t)
  const id = newId()
  const expiresAt = new Date(clock.now().getTime() + 7 * DAY * 1000)
  const nowSeconds = Math.floor(clock.now().getTime() / 1000)
  const claims = { id, accountId: ann.account.id, remember: null }
  const token = await mintRefreshToken(claims, expiresAt, app.services, nowSeconds)
  await app.sql(
    'insert into refresh_tokens (id, family_id, account_id, issued_at, expires_at) values ($1, $1, $2, $3, $4)',
    [id, ann.account.id, clock.now(), expiresAt],
  )
  clock.advance(6 * DAY)
  const next = await refresh(app.anonymous, token)
  t.equal(next.status, 200)
  t.equal(cookieOf(next)?.attributes['max-age'], String(7 * DAY))
  clock.advance(6 * DAY)
  const third = await refresh(app.anonymous, cookieOf(next)?.value as string)
  t.equal(cookieOf(third)?.attributes['max-age'], String(7 * DAY))
})

t.test('the settings of the cookie and its life are followed', async (t) => {
  const env = {
    SVC_REFRESH_TOKEN_REMEMBER_DAYS: '2',
    SVC_AUTH_REFRESH_COOKIE_SECURE: 'false',
    SVC_AUTH_REFRESH_COOKIE_SAMESITE: 'Lax',
    SVC_AUTH_REFRESH_COOKIE_PATH: '/api/',
  }
  const { answer } = await signedIn(t, true, env)
  t.strictSame(cookieOf(answer)?.attributes, {
    path: '/api/',
    httponly: true,
    samesite: 'Lax',
    'max-age': String(2 * DAY),
  })
})

t.test('each refresh gives an access token and a new cookie, and the old one is spent', async (t) => {
  const { app, cookie, clock } = await signedIn(t)
  const next = await refresh(app.anonymous, cookie)
  t.strictSame(Object.keys(next.body), ['access'])
  t.equal((await app.anonymous.get('/auth/me/', { Authorization: `Bearer ${next.body.access}` })).status, 200)
  t.not(cookieOf(next)?.value, cookie)
  clock.advance(9)
  const late = await refresh(app.anonymous, cookie)
  t.equal(late.status, 401)
  t.equal(cookieOf(late), null)
  t.equal((await refresh(app.anonymous, cookieOf(next)?.value as string)).status, 200, 'a lost answer is no theft')
})

t.test('a spent cookie that comes back after ten seconds ends its family and no other', async (t) => {
  const { app, cookie, clock } = await signedIn(t)
  const other = cookieOf(await signIn(app.anonymous, 'ann', PASSWORD))?.value as string
  const second = cookieOf(await refresh(app.anonymous, cookie))?.value as string
  const third = cookieOf(await refresh(app.anonymous, second))?.value as string
  clock.advance(11)
  t.equal((await refresh(app.anonymous, cookie)).status, 401, 'the thief, or the robbed')
  t.equal((await refresh(app.anonymous, third)).status, 401, 'and so everybody of that family')
  t.equal((await refresh(app.anonymous, other)).status, 200)
})

t.test('of fifty parallel refreshes one wins, at once, and the session lives', async (t) => {
  const { app, cookie, clock } = await signedIn(t)
  const startedMs = performance.now()
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(app.anonymous, cookie)))
  t.ok(performance.now() - startedMs < 4_000, 'none waits for a connection that the others hold')
  const winners = answers.filter((answer) => answer.status === 200)
  t.equal(winners.length, 1)
  t.equal(answers.filter((answer) => answer.status === 401).length, 49)
  const next = cookieOf(winners[0] as (typeof winners)[0])?.value as string
  t.equal((await app.sql('select 1 from refresh_tokens')).length, 2)
  const reused = await Promise.all(Array.from({ length: 50 }, () => refresh(app.anonymous, cookie)))
  t.ok(reused.every((answer) => answer.status === 401))
  clock.advance(11)
  const late = await Promise.all(Array.from({ length: 30 }, () => refresh(app.anonymous, cookie)))
  t.ok(late.every((answer) => answer.status === 401))
  t.equal((await refresh(app.anonymous, next)).status, 401, 'ended by the late ones')
})

t.test('cookies that are none are refused alike', async (t) => {
  const { app, ann, cookie, clock } = await signedIn(t)
  const unknown = { id: newId(), accountId: ann.account.id, remember: false }
  const expiresAt = new Date(clock.now().getTime() + HOUR * 1000)
  const nowSeconds = Math.floor(clock.now().getTime() / 1000)
  const bodies = new Set<string>()
  for (const [what, value] of Object.entries({
    none: null,
    empty: '',
    noise: 'abc.def.ghi',
    altered: `${cookie.slice(0, -4)}AAAA`,
    'an access token': ann.token as string,
    'one that was never issued': await mintRefreshToken(unknown, expiresAt, app.services, nowSeconds),
    'an id that is no id': await mintRefreshToken({ ...unknown, id: 'x' }, expiresAt, app.services, nowSeconds),
    long: 'x'.repeat(8000),
  })) {
    const answer = await refresh(app.anonymous, value)
    t.equal(answer.status, 401, what)
    bodies.add(answer.text)
  }
  t.equal(bodies.size, 1)
  await app.sql('update accounts set is_active = false where id = $1', [ann.account.id])
  const inactive = await refresh(app.anonymous, cookie)
  t.equal(inactive.status, 401)
  t.ok(bodies.has(inactive.text), 'an inactive account is refused alike')
})

t.test('pages from elsewhere cannot refresh', async (t) => {
  const env = { SVC_APP_URL: 'https://plan.example.org', SVC_ALLOWED_ORIGINS: 'https://two.example.org' }
  const { app, cookie } = await signedIn(t, true, env)
  for (const origin of [
    'https://evil.example.org',
    'null',
    'https://plan.example.org.evil.org',
    'http://plan.example.org',
  ]) {
    t.equal((await refresh(app.anonymous, cookie, { Origin: origin })).status, 403, origin)
  }
  const own = await refresh(app.anonymous, cookie, { Origin: 'https://plan.example.org' })
  t.equal(own.status, 200, 'nothing of the above has spent it')
  const two = await refresh(app.anonymous, cookieOf(own)?.value as string, { Origin: 'https://two.example.org' })
  t.equal(two.status, 200)
})

t.test('all sessions of an account end together', async (t) => {
  const { app, ann, cookie } = await signedIn(t)
  const next = cookieOf(await refresh(app.anonymous, cookie))?.value as string
  const other = cookieOf(await signIn(app.anonymous, 'ann', PASSWORD))?.value as string
  await app.services.systemContext((ctx) => endAllSessions(ctx, ann.account.id, { withAccessTokens: false }))
  for (const value of [next, other]) t.equal((await refresh(app.anonymous, value)).status, 401)
})
