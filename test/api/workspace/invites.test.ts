import t from 'tap'
import { mintAccessToken } from '../../../api/auth/session-tokens.ts'
import { hashToken } from '../../../api/platform/ids.ts'
import { Client } from '../../support/client.ts'
import { hurryJobs, keptMails, tokenIn } from '../../support/mail.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import type { TestApp, TestUser } from '../../support/start-app.ts'
import { startApp } from '../../support/start-app.ts'
import { handClock, signIn } from '../auth/session.ts'
import { auditRows, setRole } from './workspace-people.ts'

// Hashing a password takes long on a busy machine.
t.setTimeout(120_000)

const PASSWORD = 'staple 77'
const NOBODY = '00000000-0000-7000-8000-000000000000'
const invite = (by: TestUser, email: string, role?: number) =>
  by.post('/workspace/invites/', { email, ...(role === undefined ? {} : { role }) })
const accept = (app: TestApp, body: object) => app.anonymous.post('/workspace/invites/accept/', body)
const statusesOf = async (by: TestUser, status: string) =>
  (await by.get(`/workspace/invites/?status=${status}`)).body.results.map((row: { email: string }) => row.email)

/** The same person with an access token of the present time. */
async function signedIn(app: TestApp, user: TestUser): Promise<TestUser> {
  const nowSeconds = Math.floor(app.services.clock.now().getTime() / 1000)
  const token = await mintAccessToken({ accountId: user.account.id, epoch: 0 }, app.services, nowSeconds)
  return Object.assign(new Client(app.url, token), { account: user.account })
}

/** Invites and takes the token from the mail. */
async function invited(app: TestApp, email: string, role = 100): Promise<{ id: string; token: string }> {
  const made = await invite(app.owner, email, role)
  if (made.status !== 201) throw new Error(made.text)
  await app.runJobs()
  return { id: made.body.id, token: tokenIn(keptMails(app).at(-1)) }
}

t.test('an invitation goes out by mail and becomes an account', async (t) => {
  const app = await startApp(t, { env: { SVC_APP_URL: 'https://app.example.org' } })
  await app.owner.patch('/workspace/', { name: 'Größer Bau' })
  const made = await invite(app.owner, 'New@Example.org', 300)
  t.equal(made.status, 201, made.text)
  const { id, created_at, expires_at, ...rest } = made.body
  t.strictSame(rest, {
    email: 'New@Example.org',
    role: 'Admin',
    role_value: 300,
    status: 'pending',
    invited_by: 'OW',
    accepted_at: null,
    accepted_by: null,
  })
  t.equal(Date.parse(expires_at) - Date.parse(created_at), 7 * 86_400_000)
  t.notMatch(made.text, /token/)
  await app.runJobs()
  const [mail] = keptMails(app)
  t.equal(mail?.headers.get('to'), 'New@example.org', 'the domain has no case')
  t.equal(mail?.headers.get('subject'), 'owner invites you to Größer Bau')
  t.equal(mail?.mode, 0o600)
  t.match(mail?.text, 'https://app.example.org/invite/accept?token=')
  t.match(mail?.text, /as Admin/)
  t.match(mail?.text, expires_at.slice(0, 10))
  t.match(mail?.text, /ignore this message/)
  const token = tokenIn(mail)
  t.match(await app.sql('select token_hash from workspace_invites'), [{ token_hash: hashToken(token) }])
  t.strictSame(await app.sql('select status, sealed_content from mail_messages'), [
    { status: 'sent', sealed_content: null },
  ])
  const done = await accept(app, { token, username: 'newcomer', password: PASSWORD, display_name: 'Ann  Maria Ode' })
  t.strictSame({ status: done.status, keys: Object.keys(done.body) }, { status: 200, keys: ['detail', 'username'] })
  t.equal(done.body.username, 'newcomer')
  t.equal(done.headers.getSetCookie().length, 0)
  const session = await signIn(app.anonymous, 'new@example.org', PASSWORD)
  t.equal(session.status, 200, session.text)
  const bearer = { Authorization: `Bearer ${session.body.access}` }
  const me = (await app.anonymous.get('/auth/me/', bearer)).body
  t.match(me, { display_name: 'Ann Maria Ode', email: 'New@Example.org', workspace_role: 300 })
  t.match(await app.sql('select first_name, last_name from accounts where id = $1', [me.id]), [
    { first_name: 'Ann', last_name: 'Maria Ode' },
  ])
  const list = await app.owner.get('/workspace/invites/?status=accepted')
  t.match(list.body, { count: 1, results: [{ id, status: 'accepted', accepted_at: /Z$/, accepted_by: me.id }] })
  t.match(await auditRows(app), [
    { event_type: 'workspace_settings_changed' },
    { event_type: 'member_added', target_label: 'newcomer', metadata: { via: 'invite', role: 'Admin' } },
  ])
})

