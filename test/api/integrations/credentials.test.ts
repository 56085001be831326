import t from 'tap'
import { Client } from '../../support/client.ts'
import { startApp } from '../../support/start-app.ts'
import { type Asked, OWN_NETWORK, startStandIn } from './support/stand-in.ts'

const ROOT = '/me/credentials/'

const gitlab = ({ path, headers }: Asked) =>
  path === '/code/api/v4/user' && headers['private-token'] === 'glpat-1' ? { status: 200 } : { status: 401 }
const github = ({ path, headers }: Asked) =>
  path === '/api/v3/user' && headers.authorization === 'Bearer ghp-1' ? { status: 200 } : { status: 401 }

t.test('credentials of a person', async (t) => {
  const app = await startApp(t, { env: OWN_NETWORK })
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const provider = await startStandIn(t)
  const given = async (user = ann) => {
    const rows = (await user.get(ROOT)).body as { provider: string; exists: boolean }[]
    return rows.filter(({ exists }) => exists).map((row) => row.provider)
  }

  await t.test('begin with every provider and nothing', async (t) => {
    const { body } = await ann.get(ROOT)
    t.same(
      body.map((row: { provider: string; requires_credential: boolean }) => [row.provider, row.requires_credential]),
      [
        ['gitlab', true],
        ['github', true],
        ['generic', false],
      ],
    )
    const nothing = { exists: false, created_at: null, updated_at: null, last_used_at: null, expires_at: null }
    t.match((await ann.get(`${ROOT}github/`)).body, { ...nothing, name: 'GitHub' })
    t.same((await ann.get(`${ROOT}tracker/`)).body, { provider: ['Send one of gitlab, github, generic.'] })
    t.equal((await ann.post(`${ROOT}tracker/`, { secret: 'x' })).status, 400)
  })

  await t.test('are tried at the provider, stored sealed, and never told', async (t) => {
    provider.say(gitlab)
    const expires_at = '2027-01-01T00:00:00Z'
    const body = { secret: 'glpat-1', base_url: `${provider.url}/code/`, expires_at }
    const { status, body: rows } = await ann.post(`${ROOT}gitlab/`, body)
    t.equal(status, 200)
    t.match(rows[0], { provider: 'gitlab', exists: true, base_url: `${provider.url}/code`, last_used_at: null })
    t.equal(Date.parse(rows[0].expires_at), Date.parse(expires_at))
    provider.say(github)
    t.equal((await ann.post(`${ROOT}github/`, { secret: 'ghp-1', base_url: provider.url })).status, 200)
    provider.say(() => ({ status: 500 }))
    t.equal((await ann.post(`${ROOT}generic/`, { secret: 'never asked' })).status, 200)
    t.same(await given(), ['gitlab', 'github', 'generic'])
    t.same(await given(bob), [], 'they are the own of whoever gave them')
    const stored = JSON.stringify(await app.sql('select * from external_credentials'))
    t.notMatch(stored + JSON.stringify((await ann.get(ROOT)).body), /glpat-1|ghp-1|never asked/)
  })

  await t.test('that the provider does not take are refused, and change nothing', async (t) => {
    const post = (secret: string) => ann.post(`${ROOT}gitlab/`, { secret, base_url: `${provider.url}/code` })
    provider.say(gitlab)
    const refused = await post('wrong')
    t.equal(refused.status, 422)
    t.match(refused.body, { code: 'provider_verification_failed', reason: 'invalid_token' })
    t.equal((await post('not\nheader text')).body.reason, 'invalid_token')
    provider.say(() => ({ status: 302, location: 'http://169.254.169.254/' }))
    t.equal((await post('glpat-1')).body.reason, 'provider_unreachable')
    t.match(await given(), ['gitlab'])
    for (const body of [{}, { secret: '' }, { secret: 'x'.repeat(4097) }, { secret: 'x', expires_at: 'soon' }])
      t.equal((await ann.post(`${ROOT}gitlab/`, body)).status, 400, JSON.stringify(body).slice(0, 60))
  })

  await t.test('are sent to hosts that are allowed, and to no other', async (t) => {
    const before = provider.asked.length
    const refused = ['http://localhost', 'https://gitlab.com.example.org', 'https://gitlab.com:8443']
    for (const base_url of refused)
      t.match((await ann.post(`${ROOT}gitlab/`, { secret: 'x', base_url })).body, { code: 'base_url_not_allowed' })
    for (const base_url of [
      'gitlab.com',
      'ftp://gitlab.com',
      'http://gitlab.com',
      'https://a:b@gitlab.com',
      'https://gitlab.com?x',
    ])
      t.match((await ann.post(`${ROOT}gitlab/`, { secret: 'x', base_url })).body, { base_url: [String] }, base_url)
    t.equal(provider.asked.length, before)
  })

  await t.test('are forgotten, and again', async (t) => {
    t.equal((await ann.delete(`${ROOT}gitlab/`)).status, 204)
    t.equal((await ann.delete(`${ROOT}gitlab/`)).status, 204)
    t.same(await given(), ['github', 'generic'])
  })

  await t.test('count as none when the key of the installation is another', async (t) => {
    await app.sql("update external_credentials set sealed_secret = 'box1.00000000.AAAA'")
    t.same(await given(), [])
  })

  await t.test('are for people alone, not for their tokens', async (t) => {
    const { body } = await ann.post('/me/api-tokens/', { name: 'laptop' })
    const refused = await new Client(app.url, body.token).get(ROOT)
    t.equal(refused.status, 403)
    t.match(refused.body, { refusal: { verdict: 'refused', constraint: 'capability_scope' } })
  })
})

t.test('a host that the operator does not let out is not asked, whoever allows it', async (t) => {
  const app = await startApp(t, { env: { SVC_INTEGRATION_ALLOWED_HOSTS: '127.0.0.1' } })
  const ann = await app.user('ann')
  const provider = await startStandIn(t)
  const { status, body } = await ann.post(`${ROOT}gitlab/`, { secret: 'x', base_url: provider.url })
  t.same([status, body.reason], [422, 'blocked_host'])
  t.equal(provider.asked.length, 0)
})
