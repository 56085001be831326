import t from 'tap'
import { hurryJobs, keptMails, tokenIn } from '../../support/mail.ts'
import type { TestApp } from '../../support/start-app.ts'
import { startApp } from '../../support/start-app.ts'
import { cookieOf, handClock, refresh, signIn } from './session.ts'

// Hashing a password takes long on a busy machine.
t.setTimeout(600_000)

const OLD = 'correct horse 1'
const NEW = 'better battery 2'

async function askFor(app: TestApp, email: string) {
  const answer = await app.anonymous.post('/auth/password/reset/', { email })
  await app.runJobs()
  return answer
}

/** Asks, takes the link from the mail. */
async function linkFor(app: TestApp, email: string): Promise<{ uid: string; token: string }> {
  await askFor(app, email)
  const mail = keptMails(app).at(-1)
  return { uid: /[?&]uid=([^\s&]+)/.exec(mail?.text ?? '')?.[1] ?? '', token: tokenIn(mail) }
}

function confirm(app: TestApp, link: { uid: string; token: string }, password: string) {
  return app.anonymous.post('/auth/password/reset/confirm/', { ...link, new_password: password })
}

t.test('every address gets the same answer; only accounts with a password get mail', async (t) => {
  const app = await startApp(t, { env: { SVC_APP_URL: 'https://app.example.org' } })
  await app.user('ann', { password: OLD, email: 'Ann@Example.org' })
  await app.user('sso', { email: 'sso@example.org' })
  await app.user('gone', { password: OLD, email: 'gone@example.org' })
  await app.sql(`update accounts set is_active = false where username = 'gone'`)
  const answers = []
  for (const email of [
    'nobody@example.org',
    'sso@example.org',
    'gone@example.org',
    'ann@example.org',
    'admin@localhost',
  ])
    answers.push(await askFor(app, email))
  t.equal(new Set(answers.map((answer) => answer.text)).size, 1)
  t.ok(answers.every((answer) => answer.status === 200))
  const mails = keptMails(app)
  t.equal(mails.length, 1)
  const mail = mails[0]
  t.equal(mail?.headers.get('to'), 'Ann@example.org', 'the domain has no case, the name before it has')
  t.equal(mail?.headers.get('from'), 'no-reply@app.example.org')
  t.match(mail?.text, /https:\/\/app\.example\.org\/reset-password\/confirm\/[\w-]+\/[\w-]+\//)
  t.match(mail?.text, /valid for 30 minutes/)
  t.match(mail?.text, /ignore this message/)
  t.equal(mail?.mode, 0o600)
  t.strictSame(await app.sql('select status, sealed_content from mail_messages'), [
    { status: 'sent', sealed_content: null },
  ])
})

t.test('nothing is sent inside the request, and addresses that are none are refused', async (t) => {
  const app = await startApp(t)
  await app.user('ann', { password: OLD, email: 'ann@example.org' })
  await app.anonymous.post('/auth/password/reset/', { email: 'ann@example.org' })
  t.strictSame(await app.sql('select id from mail_messages'), [], 'the request does not even look for the account')
  for (const body of [{}, { email: 'nonsense' }, { email: 5 }, { email: '' }, { email: `${'x'.repeat(260)}@y.org` }]) {
    const answer = await app.anonymous.post('/auth/password/reset/', body)
    t.equal(answer.status, 400)
    t.strictSame(Object.keys(answer.body), ['email'])
  }
  t.match(await app.anonymous.post('/auth/password/reset/', []), { status: 400, body: { code: 'invalid_body' } })
})

t.test('of several accounts with one address the oldest gets the mail', async (t) => {
  const app = await startApp(t)
  await app.user('first', { password: OLD, email: 'twin@example.org' })
  await app.user('second', { password: OLD, email: 'twin@example.org' })
  await askFor(app, 'twin@example.org')
  t.equal(keptMails(app).length, 1)
  t.match(keptMails(app)[0]?.text, /"first"/)
})

t.test('a link sets the password once and ends sessions and personal tokens', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { password: OLD, email: 'ann@example.org' })
  const session = cookieOf(await signIn(app.anonymous, 'ann', OLD))
  const minted = await ann.post('/me/api-tokens/', { name: 'script' })
  const link = await linkFor(app, 'ann@example.org')
  const done = await confirm(app, link, NEW)
  t.equal(done.status, 200, done.text)
  t.strictSame(Object.keys(done.body), ['detail'])
  t.notOk(cookieOf(done), 'nobody is signed in by it')
  t.equal((await signIn(app.anonymous, 'ann', OLD)).status, 401)
  t.equal((await signIn(app.anonymous, 'ann', NEW)).status, 200)
  t.equal((await refresh(app.anonymous, session?.value ?? '')).status, 401)
  const bearer = { Authorization: `Bearer ${minted.body.token}` }
  t.equal((await app.anonymous.get('/auth/me/', bearer)).status, 401)
  t.match(await app.sql(`select action, detail from api_token_audit where action = 'revoked'`), [
    { detail: { name: 'script', reason: 'password_reset' } },
  ])
  t.match(await confirm(app, link, 'yet another 3'), { status: 400, body: { code: 'invalid_token' } })
})