t.test('only Admins invite, and only to ranks below their own', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const admin = await setRole(app, await app.user('admin'), 300)
  const { id } = await invited(app, 'first@example.org')
  for (const refused of [
    await invite(ann, 'x@example.org'),
    await ann.get('/workspace/invites/'),
    await ann.delete(`/workspace/invites/${id}/`),
    await ann.post(`/workspace/invites/${id}/resend/`),
    await invite(admin, 'x@example.org', 300),
    await invite(admin, 'x@example.org', 400),
    await invite(app.owner, 'x@example.org', 400),
  ])
    t.equal(refused.status, 403, refused.text)
  t.equal((await app.anonymous.get('/workspace/invites/')).status, 401)
  t.match(await invite(admin, 'x@example.org'), { status: 201, body: { role_value: 100 } })
  const high = await invited(app, 'high@example.org', 300)
  t.equal((await admin.post(`/workspace/invites/${high.id}/resend/`)).status, 403, 'nor again')
})

t.test('bad and taken addresses', async (t) => {
  const app = await startApp(t)
  await app.user('ann', { email: 'Ann@Example.org' })
  const gone = await app.user('gone', { email: 'gone@example.org' })
  await app.owner.delete(`/workspace/members/${gone.account.id}/`)
  for (const body of [
    {},
    { email: 'x' },
    { email: 'a@b@c.org' },
    { email: null },
    { email: `${'x'.repeat(250)}@y.org` },
  ]) {
    const answer = await app.owner.post('/workspace/invites/', body)
    t.strictSame({ status: answer.status, keys: Object.keys(answer.body) }, { status: 400, keys: ['email'] })
  }
  t.strictSame(Object.keys((await invite(app.owner, 'a@example.org', 200)).body), ['role'])
  t.strictSame(Object.keys((await invite(app.owner, 'ann@example.org')).body), ['email'])
  t.equal((await invite(app.owner, 'gone@example.org')).status, 201, 'a deactivated account may be written to')
  t.equal((await invite(app.owner, 'twice@example.org')).status, 201)
  t.strictSame(Object.keys((await invite(app.owner, 'TWICE@example.org')).body), ['email'])
  const parallel = await Promise.all(Array.from({ length: 10 }, () => invite(app.owner, 'race@example.org')))
  t.strictSame(
    parallel.map((answer) => answer.status).sort(),
    [201, ...Array(9).fill(400)],
    'one pending invitation an address',
  )
})

t.test('unknown, used, revoked, expired and failed tokens are one and the same refusal', async (t) => {
  const clock = handClock()
  const app = await startApp(t, { clock })
  const used = await invited(app, 'used@example.org')
  const revoked = await invited(app, 'revoked@example.org')
  const failed = await invited(app, 'failed@example.org')
  const replaced = await invited(app, 'replaced@example.org')
  const expired = await invited(app, 'expired@example.org')
  const join = (token: string, username: string) => accept(app, { token, username, password: PASSWORD })
  t.equal((await join(used.token, 'used')).status, 200)
  t.equal((await app.owner.delete(`/workspace/invites/${revoked.id}/`)).status, 204)
  t.equal((await app.owner.delete(`/workspace/invites/${revoked.id}/`)).status, 204)
  t.equal((await app.owner.delete(`/workspace/invites/${used.id}/`)).status, 204, 'no harm to one that ended')
  t.equal((await app.owner.delete(`/workspace/invites/${NOBODY}/`)).status, 404)
  await app.sql(`update workspace_invites set status = 'failed' where id = $1`, [failed.id])
  clock.advance(6 * 86_400)
  let owner = await signedIn(app, app.owner)
  t.strictSame(
    await owner.post(`/workspace/invites/${replaced.id}/resend/`).then((answer) => [answer.status, answer.body]),
    [202, { queued: true }],
  )
  clock.advance(86_400)
  owner = await signedIn(app, app.owner)
  const answers = []
  for (const token of ['nonsense', used.token, revoked.token, failed.token, replaced.token, expired.token])
    answers.push(await join(token, 'late'))
  t.ok(answers.every((answer) => answer.status === 400))
  t.equal(new Set(answers.map((answer) => answer.text)).size, 1)
  t.strictSame(Object.keys(answers[0]?.body), ['detail'])
  t.strictSame(await app.sql(`select id from accounts where username = 'late'`), [])
  t.strictSame(await statusesOf(owner, 'expired'), ['expired@example.org'], 'judged by the time')
  t.strictSame(await statusesOf(owner, 'revoked'), ['revoked@example.org'])
  t.strictSame(await statusesOf(owner, 'failed'), ['failed@example.org'])
  t.strictSame(await statusesOf(owner, 'accepted'), ['used@example.org'])
  t.strictSame(
    (await owner.get('/workspace/invites/')).body.results.map((row: { email: string }) => row.email),
    ['replaced@example.org'],
  )
  t.equal((await statusesOf(owner, 'all')).length, 5)
  t.strictSame(Object.keys((await owner.get('/workspace/invites/?status=open')).body), ['status'])
  for (const { id } of [used, revoked, expired])
    t.equal((await owner.post(`/workspace/invites/${id}/resend/`)).status, 409)
  t.equal((await owner.post(`/workspace/invites/${NOBODY}/resend/`)).status, 404)
  t.equal((await invite(owner, 'expired@example.org')).status, 201, 'an expired one is no obstacle')
  await app.runJobs()
  const again = keptMails(app).find(
    (mail) => mail.headers.get('to') === 'expired@example.org' && tokenIn(mail) !== expired.token,
  )
  t.equal((await join(tokenIn(again), 'intime')).status, 200)
})

