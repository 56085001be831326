import t from 'tap'
import { connectSocket, mintTicket } from '../../support/socket-client.ts'
import { startApp } from '../../support/start-app.ts'
import { project } from '../platform/socket-project.ts'
import { cookieOf, refresh, signIn } from './session.ts'

// Hashing a password takes long on a busy machine.
t.setTimeout(600_000)

const OLD = 'correct horse 1'
const NEW = 'better battery 2'

t.test('a change needs the current password and ends sessions and personal tokens', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { password: OLD })
  const session = cookieOf(await signIn(app.anonymous, 'ann', OLD))
  const minted = await ann.post('/me/api-tokens/', { name: 'script' })
  const change = (body: object) => ann.post('/auth/password/change/', body)
  const wrong = await change({ current_password: 'not it at all 9', new_password: NEW })
  t.strictSame({ status: wrong.status, keys: Object.keys(wrong.body) }, { status: 400, keys: ['current_password'] })
  t.equal((await refresh(app.anonymous, session?.value ?? '')).status, 200, 'a refusal ends nothing')
  const weak = await change({ current_password: OLD, new_password: 'ann' })
  t.match(weak, { status: 400, body: { code: 'weak_password', messages: [/too short/] } })
  t.match((await change({ current_password: OLD, new_password: OLD })).body.messages, [/differ/])
  t.strictSame(Object.keys((await change({})).body).sort(), ['current_password', 'new_password'])
  const other = cookieOf(await signIn(app.anonymous, 'ann', OLD))
  const done = await change({ current_password: OLD, new_password: NEW })
  t.equal(done.status, 200, done.text)
  t.equal((await refresh(app.anonymous, other?.value ?? '')).status, 401)
  t.equal((await signIn(app.anonymous, 'ann', OLD)).status, 401)
  t.equal((await signIn(app.anonymous, 'ann', NEW)).status, 200)
  t.equal((await app.anonymous.get('/auth/me/', { Authorization: `Bearer ${minted.body.token}` })).status, 401)
  t.match(await app.sql(`select detail from api_token_audit where action = 'revoked'`), [
    { detail: { reason: 'password_change' } },
  ])
})

t.test('a change closes the sockets of the account and ends its unused tickets', async (t) => {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann', { password: OLD }), await app.user('bob')]
  const projectId = await project(app, { [ann.account.id]: 100, [bob.account.id]: 100 })
  const [socket, kept] = [await connectSocket(app, ann, projectId), await connectSocket(app, bob, projectId)]
  const [unused, other] = [await mintTicket(ann), await mintTicket(bob)]
  const done = await ann.post('/auth/password/change/', { current_password: OLD, new_password: NEW })
  t.equal(done.status, 200, done.text)
  t.equal((await socket.closed).code, 4001)
  t.equal((await (await connectSocket(app, ann, projectId, { ticket: unused })).closed).code, 4001)
  t.equal(await (await connectSocket(app, bob, projectId, { ticket: other })).opened, true)
  t.equal(kept.socket.readyState, kept.socket.OPEN, 'nobody else is disturbed')
})

t.test('who has no password, or is nobody, changes none', async (t) => {
  const app = await startApp(t)
  const sso = await app.user('sso')
  const body = { current_password: OLD, new_password: NEW }
  t.strictSame(Object.keys((await sso.post('/auth/password/change/', body)).body), ['current_password'])
  t.equal((await app.anonymous.post('/auth/password/change/', body)).status, 401)
})

t.test('a retry with its key repeats the answer', async (t) => {
  const app = await startApp(t)
  const bob = await app.user('bob', { password: OLD })
  const key = { 'Idempotency-Key': 'once' }
  const body = { current_password: OLD, new_password: NEW }
  const first = await bob.post('/auth/password/change/', body, key)
  const again = await bob.post('/auth/password/change/', body, key)
  t.equal(first.status, 200)
  t.strictSame(again.text, first.text)
  t.equal(again.headers.get('idempotent-replay'), 'true')
})

t.test('five changes a minute', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true' } })
  const ann = await app.user('ann', { password: OLD })
  const body = { current_password: 'wrong one 11', new_password: NEW }
  for (let count = 0; count < 5; count++) t.equal((await ann.post('/auth/password/change/', body)).status, 400)
  t.equal((await ann.post('/auth/password/change/', { ...body, current_password: OLD })).status, 429)
})
