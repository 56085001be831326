import t from 'tap'
import { findAccountById } from '../../../api/auth/password/password.queries.ts'
import { mintResetToken, resetUid } from '../../../api/auth/password/reset-token.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { signIn } from './session.ts'

// Hashing a password takes long on a busy machine.
t.setTimeout(600_000)

const OLD = 'correct horse 1'
const NEW = 'better battery 2'

async function access(app: TestApp, username: string, password: string): Promise<string> {
  const answer = await signIn(app.anonymous, username, password)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.access
}

const statusWith = async (app: TestApp, token: string) =>
  (await app.anonymous.get('/auth/me/', { Authorization: `Bearer ${token}` })).status

async function reset(app: TestApp, accountId: string, password: string): Promise<void> {
  const account = await findAccountById({ em: app.services.orm.em.fork() }, accountId)
  if (!account) throw new Error('no account')
  const token = mintResetToken({ services: app.services }, account)
  const body = { uid: resetUid(accountId), token, new_password: password }
  const answer = await app.anonymous.post('/auth/password/reset/confirm/', body)
  if (answer.status !== 200) throw new Error(answer.text)
}

t.test('an access token ends with a password reset, at once', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { password: OLD })
  const bob = await app.user('bob', { password: OLD })
  const stolen = [await access(app, 'ann', OLD), await access(app, 'ann', OLD)]
  const others = await access(app, 'bob', OLD)
  await reset(app, ann.account.id, NEW)
  for (const token of stolen) t.equal(await statusWith(app, token), 401)
  t.equal(await statusWith(app, others), 200, 'of that account alone')
  const renewed = await access(app, 'ann', NEW)
  t.equal(await statusWith(app, renewed), 200, 'also within the same second')
  await reset(app, ann.account.id, 'third thing 3')
  t.equal(await statusWith(app, renewed), 401)
  t.equal(await statusWith(app, bob.token ?? ''), 200)
})

t.test('an access token of somebody who was deactivated is over for good', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { password: OLD })
  const before = await access(app, 'ann', OLD)
  for (const status of ['deactivated', 'active'])
    await app.owner.patch(`/workspace/members/${ann.account.id}/`, { status })
  t.equal(await statusWith(app, before), 401)
  t.equal(await statusWith(app, await access(app, 'ann', OLD)), 200)
})

t.test('who changes the password while signed in goes on', async (t) => {
  const app = await startApp(t)
  await app.user('ann', { password: OLD })
  const own = await access(app, 'ann', OLD)
  const headers = { Authorization: `Bearer ${own}` }
  const body = { current_password: OLD, new_password: NEW }
  t.equal((await app.anonymous.post('/auth/password/change/', body, headers)).status, 200)
  t.equal(await statusWith(app, own), 200)
})