t.test('what a newcomer must bring', async (t) => {
  const app = await startApp(t)
  await app.user('ann')
  const { token } = await invited(app, 'carla.gomez@example.org')
  const refusal = async (body: object) => {
    const answer = await accept(app, { token, ...body })
    t.equal(answer.status, 400, answer.text)
    t.type(answer.body.detail, 'string')
    return answer.body
  }
  await refusal({})
  await refusal({ username: 'carla' })
  await refusal({ password: PASSWORD })
  await refusal({ username: '', password: PASSWORD })
  t.match(await refusal({ username: 'ann', password: PASSWORD }), { detail: /taken/ })
  t.match(await refusal({ username: 'has space', password: PASSWORD }), { detail: /letters/ })
  t.match(await refusal({ username: 'x'.repeat(151), password: PASSWORD }), { detail: /150/ })
  t.match(await refusal({ username: 'carla', password: 'abc 12' }), {
    code: 'weak_password',
    messages: [/too short.*8/],
  })
  t.match(await refusal({ username: 'carla', password: 'iloveyou123' }), { messages: [/too common/] })
  t.match(await refusal({ username: 'carla', password: '8374650192' }), { messages: [/digits only/] })
  t.match(await refusal({ username: 'carla', password: 'carla.gomez' }), { messages: [/similar to the e-mail/] })
  await refusal({ username: 'carla', password: PASSWORD, display_name: 'x'.repeat(151) })
  for (const body of [{}, { token: '' }, { token: 5 }])
    t.strictSame(Object.keys((await accept(app, body)).body), ['token'])
  t.equal((await accept(app, { token, username: 'carla', password: PASSWORD })).status, 200, 'refusals used nothing up')
})

t.test('an account that has the address is raised, never lowered, never signed in', async (t) => {
  const app = await startApp(t)
  const up = await invited(app, 'late@example.org', 300)
  const late = await app.user('late', { email: 'Late@example.org' })
  t.strictSame(await accept(app, { token: up.token }).then((answer) => [answer.status, answer.body.username]), [
    200,
    'late',
  ])
  t.equal((await late.get('/auth/me/')).body.workspace_role, 300)
  const down = await invited(app, 'boss@example.org', 100)
  const boss = await setRole(app, await app.user('boss', { email: 'boss@example.org' }), 300)
  t.equal((await accept(app, { token: down.token, username: 'other', password: PASSWORD })).status, 200)
  t.equal((await boss.get('/auth/me/')).body.workspace_role, 300)
  t.strictSame(await app.sql(`select id from accounts where username = 'other'`), [])
  const closed = await invited(app, 'gone@example.org')
  const gone = await app.user('gone', { email: 'gone@example.org' })
  await app.owner.delete(`/workspace/members/${gone.account.id}/`)
  t.match(await accept(app, { token: closed.token }), { status: 400, body: { detail: /deactivated/ } })
  t.equal((await gone.get('/auth/me/')).status, 401)
  const twin = await invited(app, 'twin@example.org')
  await app.user('twin1', { email: 'twin@example.org' })
  await app.user('twin2', { email: 'TWIN@example.org' })
  t.match(await accept(app, { token: twin.token }), { status: 400, body: { detail: /[Ss]everal/ } })
})

