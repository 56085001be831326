import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { GITHUB } from '../../../api/sso/protocol/github-identity.ts'
import { startApp } from '../../support/start-app.ts'
import { Browser, CALLBACK, ENV, errorOf, setUp } from './browser.ts'

t.test('signing in with GitHub', async (t) => {
  const answers: Record<string, [status: number, body: unknown]> = {}
  const server = createServer((request, response) => {
    const [status, body] = answers[request.url ?? ''] ?? [404, {}]
    const isSigned = request.url === '/token' || request.headers.authorization === 'Bearer gho_1'
    response.writeHead(isSigned ? status : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const real = { ...GITHUB }
  Object.assign(GITHUB, { token: `${base}/token`, api: base })
  t.teardown(() => {
    Object.assign(GITHUB, real)
    server.closeAllConnections()
    server.close()
  })
  const app = await startApp(t, { env: ENV })
  await setUp(app.owner, {
    slug: 'github',
    client_id: 'gh',
    client_secret: 'secret',
    allowed_email_domains: ['example.org'],
    auto_create_members: true,
    github_org: 'works',
  })
  const primary = { email: 'hub@example.org', primary: true, verified: true }
  const honest = () =>
    Object.assign(answers, {
      '/token': [200, { access_token: 'gho_1', token_type: 'bearer', scope: 'user:email' }],
      '/user': [200, { id: 77, login: 'hub', name: 'Hub  von Git' }],
      '/user/emails': [200, [{ email: 'x@example.org', primary: false, verified: true }, primary]],
      '/user/memberships/orgs/works': [200, { state: 'active' }],
    })
  const signIn = async (browser = new Browser(app)) => {
    const started = await browser.step('/api/v1/auth/oidc/login/?provider=github')
    const target = new URL(started.headers.get('location') ?? '')
    if (!target.href.startsWith('https://github.com/login/oauth/authorize?')) throw new Error(target.href)
    return errorOf(await browser.go(`${CALLBACK}?code=c&state=${target.searchParams.get('state')}`))
  }
  for (const [path, answer, code] of [
    ['/token', [200, { error: 'bad_verification_code' }], 'token_exchange_failed'],
    ['/token', [500, {}], 'token_exchange_failed'],
    ['/user', [403, {}], 'token_exchange_failed'],
    ['/user', [200, { login: 'hub' }], 'oidc_error'],
    ['/user/emails', [200, {}], 'oidc_error'],
    ['/user/emails', [200, [{ ...primary, verified: false }]], 'email_unverified'],
    ['/user/emails', [200, []], 'email_unverified'],
    ['/user/emails', [200, [{ ...primary, email: 'hub@other.example' }]], 'sso_no_member'],
    ['/user/memberships/orgs/works', [404, {}], 'sso_no_member'],
    ['/user/memberships/orgs/works', [200, { state: 'pending' }], 'sso_no_member'],
    ['/user/memberships/orgs/works', [502, {}], 'provider_unreachable'],
  ] as [string, [number, unknown], string][]) {
    honest()
    answers[path] = answer
    t.equal(await signIn(), code, `${path} ${answer}`)
  }
  t.equal((await app.sql('select 1 from sso_identities')).length, 0)
  honest()
  const browser = new Browser(app)
  t.equal(await signIn(browser), null)
  t.match(await browser.whoAmI(), { username: 'hub', email: 'hub@example.org' })
  const [identity] = await app.sql('select issuer, subject from sso_identities')
  t.match(identity, { issuer: 'https://github.com', subject: '77' })
})
