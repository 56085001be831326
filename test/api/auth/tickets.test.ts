import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { connectSocket, mintTicket } from '../../support/socket-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { cookieOf, logout, refresh, signIn } from './session.ts'

const PASSWORD = 'correct horse 1'

t.setTimeout(120_000)

async function projectOf(app: TestApp, accountId: string): Promise<string> {
  const id = newId()
  await app.sql(`insert into projects (id, name, code, start_date) values ($1, 'T', 'TTT', '2026-01-05')`, [id])
  await app.sql(
    'insert into project_members (id, project_id, account_id, role) values (gen_random_uuid(), $1, $2, 100)',
    [id, accountId],
  )
  return id
}

t.test('a ticket is a secret of its own, kept as a hash, for thirty seconds', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const [one, two] = [await ann.post('/ws/ticket/'), await ann.post('/ws/ticket/')]
  t.strictSame(Object.keys(one.body).sort(), ['expires_in', 'ticket'])
  t.equal(one.body.expires_in, 30)
  t.not(one.body.ticket, two.body.ticket)
  t.ok(Buffer.from(one.body.ticket, 'base64url').length >= 32)
  const rows = await app.sql<{ token_hash: string; seconds: number }>(
    'select token_hash, extract(epoch from expires_at - now())::float as seconds from socket_tickets',
  )
  t.equal(rows.length, 2)
  t.notOk(rows.some((row) => row.token_hash === one.body.ticket))
  t.ok(rows.every((row) => row.seconds > 25 && row.seconds <= 30))
  t.equal((await app.anonymous.post('/ws/ticket/')).status, 401)
})

t.test('an access token of an ended session gets no ticket, though it lives out its minutes', async (t) => {
  const app = await startApp(t)
  await app.user('ann', { password: PASSWORD })
  const signedIn = async () => {
    const answer = await signIn(app.anonymous, 'ann', PASSWORD)
    return { cookie: cookieOf(answer)?.value ?? '', bearer: { Authorization: `Bearer ${answer.body.access}` } }
  }
  const ticket = async (bearer: Record<string, string>) => (await app.anonymous.post('/ws/ticket/', {}, bearer)).status
  const [left, refreshed] = [await signedIn(), await pause(1_100).then(signedIn)]
  t.strictSame([await ticket(left.bearer), await ticket(refreshed.bearer)], [200, 200])
  await logout(app.anonymous, left.cookie)
  await refresh(app.anonymous, refreshed.cookie)
  t.equal(await ticket(left.bearer), 401, 'signed out')
  t.equal(await ticket(refreshed.bearer), 200, 'another session, though refreshed')
  await app.anonymous.post(
    '/auth/password/change/',
    { current_password: PASSWORD, new_password: 'better battery 2' },
    refreshed.bearer,
  )
  t.equal(await ticket(refreshed.bearer), 401, 'the password was changed')
  t.equal((await app.anonymous.get('/auth/me/', refreshed.bearer)).status, 200)
})

t.test('of fifty sockets with one ticket one opens', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await projectOf(app, ann.account.id)
  const ticket = await mintTicket(ann)
  const sockets = await Promise.all(Array.from({ length: 50 }, () => connectSocket(app, ann, projectId, { ticket })))
  const codes = await Promise.all(
    sockets.map((socket) => Promise.race([socket.closed.then(({ code }) => code), pause(1_500)])),
  )
  t.equal(codes.filter((code) => code === 4001).length, 49)
  t.equal(codes.filter((code) => code === 'open').length, 1)
  t.equal((await app.sql('select 1 from socket_tickets')).length, 0)
})

t.test('a ticket that has expired opens nothing and is gone', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await projectOf(app, ann.account.id)
  const ticket = await mintTicket(ann)
  await app.sql(`update socket_tickets set expires_at = now() - interval '1 millisecond'`)
  t.equal((await (await connectSocket(app, ann, projectId, { ticket })).closed).code, 4001)
  t.equal((await app.sql('select 1 from socket_tickets')).length, 0)
})

function pause(ms: number): Promise<'open'> {
  return new Promise((resolve) => setTimeout(() => resolve('open'), ms))
}