t.test('mail goes over SMTP; after three refusals the invitation has failed and can be sent again', async (t) => {
  const sink = await startSmtpSink(t)
  const app = await startApp(t, { env: { SVC_SMTP_URL: sink.url, DEFAULT_FROM_EMAIL: 'plans@example.org' } })
  await app.owner.patch('/workspace/', { name: 'Straße & Söhne' })
  t.equal((await invite(app.owner, 'ann@example.org')).status, 201)
  t.equal(sink.offered(), 0, 'never inside the request')
  await app.runJobs()
  t.equal(sink.mails.length, 1)
  t.match(sink.mails[0], { from: 'plans@example.org', to: ['ann@example.org'], text: /Straße & Söhne/ })
  t.equal(sink.mails[0]?.headers.get('subject'), 'owner invites you to Straße & Söhne')
  t.match(sink.mails[0]?.raw, /^[\x20-\x7e\r\n]*$/, 'plain ASCII on the wire')
  await app.owner.patch('/workspace/', { name: 'Plain' })
  sink.refuse('550 5.1.1 no such mailbox bob@example.org')
  const made = await invite(app.owner, 'bob@example.org')
  await app.runJobs()
  t.equal(sink.offered(), 2)
  t.strictSame(await statusesOf(app.owner, 'pending'), ['bob@example.org', 'ann@example.org'])
  await hurryJobs(app)
  t.strictSame(await statusesOf(app.owner, 'failed'), [], 'two of three attempts')
  await hurryJobs(app)
  await hurryJobs(app)
  t.equal(sink.offered(), 4, 'three attempts and no more')
  t.strictSame(await statusesOf(app.owner, 'failed'), ['bob@example.org'])
  t.strictSame(
    await app.sql(`select attempts, sealed_content, last_error from mail_messages where status = 'failed'`),
    [{ attempts: 3, sealed_content: null, last_error: 'EENVELOPE 550' }],
    'no secret and no address is left',
  )
  sink.refuse(null)
  t.equal((await app.owner.post(`/workspace/invites/${made.body.id}/resend/`)).status, 202)
  await app.runJobs()
  t.equal(sink.mails.length, 2)
  t.match(sink.mails[1]?.text, /\?token=[\w-]{43}\r?\n/, 'the link in one piece, as readers decode it')
  const done = await accept(app, { token: tokenIn(sink.mails[1]), username: 'bob', password: PASSWORD })
  t.equal(done.status, 200, done.text)
})

t.test('a server that is away is tried again; revoking takes the waiting mail back', async (t) => {
  const sink = await startSmtpSink(t)
  await sink.close()
  const app = await startApp(t, { env: { SVC_SMTP_URL: sink.url } })
  const made = await invite(app.owner, 'ann@example.org')
  await app.runJobs()
  t.match(await app.sql('select status, attempts, last_error from mail_messages'), [
    { status: 'queued', attempts: 1, last_error: /ECONN|ESOCKET/ },
  ])
  const waiting = await app.sql<{ sealed_content: string }>('select sealed_content from mail_messages')
  t.notMatch(waiting[0]?.sealed_content, /example/)
  await app.owner.delete(`/workspace/invites/${made.body.id}/`)
  t.match(await app.sql('select status, sealed_content from mail_messages'), [
    { status: 'withdrawn', sealed_content: null },
  ])
  await hurryJobs(app)
  t.match(await app.sql('select status, attempts from mail_messages'), [{ status: 'withdrawn', attempts: 1 }])
})

t.test('a link that was sent again leaves only the new one alive', async (t) => {
  const app = await startApp(t)
  const first = await invited(app, 'ann@example.org')
  await app.owner.post(`/workspace/invites/${first.id}/resend/`)
  await app.runJobs()
  const second = tokenIn(keptMails(app).at(-1))
  t.not(second, first.token)
  t.equal((await accept(app, { token: first.token, username: 'ann', password: PASSWORD })).status, 400)
  t.equal((await accept(app, { token: second, username: 'ann', password: PASSWORD })).status, 200)
})

t.test('twenty uses and five resends a minute', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true' } })
  const uses = await Promise.all(Array.from({ length: 22 }, () => accept(app, { token: 'nonsense' })))
  t.equal(uses.filter((answer) => answer.status === 400).length, 20)
  t.equal(uses.filter((answer) => answer.status === 429).length, 2)
  const { id } = await invited(app, 'ann@example.org')
  const resends = await Promise.all(Array.from({ length: 6 }, () => app.owner.post(`/workspace/invites/${id}/resend/`)))
  t.strictSame(resends.map((answer) => answer.status).sort(), [202, 202, 202, 202, 202, 429])
})