t.test('bad, foreign, altered, old and outdated links are one and the same refusal', async (t) => {
  const clock = handClock()
  const app = await startApp(t, { clock })
  await app.user('ann', { password: OLD, email: 'ann@example.org' })
  await app.user('bob', { password: OLD, email: 'bob@example.org' })
  const link = await linkFor(app, 'ann@example.org')
  const bob = await linkFor(app, 'bob@example.org')
  const flipped = link.token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  const later = link.token.replace(/^[^-]+/, (stamp) => (Number.parseInt(stamp, 36) + 60).toString(36))
  const bad = [
    { ...link, uid: bob.uid },
    { ...link, token: flipped },
    { ...link, token: later },
    { ...link, token: link.token.toUpperCase() },
    { ...link, token: `${link.token}-x` },
    { ...link, token: `0${link.token}` },
    { ...link, token: '-' },
    { ...link, uid: 'x' },
    { ...link, uid: `${link.uid}=` },
    { ...link, uid: Buffer.from('00000000-0000-7000-8000-000000000000').toString('base64url') },
  ]
  const answers = []
  for (const each of bad) answers.push(await confirm(app, each, NEW))
  t.ok(answers.every((answer) => answer.status === 400 && answer.body.code === 'invalid_token'))
  t.equal(new Set(answers.map((answer) => answer.text)).size, 1)
  await app.sql(`update accounts set last_login = now() where username = 'bob'`)
  t.match(await confirm(app, bob, NEW), { status: 400, body: { code: 'invalid_token' } }, 'a login ends it')
  clock.advance(1800)
  t.match(await confirm(app, link, NEW), { status: 400, body: { code: 'invalid_token' } }, 'its time is over')
  t.equal((await signIn(app.anonymous, 'ann', OLD)).status, 200, 'nothing changed')
  const gone = await linkFor(app, 'ann@example.org')
  await app.sql(`update accounts set is_active = false where username = 'ann'`)
  t.match(await confirm(app, gone, NEW), { status: 400, body: { code: 'invalid_token' } })
})

t.test('a weak password is refused with all its faults and does not use the link up', async (t) => {
  const clock = handClock()
  const app = await startApp(t, { clock })
  await app.user('annabelle', { password: OLD, email: 'annabelle@example.org' })
  const link = await linkFor(app, 'annabelle@example.org')
  const faults = async (password: string) => {
    const answer = await confirm(app, link, password)
    t.match(answer, { status: 400, body: { code: 'weak_password', detail: String } }, password)
    return answer.body.messages.join(' ')
  }
  t.match(await faults('short 1'), /too short/)
  t.match(await faults('only letters here'), /digit or symbol/)
  t.match(await faults('annabelle12'), /similar to the username/)
  t.match(await faults('Password123!'), /too common/)
  t.match(await faults('38475610293'), /digits only/)
  t.match(await faults(OLD), /differ from the current/)
  t.match(await faults('abc'), /too short.*digit or symbol/)
  for (const body of [{ ...link }, { ...link, new_password: '' }, { ...link, new_password: 'x'.repeat(1025) }]) {
    const answer = await app.anonymous.post('/auth/password/reset/confirm/', body)
    t.strictSame({ status: answer.status, keys: Object.keys(answer.body) }, { status: 400, keys: ['new_password'] })
  }
  clock.advance(1700)
  t.equal((await confirm(app, link, NEW)).status, 200)
})

t.test('five uses a minute from one address, both steps together', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true' } })
  for (let count = 0; count < 4; count++)
    t.equal((await app.anonymous.post('/auth/password/reset/', { email: `a${count}@b.org` })).status, 200)
  t.equal((await confirm(app, { uid: 'x', token: 'y' }, NEW)).status, 400)
  const refused = await app.anonymous.post('/auth/password/reset/', { email: 'a@b.org' })
  t.equal(refused.status, 429)
  t.ok(Number(refused.headers.get('retry-after')) >= 1)
  t.equal((await confirm(app, { uid: 'x', token: 'y' }, NEW)).status, 429)
})

t.test('many requests for one address that wait are one mail', async (t) => {
  const app = await startApp(t)
  await app.user('ann', { password: OLD, email: 'ann@example.org' })
  for (let count = 0; count < 4; count++)
    await app.anonymous.post('/auth/password/reset/', { email: 'ANN@example.org' })
  await hurryJobs(app)
  t.equal(keptMails(app).length, 1)
})
