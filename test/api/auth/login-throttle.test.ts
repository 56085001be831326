import t from 'tap'
import type { Client } from '../../support/client.ts'
import { startApp } from '../../support/start-app.ts'
import { PASSWORD, people } from './people.ts'

// Each try costs 0.1 s of a core, and the cores may be busy.
t.setTimeout(600_000)

const signIn = (client: Client, username: string, password = PASSWORD) =>
  client.post('/auth/token/', { username, password })

t.test('ten tries a minute from an address', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true' } })
  const statuses: number[] = []
  for (let index = 0; index < 11; index++) {
    // An odd address each time, which nothing should believe.
    const headers = { 'X-Forwarded-For': `198.51.100.${index}` }
    const body = { username: `nobody${index}`, password: 'x' }
    const answer = await app.anonymous.post('/auth/token/', body, headers)
    statuses.push(answer.status)
    if (answer.status === 429) t.ok(Number(answer.headers.get('retry-after')) >= 1)
  }
  t.strictSame(statuses, [...Array(10).fill(401), 429])
})

t.test('a body that cannot be read is a try as well', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true' } })
  const statuses: number[] = []
  for (let index = 0; index < 11; index++)
    statuses.push((await app.anonymous.post('/auth/token/', index % 2 ? '{"username":' : '[]')).status)
  t.strictSame(statuses, [...Array(10).fill(400), 429])
})

t.test('five tries a minute into an account, by whatever name, right or wrong', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true', SVC_THROTTLE_LOGIN_RATE: '100/min' } })
  await people(app)
  const tries: [string, string][] = [
    ['ann', 'wrong'],
    ['ann@example.org', 'wrong'],
    ['ann', PASSWORD],
    ['ANN@EXAMPLE.ORG', PASSWORD],
    ['ann', 'wrong'],
  ]
  const statuses: number[] = []
  for (const [name, password] of tries) statuses.push((await signIn(app.anonymous, name, password)).status)
  t.strictSame(statuses, [401, 401, 200, 200, 401])
  t.equal((await signIn(app.anonymous, 'ann')).status, 429)
  t.equal((await signIn(app.anonymous, 'ann@example.org')).status, 429)
  t.equal((await signIn(app.anonymous, 'twin1')).status, 200, 'others are not concerned')
  for (let index = 0; index < 5; index++) await signIn(app.anonymous, 'nobody', 'x')
  t.equal((await signIn(app.anonymous, 'nobody', 'x')).status, 429, 'a name that nobody has is counted alike')
})
