import t from 'tap'
import type { Client } from '../../support/client.ts'
import { startApp } from '../../support/start-app.ts'
import { PASSWORD, people } from './people.ts'

// Each try costs 0.1 s of a core, and the cores may be busy.
t.setTimeout(600_000)

const signIn = (client: Client, username: unknown, password: unknown = PASSWORD, more: object = {}) =>
  client.post('/auth/token/', { username, password, ...more })

t.test('a person signs in by username or by an e-mail that is theirs alone', async (t) => {
  const app = await startApp(t)
  await people(app)
  for (const name of ['ann', 'ANN', 'Ann@Example.org', 'ann@example.ORG']) {
    const answer = await signIn(app.anonymous, name)
    t.equal(answer.status, 200, name)
    t.strictSame(Object.keys(answer.body), ['access'], 'the refresh token is in the cookie only')
    const me = await app.anonymous.get('/auth/me/', { Authorization: `Bearer ${answer.body.access}` })
    t.equal(me.body.username, 'ann')
  }
  const [row] = await app.sql<{ last_login: string | null }>(`select last_login from accounts where username = 'ann'`)
  t.ok(row?.last_login)
})

t.test('every refusal has the same status, body and headers', async (t) => {
  const app = await startApp(t)
  await people(app)
  const seen = new Set<string>()
  for (const [name, password] of [
    ['ann', 'wrong'],
    ['Ann@Example.org', 'wrong'],
    ['nobody', PASSWORD],
    ['nobody@example.org', PASSWORD],
    ['twin@example.org', PASSWORD],
    ['gone', PASSWORD],
    ['gone@example.org', PASSWORD],
    ['sso', PASSWORD],
    ['sso@example.org', ' '],
    ['ANNA', PASSWORD],
  ] as const) {
    const answer = await signIn(app.anonymous, name, password)
    const headers = [...answer.headers].filter(([header]) => !['date', 'x-request-id'].includes(header))
    seen.add(JSON.stringify([answer.status, answer.text, headers]))
    t.strictSame(answer.headers.getSetCookie(), [], name)
  }
  t.equal(seen.size, 1)
  t.match([...seen][0], /^\[401,/)
})

t.test('a refusal is logged with its address and without the name', async (t) => {
  const app = await startApp(t)
  await people(app)
  const lines: { name?: string; ip?: string; message: string }[] = []
  app.services.log.info = ((facts: object, message: string) => lines.push({ ...facts, message })) as never
  for (const name of ['ann', 'ANN', 'nobody']) await signIn(app.anonymous, name, 'wrong')
  await signIn(app.anonymous, 'ann', PASSWORD)
  const refused = lines.filter((line) => line.message === 'sign-in refused')
  t.equal(refused.length, 3)
  t.notMatch(JSON.stringify(refused), /ann|nobody|wrong/i)
  t.equal(refused[0]?.name, refused[1]?.name, 'the same name is recognised')
  t.not(refused[0]?.name, refused[2]?.name)
  t.equal(refused[0]?.ip, '127.0.0.1')
})

t.test('malformed sign-ins are refused and never a 5xx', async (t) => {
  const app = await startApp(t)
  for (const [name, password] of [
    [undefined, PASSWORD],
    ['ann', undefined],
    [null, null],
    ['', ''],
    [{ $ne: null }, PASSWORD],
    [['ann'], PASSWORD],
    [5, 5],
    ['x'.repeat(255), PASSWORD],
    ['ann', 'x'.repeat(1025)],
    ['a\u0000b', PASSWORD],
  ]) {
    const answer = await app.anonymous.post('/auth/token/', { username: name, password })
    t.equal(answer.status, 400, JSON.stringify([name, password]).slice(0, 30))
  }
  for (const name of [`' or 1=1 --`, '%', '_nn', 'ann\\', 'é'.repeat(254)]) {
    t.equal((await signIn(app.anonymous, name)).status, 401, name.slice(0, 20))
  }
})

t.test('a hash of older parameters is made anew by a sign-in', async (t) => {
  const app = await startApp(t)
  await app.user('ann', { password: PASSWORD })
  const { argon2Sync, randomBytes } = await import('node:crypto')
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', {
    message: PASSWORD,
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 19_456,
    passes: 2,
  })
  const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  await app.sql(`update accounts set password_hash = $1 where username = 'ann'`, [
    `$argon2id$v=19$m=19456,t=2,p=1$${bare(nonce)}$${bare(tag)}`,
  ])
  t.equal((await signIn(app.anonymous, 'ann', 'wrong')).status, 401)
  t.equal((await signIn(app.anonymous, 'ann')).status, 200)
  const [row] = await app.sql<{ password_hash: string }>(`select password_hash from accounts where username = 'ann'`)
  t.match(row?.password_hash, /m=8192,t=3,p=1/)
  t.equal((await signIn(app.anonymous, 'ann')).status, 200)
  await app.sql(`update accounts set password_hash = 'plain text' where username = 'ann'`)
  t.equal((await signIn(app.anonymous, 'ann', 'plain text')).status, 401, 'a hash that is none matches nothing')
})
